/* SPDX-License-Identifier: MIT */
/* remote_pairs.c - see remote_pairs.h. */
#include <string.h>
#include "arena/remote_pairs.h"
#include "os/clock.h"

/* struct game_outcome without its lines, of which there are usually none. */
struct remote_game {
    double time_ms[2];
    int points, plies, moves[2], fault, at_fault;
    int lines;    /* bytes of the last lines that follow */
    int recorded; /* plies that follow */
};

struct remote_ply {
    lus_move move;
    int64_t throw;
};

/* ---- the helper ---- */

static void put(struct buffer *out, const void *bytes, size_t n)
{
    buffer_bytes(out, bytes, n);
}

static void put_game(struct buffer *out, const lus_game *g, const struct game_outcome *o,
                     bool records)
{
    struct remote_game game = {.time_ms = {o->time_ms[0], o->time_ms[1]},
                               .points = o->points,
                               .plies = o->plies,
                               .moves = {o->moves[0], o->moves[1]},
                               .fault = (int)o->fault,
                               .at_fault = o->at_fault,
                               .lines = (int)strlen(o->last_lines),
                               .recorded = records ? lus_game_plies(g) : 0};
    put(out, &game, sizeof game);
    put(out, o->last_lines, (size_t)game.lines);
    for (int i = 0; i < game.recorded; i++) {
        struct remote_ply ply = {lus_game_move_at(g, i), lus_game_throw_at(g, i)};
        put(out, &ply, sizeof ply);
    }
}

/* Plays the pairs of a block one after the other; returns 0 or the status that ended it. */
static int play_block(const struct match *m, const struct pair_block *b, bool records,
                      struct buffer *out)
{
    int status = 0;
    for (int64_t pair = b->from; pair < b->from + b->n && status == 0; pair++) {
        struct finished_pair p;
        status = match_play_pair(m, pair, &p);
        for (int i = 0; i < 2 && status == 0; i++)
            put_game(out, p.game[i], &p.outcome[i], records);
        finished_pair_free(&p);
    }
    return status;
}

/* The head is written again when the block has been played. */
void remote_pairs_play(const struct match *m, const struct remote_match *d,
                       const struct pair_block *block, struct buffer *out)
{
    struct remote_head head = {.block = *block};
    double started = clock_ms();
    put(out, &head, sizeof head);
    if (d->batches) {
        struct match_tally t;
        match_play_batch(m, block, &t);
        put(out, &t, sizeof t);
    } else {
        head.status = play_block(m, block, d->records, out);
    }
    head.ms = clock_ms() - started;
    if (!out->failed)
        memcpy(out->bytes, &head, sizeof head);
}

/* ---- the sender ---- */

/* What is left of a result. */
struct remote_bytes {
    const char *at;
    size_t left;
};

static bool take(struct remote_bytes *b, void *into, size_t n)
{
    if (n > b->left)
        return false;
    memcpy(into, b->at, n);
    b->at += n;
    b->left -= n;
    return true;
}

/* Plays the moves that follow in a new game.  Returns 0, LUS_EMEMORY or LUS_ETEXT. */
static int take_plies(struct remote_bytes *b, const lus_rules *r, int n, lus_game **made)
{
    struct remote_ply ply;
    lus_game *g = match_new_game(r);
    int status = g ? 0 : LUS_EMEMORY;
    for (int i = 0; i < n && status == 0; i++)
        status = take(b, &ply, sizeof ply) ? lus_game_play(g, (int)ply.throw, ply.move)
                                           : LUS_ETEXT;
    *made = g;
    return status < 0 && status != LUS_EMEMORY ? LUS_ETEXT : status;
}

static int take_game(struct remote_bytes *b, const struct match *m, lus_game **g,
                     struct game_outcome *o)
{
    struct remote_game game;
    if (!take(b, &game, sizeof game) || game.lines < 0 ||
        game.lines >= AGENT_LAST_LINES || game.fault < 0 || game.fault >= AGENT_FAULTS ||
        game.points < 0 || game.points > 2)
        return LUS_ETEXT;
    *o = (struct game_outcome){.points = game.points,
                               .plies = game.plies,
                               .moves = {game.moves[0], game.moves[1]},
                               .time_ms = {game.time_ms[0], game.time_ms[1]},
                               .fault = (enum agent_fault)game.fault,
                               .at_fault = game.at_fault & 1};
    if (!take(b, o->last_lines, (size_t)game.lines))
        return LUS_ETEXT;
    return m->recorder ? take_plies(b, m->rules, game.recorded, g) : 0;
}

/* Adds the pairs that follow. */
static int add_pairs(struct match_run *run, struct remote_bytes *b,
                     const struct pair_block *block)
{
    int status = 0;
    for (int64_t pair = block->from; pair < block->from + block->n && status == 0;
         pair++) {
        struct finished_pair p = {0};
        for (int i = 0; i < 2 && status == 0; i++)
            status = take_game(b, match_run_match(run), &p.game[i], &p.outcome[i]);
        if (status == 0)
            match_run_add_pair(run, pair, &p);
        else
            finished_pair_free(&p);
    }
    return status;
}

int remote_pairs_add(struct match_run *run, const char *bytes, size_t n,
                     struct remote_head *head)
{
    struct remote_bytes b = {bytes, n};
    struct match_tally t;
    int status = 0;
    if (!take(&b, head, sizeof *head))
        return LUS_ETEXT;
    if (head->status)
        match_run_end(run, (int)head->status);
    else if (head->block.n && match_in_batches(match_run_match(run))) {
        if (!take(&b, &t, sizeof t))
            return LUS_ETEXT;
        match_run_add_batch(run, &t);
    } else {
        status = add_pairs(run, &b, &head->block);
    }
    return status == 0 && !head->status && b.left ? LUS_ETEXT : status;
}
