/* SPDX-License-Identifier: MIT */
/* live.c - see live.h. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "arena/rate.h"
#include "cli/live.h"
#include "text/sanitise.h"
#include "cli/terminal.h"

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

static void write_head(struct buffer *b, const struct live *l, const struct contest *c,
                       const struct tally *t, int64_t stored)
{
    char name[2][SANITISED_BYTES];
    if (l->number)
        print_into(b, "match %d of %d: ", l->number, l->all);
    if (l->terminal || l->number)
        print_into(b, "%s - %s, ", sanitise(name[0], c->name[0], 20),
                   sanitise(name[1], c->name[1], 20));
    print_into(b, "game %lld of %lld", 2 * (long long)tally_pairs(t),
               2 * (long long)c->match.pairs);
    if (stored)
        print_into(b, ", %lld stored", (long long)stored);
}

static void write_score(struct buffer *b, const struct contest *c, const struct tally *t)
{
    struct rate rate = rate_pairs(t->pairs);
    char low[ELO_TEXT], high[ELO_TEXT];
    print_into(b, "%.1f %% (%.1f to %.1f), Elo %s to %s", 100 * rate.score,
               100 * rate.low, 100 * rate.high, elo_text(low, rate_elo(rate.low)),
               elo_text(high, rate_elo(rate.high)));
    if (c->match.sprt)
        print_into(b, ", LLR %+.2f of +-%.2f", sprt_ratio(c->match.sprt, t->pairs),
                   sprt_bound());
}

/* No line may be broken by the window and none leave it above: it could not be drawn
   again in its place. */
static void draw(struct live *l, const struct buffer *b)
{
    int columns = terminal_columns(), rows = terminal_rows(), lines = 0, column = 0;
    for (size_t i = 0; i < b->len; i++)
        lines += b->bytes[i] == '\n';
    live_clear(l);
    for (size_t i = 0; i < b->len; i++) {
        char byte = b->bytes[i];
        bool shown = lines < rows;
        column += ((unsigned char)byte & 0xc0) != 0x80;
        if (shown && (byte == '\n' || column < columns))
            fputc(byte, stderr);
        if (byte == '\n') {
            l->drawn += shown;
            lines--;
            column = 0;
        }
    }
}

static void show(void *arg, const struct contest *c, const struct tally *t,
                 int64_t stored)
{
    struct live *l = arg;
    struct buffer b = {0};
    if (l->terminal && l->table)
        l->table(&b, l->tournament);
    write_head(&b, l, c, t, stored);
    buffer_str(&b, l->terminal ? "\n  " : ": ");
    write_score(&b, c, t);
    buffer_str(&b, "\n");
    if (!b.failed && l->terminal)
        draw(l, &b);
    else if (!b.failed)
        fwrite(b.bytes, 1, b.len, stderr);
    free(b.bytes);
}

struct contest_show live_show(struct live *l)
{
    return (struct contest_show){l, show, l->terminal ? 200 : 10000};
}
