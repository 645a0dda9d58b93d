/* SPDX-License-Identifier: MIT */
/* live_storage.c - see live_storage.h.

   The names, the moves, the throws and the result of a game are in its record, as in every
   stored game; the other members are columns.  The nonce of the dice follows from the texts
   of the players. */
#include "live/live_storage.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "arena/archive.h"
#include "live/live_level.h"

/* ---- writing ---- */

/* The row of a game, except its record. */
static struct store_live row_of(const struct live_game *g)
{
    return (struct store_live){
        .id = g->id,
        .version = g->version,
        .seed = g->dice.seed,
        .committed_nonce = g->committed_nonce,
        .nonce = {g->seat[0].nonce, g->seat[1].nonce},
        .kind = {(int)g->seat[0].kind, (int)g->seat[1].kind},
        .joined = {g->seat[0].joined, g->seat[1].joined},
        .seen = {g->seat[0].seen, g->seat[1].seen},
        .thrown = g->thrown,
        .generation = g->generation,
        .clock_ends = live_clock_end(g),
        .level_since = level_is_due(g) ? g->changed : -1,
        .draw_by = g->draw_by,
        .undo_by = g->undo_by,
        .rematch_by = g->rematch_by,
        .rematch = g->rematch,
        .created = g->created,
        .changed = g->changed,
    };
}

/* Both clocks, and when the one that runs was started. */
static void add_clock(struct store_live *row, const struct live_game *g)
{
    const struct game_clock *k = &g->clock;
    bool used = game_clock_used(k);
    for (int i = 0; i < 2; i++)
        row->clock[i] = used ? (int64_t)k->left_ms[i] : -1;
    row->clock_started = k->running < 0 ? -1 : (int64_t)k->since_ms;
}

int live_add(struct store *s, struct live_game *g, const struct live_tokens *tokens)
{
    struct store_token list[LIVE_INVITED + 1];
    struct store_live row = row_of(g);
    size_t size;
    int n = 0;
    for (int role = LIVE_FIRST; role <= LIVE_INVITED; role++)
        if (tokens->hash[role][0])
            list[n++] = (struct store_token){role, tokens->hash[role]};
    char *record = record_write(g->record, &size);
    if (!record)
        return LUS_EMEMORY;
    row.record = record;
    add_clock(&row, g);
    int status = store_live_add(s, &row, list, n);
    if (status == 0)
        g->version++;
    free(record);
    return status;
}

/* The row of the finished game; its record is `text`. */
static struct store_game finished_row(const struct live_game *g, const char *text)
{
    struct store_game row = archive_row(g->record);
    free((char *)(uintptr_t)row.record);
    row.record = text;
    for (int i = 0; i < 2; i++)
        row.person[i] = g->seat[i].kind == LIVE_PERSON;
    return row;
}

int live_save(struct store *s, struct live_game *g, bool was_over, const char *joined,
              int seat)
{
    struct store_token token = {seat ? LIVE_SECOND : LIVE_FIRST, joined};
    struct store_live_more more = {.token = joined ? &token : NULL,
                                   .old_role = LIVE_INVITED};
    struct store_live row = row_of(g);
    struct store_game finished;
    size_t size;
    char *record = record_write(g->record, &size);
    if (!record)
        return LUS_EMEMORY;
    row.record = record;
    add_clock(&row, g);
    if (!was_over && live_next(g) == LIVE_OVER) {
        finished = finished_row(g, record);
        more.finished = &finished;
    }
    int status = store_live_save(s, &row, &more);
    if (status == 0)
        g->version++;
    free(record);
    return status;
}

/* ---- reading ---- */

/* The record of a row.  NULL: it cannot be read. */
static struct record *read_record(const char *text)
{
    struct record **list, *record;
    lus_fault fault;
    int count;
    if (record_read(text, strlen(text), &list, &count, &fault) < 0)
        return NULL;
    record = count == 1 ? list[0] : NULL;
    if (!record)
        record_list_free(list, count);
    else
        free(list);
    return record;
}

static void copy_text(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from);
}

/* A kind that this program does not know is played by a person. */
static enum live_kind kind_of(int number)
{
    return number >= LIVE_PERSON && number <= LIVE_LEVEL ? (enum live_kind)number
                                                         : LIVE_PERSON;
}

/* The control is a tag of the record; the clock of the player to act runs. */
static void read_clock(struct live_game *g, const struct store_live *row)
{
    const char *control = record_tag(g->record, "TimeControl");
    struct time_control c = {0};
    if (control && time_control_parse(control, &c, NULL) < 0)
        c = (struct time_control){0};
    game_clock_set(&g->clock, &c);
    if (!game_clock_used(&g->clock) || row->clock[0] < 0 || row->clock[1] < 0)
        return;
    for (int i = 0; i < 2; i++)
        g->clock.left_ms[i] = (double)row->clock[i];
    if (row->clock_started < 0)
        return;
    g->clock.running = live_to_act(g);
    g->clock.since_ms = (double)row->clock_started;
}

/* Returns 1, or LUS_EFILE if the record of the row cannot be read. */
static int read_row(struct live_game *g, const struct store_live *row)
{
    *g = (struct live_game){.version = row->version,
                            .created = row->created,
                            .changed = row->changed,
                            .record = read_record(row->record),
                            .thrown = row->thrown,
                            .generation = row->generation,
                            .draw_by = row->draw_by,
                            .undo_by = row->undo_by,
                            .rematch_by = row->rematch_by};
    if (!g->record)
        return LUS_EFILE;
    copy_text(g->id, sizeof g->id, row->id);
    copy_text(g->rematch, sizeof g->rematch, row->rematch);
    copy_text(g->committed_nonce, sizeof g->committed_nonce, row->committed_nonce);
    for (int i = 0; i < 2; i++) {
        g->seat[i] = (struct live_seat){.kind = kind_of(row->kind[i]),
                                        .joined = row->joined[i],
                                        .seen = row->seen[i],
                                        .elsewhere = row->online[i]};
        copy_text(g->seat[i].nonce, sizeof g->seat[i].nonce, row->nonce[i]);
    }
    copy_text(g->dice.seed, sizeof g->dice.seed, row->seed);
    live_set_nonce(g);
    read_clock(g, row);
    return 1;
}

int live_load(struct store *s, const char *id, struct live_game *g)
{
    struct store_live row;
    int status = store_live_get(s, id, &row);
    if (status == 1)
        status = read_row(g, &row);
    store_live_release(s);
    return status;
}

int live_load_tokens(struct store *s, const char *id, struct live_tokens *tokens)
{
    struct store_token list[STORE_MAX_TOKENS];
    char hash[STORE_MAX_TOKENS][STORE_HASH];
    int n = 0, status = store_live_tokens(s, id, list, hash, &n);
    *tokens = (struct live_tokens){0};
    for (int i = 0; i < n; i++)
        if (list[i].role >= LIVE_FIRST && list[i].role <= LIVE_INVITED)
            copy_text(tokens->hash[list[i].role], LIVE_HASH, list[i].hash);
    return status;
}
