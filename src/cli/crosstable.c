/* SPDX-License-Identifier: MIT */
/* crosstable.c - see crosstable.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "cli/crosstable.h"
#include "text/sanitise.h"
#include "text/utf8.h"
#include "text/csv.h"

/* ---- the matches ---- */

static bool fill_pairing(struct pairing *p, const struct entries *e, int jobs)
{
    struct contest *c = &p->contest;
    c->match = (struct match){.rules = e->rules,
                              .pairs = e->games / 2,
                              .opening = contest_opening(e->rules, e->opening),
                              .jobs = jobs,
                              .seed = e->seed.value};
    for (int who = 0; who < 2; who++) {
        const struct entry *entry = &e->entry[p->player[who]];
        char log[32];
        snprintf(log, sizeof log, "player-%d", p->player[who] + 1);
        if (!contest_player(c, who, entry->player, e->time_ms, &e->wish, log))
            return false;
        snprintf(c->name[who], PLAYER_NAME, "%s", entry->name);
    }
    return true;
}

struct tournament *tournament_new(const struct entries *e, int jobs)
{
    struct tournament *t = calloc(1, sizeof *t);
    size_t most = (size_t)e->n * (size_t)(e->n - 1) / 2;
    if (!t || !(t->pairing = calloc(most + 1, sizeof *t->pairing))) {
        free(t);
        say_error(LUS_EMEMORY);
        return NULL;
    }
    t->entries = e;
    for (int i = 0; i < (e->gauntlet ? 1 : e->n); i++)
        for (int j = i + 1; j < e->n; j++) {
            struct pairing *p = &t->pairing[t->n++];
            p->player[0] = i;
            p->player[1] = j;
            if (!fill_pairing(p, e, jobs)) {
                tournament_free(t);
                return NULL;
            }
        }
    return t;
}

void tournament_free(struct tournament *t)
{
    if (t)
        free(t->pairing);
    free(t);
}

/* ---- standings ---- */

struct table {
    const struct tournament *t;
    struct standing standing[MAX_ENTRIES];
    int order[MAX_ENTRIES]; /* best first */
};

static int fit(struct table *a, const struct tournament *t)
{
    int n = t->entries->n;
    struct ladder *l = ladder_new(n);
    a->t = t;
    for (int i = 0; l && i < t->n; i++)
        ladder_add_pairs(l, t->pairing[i].player[0], t->pairing[i].player[1],
                         t->pairing[i].contest.tally.pairs);
    int status = l ? ladder_fit(l, a->standing) : LUS_EMEMORY;
    ladder_free(l);
    for (int i = 0; i < n; i++) { /* inserted where it belongs */
        int at = i;
        for (; at > 0 && a->standing[a->order[at - 1]].elo < a->standing[i].elo; at--)
            a->order[at] = a->order[at - 1];
        a->order[at] = i;
    }
    return status;
}

/* The share of the points one player has won against another; negative: no games. */
static double share(const struct tournament *t, int one, int other)
{
    for (int i = 0; i < t->n; i++) {
        const struct pairing *p = &t->pairing[i];
        const uint64_t *pairs = p->contest.tally.pairs;
        double points = 0, games = 2 * (double)tally_pairs(&p->contest.tally);
        bool here = p->player[0] == one && p->player[1] == other;
        if ((!here && (p->player[1] != one || p->player[0] != other)) || games < 1)
            continue;
        for (int k = 0; k < 5; k++)
            points += (double)pairs[k] * k / 2;
        return here ? points / games : 1 - points / games;
    }
    return -1;
}

static double part(double a, double b)
{
    return b > 0 ? a / b : 0;
}

/* ---- text ---- */

static void write_row(struct buffer *b, const struct table *a, int rank, int width)
{
    const struct entries *e = a->t->entries;
    int i = a->order[rank];
    const struct standing *s = &a->standing[i];
    char name[SANITISED_BYTES];
    print_into(b, "%3d  %s %+6ld %5.0f %6.1f %7lld ", rank + 1,
               sanitise_padded(name, e->entry[i].name, width), lround(s->elo), s->error,
               100 * part(s->points, (double)s->games), (long long)s->games);
    for (int k = 0; k < e->n; k++) {
        double cell = share(a->t, i, a->order[k]);
        if (cell < 0)
            print_into(b, "%6s", k == rank ? "-" : ".");
        else
            print_into(b, "%6.1f", 100 * cell);
    }
    buffer_str(b, "\n");
}

int crosstable_write(struct buffer *b, const struct tournament *t)
{
    const struct entries *e = t->entries;
    struct table a = {0};
    char head[SANITISED_BYTES];
    int width = 6, status = fit(&a, t);
    if (status < 0)
        return status;
    for (int i = 0; i < e->n; i++) {
        int n = utf8_width(e->entry[i].name);
        width = n > 28 ? 28 : n > width ? n : width;
    }
    print_into(b, "     %s    Elo    +-      %%   games ",
               sanitise_padded(head, "player", width));
    for (int i = 0; i < e->n; i++)
        print_into(b, "%6d", i + 1);
    buffer_str(b, "\n");
    for (int rank = 0; rank < e->n; rank++)
        write_row(b, &a, rank, width);
    return 0;
}

/* ---- JSON and CSV ---- */

static void json_standing(struct json *j, const struct entry *e, const struct standing *s)
{
    json_open(j, NULL, '{');
    json_string(j, "name", e->name);
    json_string(j, "player", e->player);
    json_real(j, "elo", s->elo);
    json_real(j, "error", s->error);
    json_real(j, "points", s->points);
    json_int(j, "games", s->games);
    json_close(j, '}');
}

int crosstable_json(struct json *j, const struct tournament *t)
{
    const struct entries *e = t->entries;
    struct table a = {0};
    int status = fit(&a, t);
    if (status < 0)
        return status;
    json_open(j, NULL, '{');
    json_string(j, "schema", "lusoria.tournament/1");
    json_string(j, "game", lus_rules_name(e->rules));
    json_string(j, "kind", e->gauntlet ? "gauntlet" : "round-robin");
    json_int(j, "games", e->games);
    json_int(j, "seed", (int64_t)e->seed.value);
    json_open(j, "players", '[');
    for (int rank = 0; rank < e->n; rank++)
        json_standing(j, &e->entry[a.order[rank]], &a.standing[a.order[rank]]);
    json_close(j, ']');
    json_open(j, "matches", '[');
    for (int i = 0; i < t->n; i++)
        contest_json(j, &t->pairing[i].contest);
    json_close(j, ']');
    json_close(j, '}');
    return 0;
}

void crosstable_csv(struct buffer *b, const struct tournament *t)
{
    contest_csv_head(b);
    for (int i = 0; i < t->n; i++)
        contest_csv(b, &t->pairing[i].contest);
}
