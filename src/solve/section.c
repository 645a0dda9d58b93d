/* SPDX-License-Identifier: MIT */
/* section.c - see section.h. */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
#include "core/parallel.h"
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
    bool good = !ferror(f);
    good = fclose(f) == 0 && good;
    return good && rename(temporary, path) == 0;
}

/* ---- packing ---- */

struct packed {
    uint8_t *bytes;
    int n;
};

struct packing {
    const struct work *w;
    int layer;
    uint64_t positions;
    atomic_uint next;
    atomic_int status;
    uint32_t blocks;
    struct packed *block;
};

/* Values a block: a cold probe unpacks one, and a search asks for single bytes. */
static uint32_t block_values(const struct work *w)
{
    return value_kind_bytes(w->solver->kind) == 2 ? 4096 : 2048;
}

static int pack_block(struct packing *p, struct frame *f, uint32_t i)
{
    uint16_t values[FRAME_VALUES];
    uint8_t room[FRAME_ROOM];
    uint32_t most = block_values(p->w);
    uint64_t first = (uint64_t)i * most, left = p->positions - first;
    uint64_t n = left < most ? left : most;
    p->w->solver->values(p->w->job, p->layer, first, n, values);
    struct frame_shape shape =
        solver_shape(p->w->solver, p->w->index, p->layer, first, (int)n, frame_rows(f));
    int bytes =
        frame_pack(f, &shape, values, (int)n, value_kind_bytes(p->w->solver->kind), room);
    if (bytes < 0)
        return bytes;
    if (!(p->block[i].bytes = malloc((size_t)bytes)))
        return LUS_EMEMORY;
    memcpy(p->block[i].bytes, room, (size_t)bytes);
    p->block[i].n = bytes;
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
        if (i >= p->blocks)
            break;
        status = pack_block(p, f, i);
    }
    if (status)
        atomic_store(&p->status, status);
    frame_free(f);
}

static int put_section(const struct packing *p, double residual)
{
    size_t size = SECTION_HEAD + (size_t)p->blocks * SECTION_ENTRY;
    uint8_t *head = calloc(1, size);
    FILE *f = head ? work_create(p->w, p->layer, "layer") : NULL;
    if (!f) {
        free(head);
        return head ? LUS_EFILE : LUS_EMEMORY;
    }
    put_number(head, 8, p->positions);
    put_number(head + 8, 4, block_values(p->w));
    put_number(head + 12, 4, p->blocks);
    put_number(head + 16, 8, double_bits(residual));
    put_number(head + SECTION_VERSION, 4, TABLE_VERSION);
    for (uint32_t i = 0; i < p->blocks; i++) {
        uint8_t *entry = head + SECTION_HEAD + (size_t)i * SECTION_ENTRY;
        put_number(entry, 4, (uint64_t)p->block[i].n);
        put_number(entry + 8, 8,
                   frame_checksum(p->block[i].bytes, (size_t)p->block[i].n));
    }
    put_number(head + SECTION_CHECKSUM, 8, frame_checksum(head, size));
    fwrite(head, 1, size, f);
    for (uint32_t i = 0; i < p->blocks; i++)
        fwrite(p->block[i].bytes, 1, (size_t)p->block[i].n, f);
    free(head);
    return work_commit(p->w, f, p->layer, "layer") ? 0 : LUS_EFILE;
}

int section_write(const struct work *w, int layer, double residual)
{
    struct packing p = {.w = w, .layer = layer};
    p.positions = w->solver->layer_size(w->index, layer);
    p.blocks = (uint32_t)((p.positions + block_values(w) - 1) / block_values(w));
    p.block = calloc(p.blocks, sizeof *p.block);
    if (!p.block)
        return LUS_EMEMORY;
    parallel_run(w->threads, pack_work, &p);
    int status = atomic_load(&p.status);
    if (status == 0)
        status = put_section(&p, residual);
    for (uint32_t i = 0; i < p.blocks; i++)
        free(p.block[i].bytes);
    free(p.block);
    return status;
}

bool section_there(const struct work *w, int layer, uint64_t *bytes, double *residual)
{
    char path[4096];
    uint64_t positions = w->solver->layer_size(w->index, layer);
    uint64_t blocks = (positions + block_values(w) - 1) / block_values(w);
    size_t size = (size_t)(SECTION_HEAD + blocks * SECTION_ENTRY);
    work_path(w, layer, "layer", path);
    FILE *f = fopen(path, "rb");
    uint8_t *head = f ? malloc(size) : NULL;
    bool good = head && fread(head, 1, size, f) == size;
    if (good) {
        uint64_t sum = get_number(head + SECTION_CHECKSUM, 8);
        put_number(head + SECTION_CHECKSUM, 8, 0);
        *bytes = size;
        for (uint64_t i = 0; i < blocks; i++)
            *bytes += get_number(head + SECTION_HEAD + i * SECTION_ENTRY, 4);
        *residual = bits_double(get_number(head + 16, 8));
        good = sum == frame_checksum(head, size) && get_number(head, 8) == positions &&
               get_number(head + SECTION_VERSION, 4) == TABLE_VERSION &&
               get_number(head + 8, 4) == block_values(w) &&
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
