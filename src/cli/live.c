/* SPDX-License-Identifier: MIT */
/* live.c - see live.h. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "arena/rate.h"
#include "cli/live.h"
#include "cli/plain.h"

struct live live_open(void)
{
    return (struct live){.terminal = isatty(STDERR_FILENO)};
}

void live_clear(struct live *l)
{
    if (l->drawn)
        fprintf(stderr, "\033[%dA\033[J", l->drawn);
    l->drawn = 0;
}

static void draw_table(struct live *l)
{
    struct buffer b = {0};
    if (l->table && l->table(&b, l->tournament) == 0 && !b.failed) {
        fwrite(b.bytes, 1, b.len, stderr);
        for (size_t i = 0; i < b.len; i++)
            l->drawn += b.bytes[i] == '\n';
    }
    free(b.bytes);
}

static void print_head(const struct live *l, const struct contest *c,
                       const struct tally *t, int64_t stored)
{
    char name[2][PLAIN_TEXT];
    if (l->number)
        fprintf(stderr, "match %d of %d: ", l->number, l->all);
    if (l->terminal || l->number)
        fprintf(stderr, "%s - %s, ", plain(name[0], c->name[0], 20),
                plain(name[1], c->name[1], 20));
    fprintf(stderr, "game %lld of %lld", 2 * (long long)tally_pairs(t),
            2 * (long long)c->match.pairs);
    if (stored)
        fprintf(stderr, ", %lld stored", (long long)stored);
}

static void print_score(const struct contest *c, const struct tally *t)
{
    struct rate rate = rate_pairs(t->pairs);
    char low[ELO_TEXT], high[ELO_TEXT];
    fprintf(stderr, "%.1f %% (%.1f to %.1f), Elo %s to %s", 100 * rate.score,
            100 * rate.low, 100 * rate.high, elo_text(low, rate_elo(rate.low)),
            elo_text(high, rate_elo(rate.high)));
    if (c->match.sprt)
        fprintf(stderr, ", LLR %+.2f of +-%.2f", sprt_ratio(c->match.sprt, t->pairs),
                sprt_bound());
}

static void show(void *arg, const struct contest *c, const struct tally *t,
                 int64_t stored)
{
    struct live *l = arg;
    if (l->terminal) {
        live_clear(l);
        draw_table(l);
        l->drawn += 2;
    }
    print_head(l, c, t, stored);
    fputs(l->terminal ? "\n  " : ": ", stderr);
    print_score(c, t);
    fputc('\n', stderr);
}

struct contest_show live_show(struct live *l)
{
    return (struct contest_show){l, show, l->terminal ? 200 : 10000};
}
