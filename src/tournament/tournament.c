/* SPDX-License-Identifier: MIT */
/* tournament.c - see tournament.h.

   Round robin: every entrant against every later one, n (n - 1) / 2 matches.  Gauntlet: the
   first entrant against all others, n - 1 matches. */
#include <stdio.h>
#include <stdlib.h>
#include "arena/recorder.h"
#include "tournament/tournament.h"

/* ---- matches ---- */

/* Fills the match of two entrants.  On failure *entrant is the one at fault. */
static int set_pairing(struct pairing *p, const struct tournament_spec *s, int jobs,
                       int *entrant, lus_fault *fault)
{
    struct match *m = &p->match;
    *m = (struct match){.rules = s->rules,
                        .pairs = s->games / 2,
                        .opening = match_opening(s->rules, &s->opening),
                        .clock = s->clock,
                        .jobs = jobs,
                        .seed = s->seed};
    for (int who = 0; who < 2; who++) {
        const struct entrant *e = &s->entrant[p->player[who]];
        *entrant = p->player[who];
        int status = match_set_player(m, who, e->player, &s->agent, fault);
        if (status < 0)
            return status;
        snprintf(m->name[who], PLAYER_NAME, "%s", e->name);
    }
    return 0;
}

int tournament_new(struct tournament **made, const struct tournament_spec *s, int jobs,
                   int *entrant, lus_fault *fault)
{
    struct tournament *t = calloc(1, sizeof *t);
    size_t most = (size_t)s->n * (size_t)(s->n - 1) / 2;
    int status = 0;
    if (!t || !(t->pairing = calloc(most + 1, sizeof *t->pairing))) {
        free(t);
        return LUS_EMEMORY;
    }
    t->spec = s;
    for (int i = 0; i < (s->gauntlet ? 1 : s->n) && status == 0; i++)
        for (int j = i + 1; j < s->n && status == 0; j++) {
            struct pairing *p = &t->pairing[t->n++];
            p->player[0] = i;
            p->player[1] = j;
            status = set_pairing(p, s, jobs, entrant, fault);
        }
    if (status < 0)
        tournament_free(t);
    else
        *made = t;
    return status;
}

void tournament_free(struct tournament *t)
{
    if (t)
        free(t->pairing);
    free(t);
}

int tournament_set_log(struct tournament *t, const char *dir)
{
    for (int i = 0; i < 2 * t->n; i++) {
        struct pairing *p = &t->pairing[i / 2];
        struct player_spec *player = &p->match.bot[i % 2];
        char name[32];
        snprintf(name, sizeof name, "player-%d", p->player[i % 2] + 1);
        int status = player->kind == PLAYER_EXEC
                         ? transcript_file(dir, name, player->agent.log, AGENT_PATH)
                         : 0;
        if (status < 0)
            return status;
    }
    return 0;
}

void tournament_set_seed(struct tournament *t, uint64_t seed)
{
    for (int i = 0; i < t->n; i++)
        t->pairing[i].match.seed = seed;
}

int tournament_unfinished_seed(const struct tournament *t, struct store *store,
                               uint64_t *seed)
{
    int found = 0;
    for (int i = 0; i < t->n && found == 0; i++)
        found = match_unfinished_seed(store, &t->pairing[i].match, seed);
    return found;
}

int64_t tournament_recalled(const struct tournament *t)
{
    int64_t recalled = 0;
    for (int i = 0; i < t->n; i++)
        recalled += t->pairing[i].result.recalled;
    return recalled;
}

/* ---- standings ---- */

/* Insertion sort by rating, best first; equal ratings keep the order of the entrants. */
static void sort_standings(struct standings *s, int n)
{
    for (int i = 0; i < n; i++) {
        int at = i;
        for (; at > 0 && s->rating[s->order[at - 1]].elo < s->rating[i].elo; at--)
            s->order[at] = s->order[at - 1];
        s->order[at] = i;
    }
}

int tournament_standings(const struct tournament *t, struct standings *s)
{
    struct bradley_terry *model = bradley_terry_new(t->spec->n);
    *s = (struct standings){0};
    for (int i = 0; model && i < t->n; i++)
        bradley_terry_add_pairs(model, t->pairing[i].player[0], t->pairing[i].player[1],
                                t->pairing[i].result.tally.pairs);
    int status = model ? bradley_terry_fit(model, s->rating) : LUS_EMEMORY;
    bradley_terry_free(model);
    sort_standings(s, t->spec->n);
    return status;
}
