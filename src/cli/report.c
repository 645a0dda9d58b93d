/* SPDX-License-Identifier: MIT */
/* report.c - what came of a match: as text, JSON and CSV; see contest.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "arena/rate.h"
#include "cli/contest.h"
#include "text/sanitise.h"
#include "text/csv.h"

typedef unsigned long long large;

static double part(double a, double b)
{
    return b > 0 ? a / b : 0;
}

static int64_t games_of(const struct tally *t)
{
    return 2 * tally_pairs(t);
}

static int64_t counted(const struct tally *t, int result)
{
    return (int64_t)(t->games[0][result] + t->games[1][result]);
}

/* The share of the games won by the player who began, draws half. */
static double first_share(const struct tally *t)
{
    uint64_t half =
        2 * t->games[1][2] + t->games[1][1] + 2 * t->games[0][0] + t->games[0][1];
    return part((double)half, 2 * (double)games_of(t));
}

static double mean_plies(const struct tally *t)
{
    return part((double)t->plies, (double)games_of(t));
}

static double ms_a_move(const struct tally *t, int who)
{
    return part(t->time_ms[who], (double)t->moves[who]);
}

static int64_t faults_of(const struct tally *t, int who)
{
    uint64_t all = 0;
    for (int i = 1; i < AGENT_FAULTS; i++)
        all += t->faults[who][i];
    return (int64_t)all;
}

/* ---- text ---- */

const char *elo_text(char out[ELO_TEXT], double elo)
{
    if (isinf(elo))
        snprintf(out, ELO_TEXT, "%sinfinite", elo > 0 ? "+" : "-");
    else
        snprintf(out, ELO_TEXT, "%+ld", lround(elo)); /* never "-0" */
    return out;
}

static void print_score(const char *name, const struct tally *t)
{
    struct rate rate = rate_pairs(t->pairs);
    char mid[ELO_TEXT], low[ELO_TEXT], high[ELO_TEXT];
    printf("%s scores %.2f %% (95 %%: %.2f to %.2f), Elo %s (%s to %s)\n", name,
           100 * rate.score, 100 * rate.low, 100 * rate.high,
           elo_text(mid, rate_elo(rate.score)), elo_text(low, rate_elo(rate.low)),
           elo_text(high, rate_elo(rate.high)));
    printf("  likelihood that it is the better player: %.1f %%\n", 100 * rate.superior);
}

static void print_seats(const struct tally *t)
{
    for (int began = 1; began >= 0; began--)
        printf("  %-10s %8llu won %8llu drawn %8llu lost\n",
               began ? "beginning" : "second", (large)t->games[began][2],
               (large)t->games[began][1], (large)t->games[began][0]);
    printf("  whoever begins scores %.2f %%; %.1f plies a game\n", 100 * first_share(t),
           mean_plies(t));
}

static void print_sprt(const struct contest *c)
{
    const struct sprt *s = c->match.sprt;
    static const char *const verdicts[] = {"not decided", "elo0 is accepted",
                                           "elo1 is accepted"};
    if (s)
        printf("  SPRT elo0 %g, elo1 %g: %s (log-likelihood ratio %.2f of +-%.2f)\n",
               s->elo0, s->elo1, verdicts[c->tally.verdict],
               sprt_ratio(s, c->tally.pairs), sprt_bound());
}

/* Games lost by a fault, if there are any: those are another program's. */
static void print_faults_of(const char *name, const struct tally *t, int who)
{
    char said[SANITISED_BYTES];
    const char *line = t->said[who];
    if (!faults_of(t, who))
        return;
    printf("  %s lost %lld games by itself:", name, (long long)faults_of(t, who));
    for (int i = 1; i < AGENT_FAULTS; i++)
        if (t->faults[who][i])
            printf(" %s %llu", agent_fault_name[i], (large)t->faults[who][i]);
    printf("; its last lines:\n");
    while (*line) {
        char one[AGENT_SAID];
        size_t n = strcspn(line, "\n");
        snprintf(one, sizeof one, "%.*s", (int)n, line);
        printf("    %s\n", sanitise(said, one, SANITISED_BYTES - 1));
        line += n + (line[n] == '\n');
    }
}

void contest_print_faults(const struct contest *c)
{
    char name[SANITISED_BYTES];
    for (int who = 0; who < 2; who++)
        print_faults_of(sanitise(name, c->name[who], 100), &c->tally, who);
}

static int tables_of(const struct contest *c, int who)
{
    const struct search_known *known = &c->match.bot[who].limits.known;
    return known->value ? known->most : 0;
}

/* Who knows the ends of games by heart, which other matches may not have had. */
static void print_tables(const struct contest *c, const char *first, const char *second)
{
    bool one = tables_of(c, 0), other = tables_of(c, 1);
    if (one || other)
        printf("%s%s%s: with a table of %d %s\n", one ? first : "",
               one && other ? ", " : "", other ? second : "", tables_of(c, one ? 0 : 1),
               solver_of(c->match.rules)->size_name);
}

void contest_print(const struct contest *c)
{
    const struct tally *t = &c->tally;
    char name[2][SANITISED_BYTES];
    for (int i = 0; i < 2; i++)
        sanitise(name[i], c->name[i], 100);
    printf("%s: %s against %s, %lld games in pairs, seed %llu\n",
           lus_rules_name(c->match.rules), name[0], name[1], (long long)games_of(t),
           (large)c->match.seed);
    print_tables(c, name[0], name[1]);
    if (c->recalled)
        printf("%lld of them were in the store\n",
               (long long)(c->recalled < games_of(t) ? c->recalled : games_of(t)));
    print_score(name[0], t);
    print_sprt(c);
    print_seats(t);
    printf("  ms a move: %s %.3g, %s %.3g\n", name[0], ms_a_move(t, 0), name[1],
           ms_a_move(t, 1));
    contest_print_faults(c);
}

/* ---- JSON ---- */

static void json_bounds(struct json *j, const char *key, double mid, double low,
                        double high)
{
    json_open(j, key, '{');
    json_real(j, "value", mid);
    json_real(j, "low", low);
    json_real(j, "high", high);
    json_close(j, '}');
}

static void json_player(struct json *j, const struct contest *c, int who)
{
    const struct player_spec *b = &c->match.bot[who];
    json_open(j, who ? "second" : "first", '{');
    json_string(j, "player", c->name[who]);
    if (b->kind == PLAYER_EXEC) {
        json_int(j, "time_ms", b->limits.time_ms);
        json_open(j, "faults", '{');
        for (int i = 1; i < AGENT_FAULTS; i++)
            json_int(j, agent_fault_name[i], (int64_t)c->tally.faults[who][i]);
        json_close(j, '}');
        json_string(j, "last_lines", c->tally.said[who]);
    }
    if (b->kind == PLAYER_AI) {
        json_int(j, "depth", b->limits.depth);
        json_int(j, "nodes", (int64_t)b->limits.nodes);
        json_int(j, "time_ms", b->limits.time_ms);
        json_int(j, "noise", b->noise);
        json_string(j, "eval", b->limits.eval ? b->limits.eval : "default");
        json_int(j, "tables", tables_of(c, who));
    }
    json_close(j, '}');
}

static void json_sprt(struct json *j, const struct contest *c)
{
    static const char *const verdicts[] = {NULL, "elo0", "elo1"};
    const struct sprt *s = c->match.sprt;
    if (!s) {
        json_null(j, "sprt");
        return;
    }
    json_open(j, "sprt", '{');
    json_real(j, "elo0", s->elo0);
    json_real(j, "elo1", s->elo1);
    json_real(j, "llr", sprt_ratio(s, c->tally.pairs));
    json_real(j, "bound", sprt_bound());
    json_string(j, "accepted", verdicts[c->tally.verdict]);
    json_close(j, '}');
}

static void json_counts(struct json *j, const struct tally *t)
{
    for (int began = 1; began >= 0; began--) {
        json_open(j, began ? "beginning" : "following", '{');
        json_int(j, "won", (int64_t)t->games[began][2]);
        json_int(j, "drawn", (int64_t)t->games[began][1]);
        json_int(j, "lost", (int64_t)t->games[began][0]);
        json_close(j, '}');
    }
    json_open(j, "pairs", '[');
    for (int i = 0; i < 5; i++)
        json_int(j, NULL, (int64_t)t->pairs[i]);
    json_close(j, ']');
}

void contest_json(struct json *j, const struct contest *c)
{
    const struct tally *t = &c->tally;
    struct rate rate = rate_pairs(t->pairs);
    json_open(j, NULL, '{');
    json_string(j, "schema", "lusoria.match/1");
    json_string(j, "game", lus_rules_name(c->match.rules));
    json_int(j, "games", games_of(t));
    json_int(j, "seed", (int64_t)c->match.seed);
    json_int(j, "opening", c->match.opening);
    json_player(j, c, 0);
    json_player(j, c, 1);
    json_bounds(j, "score", rate.score, rate.low, rate.high);
    json_bounds(j, "elo", rate_elo(rate.score), rate_elo(rate.low), rate_elo(rate.high));
    json_real(j, "superiority", rate.superior);
    json_sprt(j, c);
    json_counts(j, t);
    json_real(j, "first_player_score", first_share(t));
    json_real(j, "mean_plies", mean_plies(t));
    json_open(j, "timings", '{');
    json_real(j, "first_ms_a_move", ms_a_move(t, 0));
    json_real(j, "second_ms_a_move", ms_a_move(t, 1));
    json_close(j, '}');
    json_close(j, '}');
}

/* ---- CSV ---- */

void contest_csv_head(struct buffer *b)
{
    static const char *const heads[] = {"game",
                                        "first",
                                        "second",
                                        "games",
                                        "won",
                                        "drawn",
                                        "lost",
                                        "score",
                                        "score_low",
                                        "score_high",
                                        "elo",
                                        "elo_low",
                                        "elo_high",
                                        "superiority",
                                        "first_player_score",
                                        "mean_plies",
                                        "first_ms_a_move",
                                        "second_ms_a_move"};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        csv_text(b, heads[i]);
    for (int who = 0; who < 2; who++) {
        char head[64];
        for (int i = 1; i < AGENT_FAULTS; i++) {
            snprintf(head, sizeof head, "%s_%s", who ? "second" : "first",
                     agent_fault_name[i]);
            csv_text(b, head);
        }
        csv_text(b, who ? "second_last_lines" : "first_last_lines");
    }
    csv_end(b);
}

void contest_csv(struct buffer *b, const struct contest *c)
{
    const struct tally *t = &c->tally;
    struct rate rate = rate_pairs(t->pairs);
    double reals[] = {rate.score,           rate.low,           rate.high,
                      rate_elo(rate.score), rate_elo(rate.low), rate_elo(rate.high),
                      rate.superior,        first_share(t),     mean_plies(t),
                      ms_a_move(t, 0),      ms_a_move(t, 1)};
    csv_text(b, lus_rules_name(c->match.rules));
    csv_text(b, c->name[0]);
    csv_text(b, c->name[1]);
    csv_int(b, games_of(t));
    for (int result = 2; result >= 0; result--)
        csv_int(b, counted(t, result));
    for (size_t i = 0; i < sizeof reals / sizeof reals[0]; i++)
        csv_real(b, reals[i]);
    for (int who = 0; who < 2; who++) {
        for (int i = 1; i < AGENT_FAULTS; i++)
            csv_int(b, (int64_t)t->faults[who][i]);
        csv_text(b, t->said[who]);
    }
    csv_end(b);
}
