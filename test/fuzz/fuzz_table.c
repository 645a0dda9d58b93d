/* SPDX-License-Identifier: MIT */
/* fuzz_table.c - opens and probes a table file.  Nothing outside the file is read; values
   are in their range, and they are correct unless the checksums were corrected here.

   An input is two bytes and the file.  The bits of byte 0 select the checksums that are
   corrected, because a file with a wrong one is rejected early: 1 of the head, 2 of the
   sections, 4 of the frames.  8: the open file is cut after byte 1 / 256 of its length. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "fuzz.h"
#include "solve/format.h"
#include "solve/frame.h"
#include "solve/table.h"

enum { FIX_HEAD = 1, FIX_SECTIONS = 2, FIX_FRAMES = 4, CUT = 8 };
_Static_assert((FIX_HEAD | FIX_SECTIONS | FIX_FRAMES) == FUZZ_FIX_ALL, "see fuzz.h");

/* ---- corrected checksums ---- */

static void fix_section(uint8_t *file, size_t size, size_t at, int fix)
{
    if (at > size || size - at < SECTION_HEAD)
        return;
    uint64_t blocks = get_number(file + at + 12, 4), room = size - at - SECTION_HEAD;
    uint64_t predictors = get_number(file + at + 8, 4);
    if (predictors > room || blocks > (room - predictors) / SECTION_ENTRY)
        return;
    size_t index = SECTION_HEAD + (size_t)predictors;
    size_t head = index + (size_t)blocks * SECTION_ENTRY, frame = at + head;
    for (uint64_t i = 0; fix & FIX_FRAMES && i < blocks; i++) {
        uint8_t *entry = file + at + index + i * SECTION_ENTRY;
        size_t bytes = (size_t)get_number(entry, 4);
        if (bytes > size - frame)
            break;
        put_number(entry + 8, 8, frame_checksum(file + frame, bytes));
        frame += bytes;
    }
    put_number(file + at + SECTION_CHECKSUM, 8, 0);
    put_number(file + at + SECTION_CHECKSUM, 8, frame_checksum(file + at, head));
}

void fuzz_table_fix(uint8_t *file, size_t size, int fix)
{
    if (size < TABLE_HEAD)
        return;
    uint64_t text = get_number(file + 12, 4), layers = get_number(file + 16, 4);
    uint64_t room = size - TABLE_HEAD;
    if (text > room || layers > (room - text) / TABLE_ENTRY)
        return;
    size_t directory = TABLE_HEAD + (size_t)text;
    for (uint64_t i = 0; fix & FIX_SECTIONS && i < layers; i++) {
        uint64_t at = get_number(file + directory + i * TABLE_ENTRY, 8);
        fix_section(file, size, at < size ? (size_t)at : size, fix);
    }
    if (!(fix & FIX_HEAD))
        return;
    put_number(file + TABLE_CHECKSUM, 8, 0);
    put_number(file + TABLE_CHECKSUM, 8,
               frame_checksum(file, directory + (size_t)layers * TABLE_ENTRY));
}

/* ---- probes ---- */

/* Compares with a new solution of the table that the corpus is made of. */
static bool is_right(const struct table_info *info, int layer, uint64_t rank, int number)
{
    static void *job, *index;
    struct solve_progress progress = {0};
    double residual;
    if (strcmp(info->r->name, "awari:abapa") != 0 || info->size != 3)
        return true;
    if (!job) {
        index = info->solver->index.create(info->r, info->size);
        job = info->solver->job.create(index, 1);
        for (progress.layer = 0; progress.layer <= info->size; progress.layer++)
            info->solver->job.solve(job, progress.layer, &progress, &residual);
    }
    return info->solver->job.unrounded(job, layer, rank) == number;
}

static bool is_possible(const struct table_info *info, int layer, int number)
{
    if (info->solver->kind == VALUE_KIND_RESULT8)
        return number >= 0 && number <= 2;
    if (info->solver->kind == VALUE_KIND_STONES8)
        return number >= -layer && number <= layer;
    return number >= 0 && number <= 65535;
}

static void ask(struct table *t, int layer, uint64_t rank, bool helped)
{
    const struct table_info *info = table_info(t);
    int number, there;
    uint64_t back;
    double value = -99;
    lus_pos p;
    info->solver->index.unrank(info->index, layer, rank, &p);
    REQUIRE(info->solver->index.rank(info->index, &p, &there, &back));
    REQUIRE(there == layer && back == rank);
    int status = table_number(t, layer, rank, &number);
    REQUIRE(status <= 0);
    if (status < 0)
        return;
    REQUIRE(is_possible(info, layer, number));
    REQUIRE(helped || is_right(info, layer, rank, number));
    REQUIRE(table_value(t, &p, &value) == 1);
    REQUIRE(value == value_of_number(info->solver->kind, number));
}

static void ask_all(struct table *t, bool helped)
{
    const struct table_info *info = table_info(t);
    static uint16_t values[FRAME_VALUES];
    uint64_t positions = 0;
    for (int layer = 0; layer < info->layers; layer++) {
        struct table_layer l = table_layer(t, layer);
        positions += l.positions;
        REQUIRE(l.bytes <= info->file_bytes);
        for (uint64_t b = 0; b < l.blocks && b < 8; b++)
            REQUIRE(table_block(t, layer, b, values) <= FRAME_VALUES);
        for (uint64_t i = 0; i < 16; i++)
            ask(t, layer, i < l.positions ? i : l.positions - 1, helped);
        ask(t, layer, l.positions - 1, helped);
    }
    REQUIRE(positions == info->positions);
}

int fuzz_table(const uint8_t *data, size_t size)
{
    char path[64], why[256] = "";
    if (size < 2 || !frame_able())
        return 0;
    int fix = data[0], file = memfd_create("table", MFD_CLOEXEC);
    uint8_t *copy = malloc(size);
    REQUIRE(copy && file >= 0);
    size -= 2;
    memcpy(copy, data + 2, size);
    if (fix & (FIX_HEAD | FIX_SECTIONS))
        fuzz_table_fix(copy, size, fix);
    REQUIRE(write(file, copy, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    struct table *t = table_open(path, why);
    REQUIRE(t || (!strncmp(why, path, strlen(path)) && strlen(why) > strlen(path) + 4));
    if (t && fix & CUT)
        REQUIRE(ftruncate(file, (off_t)(size * data[1] / 256)) == 0);
    if (t)
        ask_all(t, fix & (FIX_HEAD | FIX_SECTIONS | FIX_FRAMES));
    table_close(t);
    close(file);
    free(copy);
    return 0;
}
