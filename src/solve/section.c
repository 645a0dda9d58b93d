/* SPDX-License-Identifier: MIT */
/* section.c - see section.h.

       section_write
         cut_frames        the layer in frames of at most FRAME_VALUES values
         predictors_make   fits the predictors to every n-th frame, about 200
         pack_work         packs the frames, on all threads
         put_section       header, predictors, index of frames, frames (format.h)

   The frames are packed in any order and written in theirs, so the file does not depend on
   the number of threads. */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "core/array.h"
#include "os/parallel.h"
#include "solve/format.h"
#include "solve/frame.h"
#include "solve/layer_files.h"
#include "solve/section.h"

/* ---- packing ---- */

enum {
    BYTE_FRAME_VALUES = 2048, /* without a predictor: a search probes single positions */
    BATCH = 1024,             /* frames packed before they are written */
    SAMPLES = 200,            /* frames a predictor is fitted to */
};

struct packed_frame {
    uint64_t first;
    int values, n;
    uint64_t checksum;
    uint8_t *bytes; /* NULL: not packed yet, or already written */
};

/* What the threads that pack a layer share. */
struct section_packer {
    const struct layer_store *store;
    int layer, predictors;
    struct predictor *predictor[LAYOUT_PARTS];
    uint64_t positions;
    atomic_uint next;
    atomic_int status;
    uint32_t frames;
    size_t room;        /* of `frame` */
    uint32_t batch_end; /* the frames before it are being packed */
    struct packed_frame *frame;
};

/* Values of the frame that begins at `first`. */
static int cut_at(const struct section_packer *p, uint64_t first)
{
    const struct solver *s = p->store->solver;
    uint64_t left = p->positions - first;
    if (s->packing)
        return s->packing->frame_values(p->store->index, p->layer, first);
    return left < BYTE_FRAME_VALUES ? (int)left : BYTE_FRAME_VALUES;
}

/* Divides the layer into frames. */
static int cut_frames(struct section_packer *p)
{
    uint64_t first = 0;
    while (first < p->positions) {
        if (!array_reserve(&p->frame, &p->room, (size_t)p->frames + 1, sizeof *p->frame))
            return LUS_EMEMORY;
        int n = cut_at(p, first);
        p->frame[p->frames++] = (struct packed_frame){.first = first, .values = n};
        first += (uint64_t)n;
    }
    return 0;
}

/* ---- predictors ---- */

/* Appends the values of a frame and their layout.  0, LUS_EMEMORY or LUS_EFILE. */
static int sample(const struct section_packer *p, const struct packed_frame *f,
                  struct value_layout *s, int16_t *x)
{
    uint16_t values[FRAME_VALUES];
    x += s->n;
    int status = p->store->solver->job.values(p->store->job, p->layer, f->first,
                                              (uint64_t)f->values, values);
    if (status < 0)
        return status;
    for (int i = 0; i < f->values; i++)
        x[i] = (int16_t)(values[i] - 32768);
    return p->store->solver->packing->layout(p->store->index, p->layer, f->first,
                                             f->values, s)
               ? 0
               : LUS_EMEMORY;
}

/* Fits a predictor to some frames of its part of the layer. */
static int fit(struct section_packer *p, int part)
{
    struct value_layout all = {0}, one = {0};
    uint32_t step = p->frames / (uint32_t)(SAMPLES * p->predictors) + 1;
    int16_t *x = malloc((((size_t)p->frames / step + 1) * FRAME_VALUES + PREDICT_WIDTH) *
                        sizeof *x);
    int status = x ? 0 : LUS_EMEMORY;
    for (uint32_t i = 0; status == 0 && i < p->frames; i += step) {
        const struct packed_frame *f = &p->frame[i];
        layout_clear(&one);
        p->store->solver->packing->layout(p->store->index, p->layer, f->first, f->values,
                                          &one);
        if (one.part == part)
            status = sample(p, f, &all, x);
    }
    if (status == 0 && (all.failed || !predictor_fit(p->predictor[part], &all, x)))
        status = LUS_EMEMORY;
    free(x);
    layout_free(&all);
    layout_free(&one);
    return status;
}

/* One predictor for each part of the layer; 0, LUS_EMEMORY or LUS_EFILE. */
static int predictors_make(struct section_packer *p)
{
    struct layout_size size[LAYOUT_PARTS] = {{0, 0, 0}};
    int status = 0;
    if (p->store->solver->packing)
        p->predictors = p->store->solver->packing->sizes(p->store->index, p->layer, size);
    for (int i = 0; p->store->solver->packing && status == 0 && i < p->predictors; i++)
        status = (p->predictor[i] = predictor_new(size[i])) ? fit(p, i) : LUS_EMEMORY;
    return status;
}

/* ---- frames ---- */

static int pack_frame(struct section_packer *p, struct frame *f, struct packed_frame *to)
{
    uint16_t values[FRAME_VALUES];
    uint8_t room[FRAME_ROOM];
    const struct predictor *m = NULL;
    int status = p->store->solver->job.values(p->store->job, p->layer, to->first,
                                              (uint64_t)to->values, values);
    if (status)
        return status;
    if (p->predictors) {
        struct value_layout *s = frame_layout(f);
        p->store->solver->packing->layout(p->store->index, p->layer, to->first,
                                          to->values, s);
        m = p->predictor[s->part];
    }
    int n = m ? to->values : to->values * value_kind_bytes(p->store->solver->kind);
    int bytes = frame_pack(f, m, values, n, room);
    if (bytes < 0)
        return bytes;
    if (!(to->bytes = malloc((size_t)bytes)))
        return LUS_EMEMORY;
    memcpy(to->bytes, room, (size_t)bytes);
    to->n = bytes;
    to->checksum = frame_checksum(room, (size_t)bytes);
    return 0;
}

static void pack_work(void *arg, int thread)
{
    struct section_packer *p = arg;
    struct frame *f = frame_new();
    int status = f ? 0 : LUS_EMEMORY;
    (void)thread;
    while (status == 0) {
        uint32_t i = atomic_fetch_add(&p->next, 1);
        if (i >= p->batch_end)
            break;
        status = pack_frame(p, f, &p->frame[i]);
    }
    if (status)
        atomic_store(&p->status, status);
    frame_free(f);
}

static size_t predictors_bytes(const struct section_packer *p)
{
    size_t size = 0;
    for (int i = 0; i < p->predictors; i++)
        size += predictor_bytes(p->predictor[i]->size);
    return size;
}

/* Everything before the frames, `size` bytes; NULL: out of memory. */
static uint8_t *header_make(const struct section_packer *p, double residual, size_t size)
{
    size_t predictors = predictors_bytes(p);
    uint8_t *header = calloc(1, size);
    if (!header)
        return NULL;
    uint8_t *at = header + SECTION_HEAD;
    put_number(header, 8, p->positions);
    put_number(header + 8, 4, predictors);
    put_number(header + 12, 4, p->frames);
    put_number(header + 16, 8, double_bits(residual));
    put_number(header + SECTION_VERSION_AT, 4, SECTION_VERSION);
    for (int i = 0; i < p->predictors; at += predictor_bytes(p->predictor[i]->size), i++)
        predictor_write(p->predictor[i], at);
    for (uint32_t i = 0; i < p->frames; i++, at += SECTION_ENTRY) {
        put_number(at, 4, (uint64_t)p->frame[i].n);
        put_number(at + 4, 4, (uint64_t)p->frame[i].values);
        put_number(at + 8, 8, p->frame[i].checksum);
    }
    put_number(header + SECTION_CHECKSUM, 8, frame_checksum(header, size));
    return header;
}

/* Packs and writes the frames, a batch at a time. */
static int write_frames(struct section_packer *p, FILE *out)
{
    int status = 0;
    for (uint32_t first = 0; status == 0 && first < p->frames; first = p->batch_end) {
        uint32_t left = p->frames - first;
        p->batch_end = first + (left < BATCH ? left : BATCH);
        atomic_store(&p->next, first);
        parallel_run(p->store->threads, pack_work, p);
        status = atomic_load(&p->status);
        errno = status == LUS_EFILE ? EIO : errno; /* that of a thread is lost */
        for (uint32_t i = first; i < p->batch_end; i++) {
            struct packed_frame *f = &p->frame[i];
            if (f->bytes)
                fwrite(f->bytes, 1, (size_t)f->n, out);
            free(f->bytes);
            f->bytes = NULL;
        }
    }
    return status;
}

/* The frames first, behind the room for the header, which contains their sizes. */
static int put_section(struct section_packer *p, double residual)
{
    struct file_writer w;
    size_t size = SECTION_HEAD + predictors_bytes(p) + (size_t)p->frames * SECTION_ENTRY;
    if (!layer_create(p->store, &w, p->layer, "layer"))
        return LUS_EFILE;
    int status = file_seek(&w, (off_t)size) ? write_frames(p, w.stream) : LUS_EFILE;
    uint8_t *header = status ? NULL : header_make(p, residual, size);
    if (!status && !header)
        status = LUS_EMEMORY;
    if (header && !file_seek(&w, 0))
        status = LUS_EFILE;
    if (header)
        fwrite(header, 1, size, w.stream);
    free(header);
    if (status) {
        file_abandon(&w);
        return status;
    }
    return file_commit(&w) ? 0 : LUS_EFILE;
}

int section_write(const struct layer_store *s, int layer, double residual)
{
    struct section_packer p = {.store = s, .layer = layer};
    p.positions = s->solver->index.layer_size(s->index, layer);
    int status = cut_frames(&p);
    if (status == 0)
        status = predictors_make(&p);
    if (status == 0)
        status = put_section(&p, residual);
    free(p.frame);
    for (int i = 0; i < p.predictors; i++)
        predictor_free(p.predictor[i]);
    return status;
}

/* Header, predictors and index of an open file, for the caller to free.  Returns 1, 0 if they
   are incomplete, or LUS_EMEMORY. */
static int read_header(FILE *f, uint8_t **header, size_t *size)
{
    uint8_t fixed[SECTION_HEAD];
    *header = NULL;
    if (fread(fixed, 1, sizeof fixed, f) != sizeof fixed || fseeko(f, 0, SEEK_END))
        return 0;
    *size = SECTION_HEAD + (size_t)get_number(fixed + 8, 4) +
            (size_t)get_number(fixed + 12, 4) * SECTION_ENTRY;
    if ((uint64_t)ftello(f) < *size)
        return 0;
    if (!(*header = malloc(*size)))
        return LUS_EMEMORY;
    rewind(f);
    return fread(*header, 1, *size, f) == *size;
}

/* Whether the frames have their checksums and nothing follows them; adds their bytes. */
static bool frames_valid(FILE *f, const uint8_t *entry, uint64_t frames, uint64_t *bytes)
{
    uint8_t packed[FRAME_ROOM];
    for (uint64_t i = 0; i < frames; i++, entry += SECTION_ENTRY) {
        size_t n = (size_t)get_number(entry, 4);
        if (n > sizeof packed || fread(packed, 1, n, f) != n ||
            frame_checksum(packed, n) != get_number(entry + 8, 8))
            return false;
        *bytes += n;
    }
    return fgetc(f) == EOF;
}

static bool header_valid(const struct layer_store *s, int layer, uint8_t *header,
                         size_t size)
{
    uint64_t sum = get_number(header + SECTION_CHECKSUM, 8);
    put_number(header + SECTION_CHECKSUM, 8, 0);
    return sum == frame_checksum(header, size) &&
           get_number(header, 8) == s->solver->index.layer_size(s->index, layer) &&
           get_number(header + SECTION_VERSION_AT, 4) == SECTION_VERSION;
}

int section_valid(const struct layer_store *s, int layer, uint64_t *bytes,
                  double *residual)
{
    char path[4096];
    size_t size = 0;
    uint8_t *header;
    layer_path(s, layer, "layer", path);
    FILE *f = fopen(path, "rb");
    if (!f)
        return errno == ENOENT ? 0 : errno == ENOMEM ? LUS_EMEMORY : LUS_EFILE;
    int good = read_header(f, &header, &size);
    if (good > 0)
        good = header_valid(s, layer, header, size);
    if (good > 0) {
        uint64_t frames = get_number(header + 12, 4);
        *bytes = size;
        *residual = bits_double(get_number(header + 16, 8));
        good = frames_valid(f, header + size - frames * SECTION_ENTRY, frames, bytes);
    }
    free(header);
    fclose(f);
    return good;
}
