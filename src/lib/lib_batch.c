/* SPDX-License-Identifier: MIT */
/* lib_batch.c - public functions on many positions in one call, for machine learning.

   One round of random games from Python: five calls for all positions.

       lus_batch_throw     random -> thrown
       lus_batch_actions   positions, thrown -> actions, counts
       lus_batch_choose    actions, counts -> chosen        or a policy of the caller
       lus_batch_step      positions, thrown, chosen -> positions, results, sides
       lus_batch_start     results -> positions, results    finished games begin again

   Every function checks each position as the functions for one position do and stops at the
   first fault, so the return value is the number of positions that are done. */
#include "core/random.h"
#include "lib/lib_internal.h"

int lus_random_seed(lus_random *random, uint64_t seed, uint64_t stream)
{
    if (!random)
        return LUS_ERANGE;
    struct random made = random_stream(seed, stream);
    for (int i = 0; i < 4; i++)
        random->s[i] = made.s[i];
    return 0;
}

/* The generator of core/random.h; a struct copy, because the types are different. */
static struct random random_load(const lus_random *random)
{
    return (struct random){{random->s[0], random->s[1], random->s[2], random->s[3]}};
}

static void random_store(lus_random *random, const struct random *now)
{
    for (int i = 0; i < 4; i++)
        random->s[i] = now->s[i];
}

/* Without results all positions are set: the first call of a program. */
int lus_batch_start(const lus_rules *r, int n, lus_pos *positions, int32_t *results)
{
    if (!r || n < 0 || !positions)
        return LUS_ERANGE;
    for (int i = 0; i < n; i++) {
        if (results && results[i] == LUS_ONGOING)
            continue;
        r->start(r, &positions[i]);
        if (results)
            results[i] = LUS_ONGOING;
    }
    return n;
}

/* The dice are thrown for finished games, too; lus_batch_actions lists no action there. */
int lus_batch_throw(const lus_rules *r, int n, lus_random *random, int32_t *thrown)
{
    if (!r || n < 0 || !random || !thrown)
        return LUS_ERANGE;
    struct random now = random_load(random);
    for (int i = 0; i < n; i++)
        thrown[i] = random_throw(r, &now);
    random_store(random, &now);
    return n;
}

/* Each list has room for LUS_MAX_MOVES actions, so list i begins at a fixed place. */
int lus_batch_actions(const lus_rules *r, int n, const lus_pos *positions,
                      const int32_t *thrown, int32_t (*actions)[LUS_MAX_MOVES],
                      int32_t *counts)
{
    if (!r || n < 0 || !positions || !thrown || !actions || !counts)
        return LUS_ERANGE;
    for (int i = 0; i < n; i++) {
        int count = action_list(r, &positions[i], thrown[i], actions[i]);
        if (count < 0)
            return i;
        counts[i] = count;
    }
    return n;
}

/* A count out of range is a fault; the actions themselves are not read as moves here, so
   lists of the caller are allowed. */
int lus_batch_choose(int n, lus_random *random, const int32_t (*actions)[LUS_MAX_MOVES],
                     const int32_t *counts, int32_t *chosen)
{
    int i = 0;
    if (n < 0 || !random || !actions || !counts || !chosen)
        return LUS_ERANGE;
    struct random now = random_load(random);
    for (; i < n && counts[i] >= 0 && counts[i] <= LUS_MAX_MOVES; i++)
        chosen[i] = counts[i] ? actions[i][random_below(&now, (uint32_t)counts[i])] : -1;
    random_store(random, &now);
    return i;
}

/* Plays a legal action; 0 or a negative error. */
static int step(const lus_rules *r, lus_pos *p, int thrown, int action)
{
    lus_move m;
    if (action == -1)
        return lus_pos_check(r, p);
    int status = lus_action_move(r, p, thrown, action, &m);
    if (status < 0)
        return status;
    if (m == LUS_PASS)
        r->pass(r, p, thrown);
    else
        r->play(r, p, thrown, m);
    return 0;
}

/* The result is that of the bare position: A5 ends a game, A7 does not. */
int lus_batch_step(const lus_rules *r, int n, lus_pos *positions, const int32_t *thrown,
                   const int32_t *actions, int32_t *results, int32_t *sides)
{
    if (!r || n < 0 || !positions || !thrown || !actions)
        return LUS_ERANGE;
    for (int i = 0; i < n; i++) {
        if (step(r, &positions[i], thrown[i], actions[i]) < 0)
            return i;
        if (results)
            results[i] = lus_result(r, &positions[i]);
        if (sides)
            sides[i] = pos_side(&positions[i]);
    }
    return n;
}

/* Observation i begins at out + i x lus_observation_size. */
int lus_batch_observe(const lus_rules *r, int n, const lus_pos *positions,
                      const int32_t *thrown, float *out)
{
    if (!r || n < 0 || !positions || !out)
        return LUS_ERANGE;
    for (int i = 0; i < n; i++) {
        int size = lus_observe(r, &positions[i], thrown ? thrown[i] : LUS_ANY_THROW, out);
        if (size < 0)
            return i;
        out += size;
    }
    return n;
}
