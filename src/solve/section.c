/* SPDX-License-Identifier: MIT */
/* section.c - see section.h. */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
#include "os/parallel.h"
#include "solve/format.h"
#include "solve/frame.h"
#include "solve/section.h"

void work_path(const struct work *w, int layer, const char *suffix, char path[4096])
{
    snprintf(path, 4096, "%s/%d.%s", w->folder, layer, suffix);
}

FILE *work_create(const struct work *w, int layer, const char *suffix)
{
    char path[4096];
    work_path(w, layer, suffix, path);
    strncat(path, ".new", sizeof path - strlen(path) - 1);
    return fopen(path, "wb");
}

bool work_commit(const struct work *w, FILE *f, int layer, const char *suffix)
{
    char path[4096], temporary[4096];
    work_path(w, layer, suffix, path);
    memcpy(temporary, path, sizeof path);
    strncat(temporary, ".new", sizeof temporary - strlen(temporary) - 1);
    bool good = fflush(f) == 0 && !ferror(f);
    int why = errno;
    if (fclose(f) && good)
        good = false;
    else
        errno = why;
    good = good && rename(temporary, path) == 0;
    if (!good) { /* what is there of it only takes room */
        why = errno;
        unlink(temporary);
        errno = why;
    }
    return good;
}

/* ---- packing ---- */

enum {
    BYTES_A_FRAME = 2048, /* values of one byte: a search asks for single ones */
    SAMPLES = 200,        /* frames a model is fitted to */
};

struct packed {
    uint64_t first;
    int values, n;
    uint8_t *bytes;
};

struct packing {
    const struct work *w;
    int layer, models;
    struct model *model[SHAPE_PARTS];
    uint64_t positions;
    atomic_uint next;
    atomic_int status;
    uint32_t frames, room;
    struct packed *frame;
};

static int cut_at(const struct packing *p, uint64_t first)
{
    const struct solver *s = p->w->solver;
    uint64_t left = p->positions - first;
    if (s->cut)
        return s->cut(p->w->index, p->layer, first);
    return left < BYTES_A_FRAME ? (int)left : BYTES_A_FRAME;
}

/* Where frames begin. */
static int cut_frames(struct packing *p)
{
    uint64_t first = 0;
    while (first < p->positions) {
        if (p->frames == p->room) {
            uint32_t room = p->room ? 2 * p->room : 64;
            struct packed *more = realloc(p->frame, room * sizeof *more);
            if (!more)
                return LUS_EMEMORY;
            p->frame = more;
            p->room = room;
        }
        int n = cut_at(p, first);
        p->frame[p->frames++] = (struct packed){.first = first, .values = n};
        first += (uint64_t)n;
    }
    return 0;
}

/* ---- models ---- */

/* Adds the values of a frame, and how they lie. */
static bool sample(const struct packing *p, const struct packed *f, struct shape *s,
                   int16_t *x)
{
    uint16_t values[FRAME_VALUES];
    x += s->n;
    p->w->solver->values(p->w->job, p->layer, f->first, (uint64_t)f->values, values);
    for (int i = 0; i < f->values; i++)
        x[i] = (int16_t)(values[i] - 32768);
    return p->w->solver->shape(p->w->index, p->layer, f->first, f->values, s);
}

/* A model from some frames of its part of the layer. */
static int fit(struct packing *p, int part)
{
    struct shape s = {0}, one = {0};
    uint32_t step = p->frames / (uint32_t)(SAMPLES * p->models) + 1;
    int16_t *x =
        malloc((((size_t)p->frames / step + 1) * FRAME_VALUES + LINE) * sizeof *x);
    bool good = x;
    for (uint32_t i = 0; good && i < p->frames; i += step) {
        const struct packed *f = &p->frame[i];
        shape_clear(&one);
        p->w->solver->shape(p->w->index, p->layer, f->first, f->values, &one);
        if (one.part == part)
            good = sample(p, f, &s, x);
    }
    good = good && !s.failed && model_fit(p->model[part], &s, x);
    free(x);
    shape_free(&s);
    shape_free(&one);
    return good ? 0 : LUS_EMEMORY;
}

static int make_models(struct packing *p)
{
    struct shape_size size[SHAPE_PARTS] = {{0, 0, 0}};
    int status = 0;
    if (p->w->solver->sizes)
        p->models = p->w->solver->sizes(p->w->index, p->layer, size);
    for (int i = 0; status == 0 && i < p->models; i++)
        status = (p->model[i] = model_new(size[i])) ? fit(p, i) : LUS_EMEMORY;
    return status;
}

/* ---- frames ---- */

static int pack_frame(struct packing *p, struct frame *f, struct packed *to)
{
    uint16_t values[FRAME_VALUES];
    uint8_t room[FRAME_ROOM];
    const struct model *m = NULL;
    p->w->solver->values(p->w->job, p->layer, to->first, (uint64_t)to->values, values);
    if (p->models) {
        struct shape *s = frame_shape(f);
        p->w->solver->shape(p->w->index, p->layer, to->first, to->values, s);
        m = p->model[s->part];
    }
    int bytes = frame_pack(f, m, values, to->values, room);
    if (bytes < 0)
        return bytes;
    if (!(to->bytes = malloc((size_t)bytes)))
        return LUS_EMEMORY;
    memcpy(to->bytes, room, (size_t)bytes);
    to->n = bytes;
    return 0;
}

static void pack_work(void *arg, int thread)
{
    struct packing *p = arg;
    struct frame *f = frame_new();
    int status = f ? 0 : LUS_EMEMORY;
    (void)thread;
    while (status == 0) {
        uint32_t i = atomic_fetch_add(&p->next, 1);
        if (i >= p->frames)
            break;
        status = pack_frame(p, f, &p->frame[i]);
    }
    if (status)
        atomic_store(&p->status, status);
    frame_free(f);
}

static size_t models_size(const struct packing *p)
{
    size_t size = 0;
    for (int i = 0; i < p->models; i++)
        size += model_bytes(p->model[i]->size);
    return size;
}

/* All before the frames; NULL: no memory. */
static uint8_t *make_head(const struct packing *p, double residual, size_t *size)
{
    size_t models = models_size(p);
    *size = SECTION_HEAD + models + (size_t)p->frames * SECTION_ENTRY;
    uint8_t *head = calloc(1, *size);
    if (!head)
        return NULL;
    uint8_t *at = head + SECTION_HEAD;
    put_number(head, 8, p->positions);
    put_number(head + 8, 4, models);
    put_number(head + 12, 4, p->frames);
    put_number(head + 16, 8, double_bits(residual));
    put_number(head + SECTION_VERSION, 4, TABLE_VERSION);
    for (int i = 0; i < p->models; at += model_bytes(p->model[i]->size), i++)
        model_put(p->model[i], at);
    for (uint32_t i = 0; i < p->frames; i++, at += SECTION_ENTRY) {
        put_number(at, 4, (uint64_t)p->frame[i].n);
        put_number(at + 4, 4, (uint64_t)p->frame[i].values);
        put_number(at + 8, 8, frame_checksum(p->frame[i].bytes, (size_t)p->frame[i].n));
    }
    put_number(head + SECTION_CHECKSUM, 8, frame_checksum(head, *size));
    return head;
}

static int put_section(const struct packing *p, double residual)
{
    size_t size;
    uint8_t *head = make_head(p, residual, &size);
    FILE *f = head ? work_create(p->w, p->layer, "layer") : NULL;
    if (!f) {
        free(head);
        return head ? LUS_EFILE : LUS_EMEMORY;
    }
    fwrite(head, 1, size, f);
    for (uint32_t i = 0; i < p->frames; i++)
        fwrite(p->frame[i].bytes, 1, (size_t)p->frame[i].n, f);
    free(head);
    return work_commit(p->w, f, p->layer, "layer") ? 0 : LUS_EFILE;
}

int section_write(const struct work *w, int layer, double residual)
{
    struct packing p = {.w = w, .layer = layer};
    p.positions = w->solver->layer_size(w->index, layer);
    int status = cut_frames(&p);
    if (status == 0)
        status = make_models(&p);
    if (status == 0) {
        parallel_run(w->threads, pack_work, &p);
        status = atomic_load(&p.status);
    }
    if (status == 0)
        status = put_section(&p, residual);
    for (uint32_t i = 0; i < p.frames; i++)
        free(p.frame[i].bytes);
    free(p.frame);
    for (int i = 0; i < p.models; i++)
        model_free(p.model[i]);
    return status;
}

/* A section's head, models and index, its file being open; NULL: not whole. */
static uint8_t *read_before_frames(FILE *f, size_t *size)
{
    uint8_t fixed[SECTION_HEAD];
    if (fread(fixed, 1, sizeof fixed, f) != sizeof fixed || fseeko(f, 0, SEEK_END))
        return NULL;
    *size = SECTION_HEAD + (size_t)get_number(fixed + 8, 4) +
            (size_t)get_number(fixed + 12, 4) * SECTION_ENTRY;
    uint8_t *head = (uint64_t)ftello(f) >= *size ? malloc(*size) : NULL;
    rewind(f);
    if (head && fread(head, 1, *size, f) == *size)
        return head;
    free(head);
    return NULL;
}

bool section_there(const struct work *w, int layer, uint64_t *bytes, double *residual)
{
    char path[4096];
    size_t size = 0;
    work_path(w, layer, "layer", path);
    FILE *f = fopen(path, "rb");
    uint8_t *head = f ? read_before_frames(f, &size) : NULL;
    bool good = head;
    if (good) {
        uint64_t sum = get_number(head + SECTION_CHECKSUM, 8),
                 frames = get_number(head + 12, 4);
        put_number(head + SECTION_CHECKSUM, 8, 0);
        *bytes = size;
        for (uint64_t i = 0; i < frames; i++)
            *bytes += get_number(head + size - (frames - i) * SECTION_ENTRY, 4);
        *residual = bits_double(get_number(head + 16, 8));
        good = sum == frame_checksum(head, size) &&
               get_number(head, 8) == w->solver->layer_size(w->index, layer) &&
               get_number(head + SECTION_VERSION, 4) == TABLE_VERSION &&
               fseeko(f, 0, SEEK_END) == 0 && (uint64_t)ftello(f) == *bytes;
    }
    free(head);
    if (f)
        fclose(f);
    return good;
}

/* ---- states: checksum, then the parts ---- */

/* Also of the program's version: another one may number positions otherwise. */
static uint64_t state_checksum(const struct solve_part *part, int n)
{
    uint64_t sum[SOLVE_MAX_PARTS + 1] = {frame_checksum(LUS_VERSION, sizeof LUS_VERSION)};
    for (int i = 0; i < n; i++)
        sum[i + 1] = frame_checksum(part[i].bytes, part[i].size);
    return frame_checksum(sum, sizeof sum);
}

int state_write(const struct work *w, int layer)
{
    struct solve_part part[SOLVE_MAX_PARTS];
    int n = w->solver->parts(w->job, layer, part);
    uint64_t sum = n < 0 ? 0 : state_checksum(part, n);
    FILE *f = n < 0 ? NULL : work_create(w, layer, "state");
    if (!f)
        return n < 0 ? n : LUS_EFILE;
    fwrite(&sum, sizeof sum, 1, f);
    for (int i = 0; i < n; i++)
        fwrite(part[i].bytes, 1, part[i].size, f);
    return work_commit(w, f, layer, "state") ? 0 : LUS_EFILE;
}

int state_read(const struct work *w, int layer)
{
    struct solve_part part[SOLVE_MAX_PARTS];
    char path[4096];
    uint64_t sum;
    int n = w->solver->parts(w->job, layer, part);
    if (n < 0)
        return n;
    work_path(w, layer, "state", path);
    FILE *f = fopen(path, "rb");
    bool good = f && fread(&sum, sizeof sum, 1, f) == 1;
    for (int i = 0; good && i < n; i++)
        good = fread(part[i].bytes, 1, part[i].size, f) == part[i].size;
    good = good && fgetc(f) == EOF && sum == state_checksum(part, n);
    if (f)
        fclose(f);
    return good ? 0 : LUS_EFILE;
}
