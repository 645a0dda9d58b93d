/* SPDX-License-Identifier: MIT */
/* match_report.c - the result of a match as text: see match_report.h.

       ur:finkel: ai:beginner against random, 20 games in pairs, seed 1
       ai:beginner scores 80.00 % (95 %: 56.74 to 93.26), Elo +241 (+47 to +456)
         likelihood that it is the better player: 99.6 %
         SPRT elo0 0, elo1 50: not decided (log-likelihood ratio 0.52 of +-2.94)
         beginning         8 won        0 drawn        2 lost
         second            8 won        0 drawn        2 lost
         the first to move scores 50.00 %; 153.0 plies a game
         ms a move: ai:beginner 0.00105, random 0
         bot forfeited 3 games: timeout 3; its last lines:
           ...
         bot lost 2 games on time */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "arena/buffer_printf.h"
#include "arena/elo.h"
#include "arena/match_report.h"
#include "arena/match_report_internal.h"
#include "solve/solve.h"
#include "text/sanitise.h"

enum { NAME_WIDTH = 100 };

const char *elo_format(char out[ELO_TEXT], double elo)
{
    if (isinf(elo))
        snprintf(out, ELO_TEXT, "%sinfinite", elo > 0 ? "+" : "-");
    else
        snprintf(out, ELO_TEXT, "%+ld", lround(elo)); /* never "-0" */
    return out;
}

static void write_score(struct buffer *b, const char *name, const struct match_tally *t)
{
    struct score_estimate e = score_estimate(t->pairs);
    char mid[ELO_TEXT], low[ELO_TEXT], high[ELO_TEXT];
    buffer_printf(b, "%s scores %.2f %% (95 %%: %.2f to %.2f), Elo %s (%s to %s)\n", name,
                  100 * e.score, 100 * e.low, 100 * e.high,
                  elo_format(mid, elo_from_score(e.score)),
                  elo_format(low, elo_from_score(e.low)),
                  elo_format(high, elo_from_score(e.high)));
    buffer_printf(b, "  likelihood that it is the better player: %.1f %%\n",
                  100 * e.superiority);
}

/* Results when the first player began and when the second did. */
static void write_seats(struct buffer *b, const struct match_tally *t)
{
    for (int began = 1; began >= 0; began--)
        buffer_printf(b, "  %-10s %8llu won %8llu drawn %8llu lost\n",
                      began ? "beginning" : "second",
                      (unsigned long long)t->games[began][2],
                      (unsigned long long)t->games[began][1],
                      (unsigned long long)t->games[began][0]);
    buffer_printf(b, "  the first to move scores %.2f %%; %.1f plies a game\n",
                  100 * match_tally_beginner_score(t), match_tally_mean_plies(t));
}

static void write_sprt(struct buffer *b, const struct sprt *s,
                       const struct match_tally *t)
{
    static const char *const decisions[] = {"not decided", "elo0 is accepted",
                                            "elo1 is accepted"};
    if (s)
        buffer_printf(
            b, "  SPRT elo0 %g, elo1 %g: %s (log-likelihood ratio %.2f of +-%.2f)\n",
            s->elo0, s->elo1, decisions[t->decision], sprt_llr(s, t->pairs),
            sprt_bound());
}

/* Text of several lines from another program, indented and sanitised. */
static void write_lines(struct buffer *b, const char *lines)
{
    char line[AGENT_LAST_LINES], safe[SANITISED_BYTES];
    while (*lines) {
        size_t n = strcspn(lines, "\n");
        snprintf(line, sizeof line, "%.*s", (int)n, lines);
        buffer_printf(b, "    %s\n", sanitise(safe, line, SANITISED_BYTES - 1));
        lines += n + (lines[n] == '\n');
    }
}

void match_report_forfeits(struct buffer *b, const struct match *m,
                           const struct match_tally *t)
{
    char name[SANITISED_BYTES];
    for (int who = 0; who < 2; who++) {
        int64_t forfeits = match_tally_forfeits(t, who);
        long long late = (long long)match_tally_time_losses(t, who);
        sanitise(name, m->name[who], NAME_WIDTH);
        if (late)
            buffer_printf(b, "  %s lost %lld game%s on time\n", name, late,
                          late == 1 ? "" : "s");
        if (!forfeits)
            continue;
        buffer_printf(b, "  %s forfeited %lld games:", name, (long long)forfeits);
        for (int i = 1; i < AGENT_OUT_OF_TIME; i++)
            if (t->faults[who][i])
                buffer_printf(b, " %s %llu", agent_fault_name[i],
                              (unsigned long long)t->faults[who][i]);
        const char *lines = t->last_lines[who];
        buffer_printf(b, "%s%s", agent_lines_heading(lines), lines[0] ? "" : "\n");
        write_lines(b, lines);
    }
}

int match_table_size(const struct match *m, int who)
{
    const struct search_tablebase *tablebase = &m->bot[who].limits.tablebase;
    return tablebase->probe ? tablebase->max_material : 0;
}

/* Which players use a tablebase, and how large it is. */
static void write_tables(struct buffer *b, const struct match *m, const char *first,
                         const char *second)
{
    int size[2] = {match_table_size(m, 0), match_table_size(m, 1)};
    if (size[0] || size[1])
        buffer_printf(b, "%s%s%s: with a table of %d %s\n", size[0] ? first : "",
                      size[0] && size[1] ? ", " : "", size[1] ? second : "",
                      size[size[0] ? 0 : 1], solver_of(m->rules)->size_name);
}

void match_report_text(struct buffer *b, const struct match *m,
                       const struct match_result *r)
{
    const struct match_tally *t = &r->tally;
    char name[2][SANITISED_BYTES], clock[TIME_CONTROL_TEXT];
    bool timed = m->clock.base_ms;
    int64_t games = match_tally_games(t);
    for (int i = 0; i < 2; i++)
        sanitise(name[i], m->name[i], NAME_WIDTH);
    time_control_format(&m->clock, clock);
    buffer_printf(b, "%s: %s against %s, %lld games in pairs, %s%s%sseed %llu\n",
                  lus_rules_name(m->rules), name[0], name[1], (long long)games,
                  timed ? "clock " : "", timed ? clock : "", timed ? ", " : "",
                  (unsigned long long)m->seed);
    write_tables(b, m, name[0], name[1]);
    if (r->recalled)
        buffer_printf(b, "%lld of them were in the store\n",
                      (long long)(r->recalled < games ? r->recalled : games));
    write_score(b, name[0], t);
    write_sprt(b, m->sprt, t);
    write_seats(b, t);
    buffer_printf(b, "  ms a move: %s %.3g, %s %.3g\n", name[0],
                  match_tally_ms_per_move(t, 0), name[1], match_tally_ms_per_move(t, 1));
    match_report_forfeits(b, m, t);
}
