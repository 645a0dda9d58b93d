/* SPDX-License-Identifier: MIT */
/* match_export.c - the result of a match as JSON and CSV: see match_report.h.

       {"schema":"lusoria.match/1","game":"ur:finkel","games":20,"seed":1,"opening":0,
        "first":{"player":"ai:beginner","depth":1,...},"second":{"player":"random"},
        "score":{"value":0.8,"low":0.567388,"high":0.932612},"elo":{...},
        "superiority":0.996355,"sprt":null,"beginning":{"won":8,"drawn":0,"lost":2},
        "following":{"won":8,"drawn":0,"lost":2},"pairs":[0,0,4,0,6],...}

   All numbers are seen from the first player.  "pairs" counts pairs by the half points of
   the first player in its two games, 0 to 4.  CSV has one row per match, the forfeits of
   both players, the clock and the games lost on time in the last columns.  With clocks the
   JSON has "clock":"5+3", and "time_losses" in each player. */
#include <stdio.h>
#include "arena/elo.h"
#include "arena/match_report.h"
#include "arena/match_report_internal.h"
#include "text/csv.h"

/* ---- JSON ---- */

/* A value with its 95 % interval. */
static void json_bounds(struct json *j, const char *key, double mid, double low,
                        double high)
{
    json_open(j, key, '{');
    json_real(j, "value", mid);
    json_real(j, "low", low);
    json_real(j, "high", high);
    json_close(j, '}');
}

/* A player: an exec player with its faults, an ai with its limits. */
static void json_player(struct json *j, const struct match *m,
                        const struct match_tally *t, int who)
{
    const struct player_spec *player = &m->bot[who];
    json_open(j, who ? "second" : "first", '{');
    json_string(j, "player", m->name[who]);
    if (player->kind == PLAYER_EXEC) {
        json_int(j, "time_ms", player->limits.time_ms);
        json_open(j, "faults", '{');
        for (int i = 1; i < AGENT_OUT_OF_TIME; i++)
            json_int(j, agent_fault_name[i], (int64_t)t->faults[who][i]);
        json_close(j, '}');
        json_string(j, "last_lines", t->last_lines[who]);
    }
    if (player->kind == PLAYER_AI) {
        json_int(j, "depth", player->limits.depth);
        json_int(j, "nodes", (int64_t)player->limits.nodes);
        json_int(j, "time_ms", player->limits.time_ms);
        json_int(j, "noise", player->noise);
        json_string(j, "eval", player->limits.eval ? player->limits.eval : "default");
        json_int(j, "tables", match_table_size(m, who));
    }
    if (m->clock.base_ms)
        json_int(j, "time_losses", match_tally_time_losses(t, who));
    json_close(j, '}');
}

static void json_sprt(struct json *j, const struct sprt *s, const struct match_tally *t)
{
    static const char *const accepted[] = {NULL, "elo0", "elo1"};
    if (!s) {
        json_null(j, "sprt");
        return;
    }
    json_open(j, "sprt", '{');
    json_real(j, "elo0", s->elo0);
    json_real(j, "elo1", s->elo1);
    json_real(j, "llr", sprt_llr(s, t->pairs));
    json_real(j, "bound", sprt_bound());
    json_string(j, "accepted", accepted[t->decision]);
    json_close(j, '}');
}

/* Results by who began: "beginning" if the first player did, "following" otherwise. */
static void json_counts(struct json *j, const struct match_tally *t)
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

void match_report_json(struct json *j, const struct match *m,
                       const struct match_result *r)
{
    const struct match_tally *t = &r->tally;
    struct score_estimate e = score_estimate(t->pairs);
    char clock[TIME_CONTROL_TEXT];
    time_control_format(&m->clock, clock);
    json_open(j, NULL, '{');
    json_string(j, "schema", "lusoria.match/1");
    json_string(j, "game", lus_rules_name(m->rules));
    json_int(j, "games", match_tally_games(t));
    json_int(j, "seed", (int64_t)m->seed);
    json_int(j, "opening", m->opening.plies);
    if (m->opening.most > m->opening.plies)
        json_int(j, "opening_most", m->opening.most);
    if (m->opening.balance)
        json_int(j, "balanced", m->opening.balance);
    if (m->clock.base_ms)
        json_string(j, "clock", clock);
    json_player(j, m, t, 0);
    json_player(j, m, t, 1);
    json_bounds(j, "score", e.score, e.low, e.high);
    json_bounds(j, "elo", elo_from_score(e.score), elo_from_score(e.low),
                elo_from_score(e.high));
    json_real(j, "superiority", e.superiority);
    json_sprt(j, m->sprt, t);
    json_counts(j, t);
    json_real(j, "first_player_score", match_tally_beginner_score(t));
    json_real(j, "mean_plies", match_tally_mean_plies(t));
    json_open(j, "timings", '{');
    json_real(j, "first_ms_a_move", match_tally_ms_per_move(t, 0));
    json_real(j, "second_ms_a_move", match_tally_ms_per_move(t, 1));
    json_close(j, '}');
    json_close(j, '}');
}

/* ---- CSV ---- */

void match_report_csv_head(struct buffer *b)
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
        for (int i = 1; i < AGENT_OUT_OF_TIME; i++) {
            snprintf(head, sizeof head, "%s_%s", who ? "second" : "first",
                     agent_fault_name[i]);
            csv_text(b, head);
        }
        csv_text(b, who ? "second_last_lines" : "first_last_lines");
    }
    csv_text(b, "clock");
    csv_text(b, "first_time_losses");
    csv_text(b, "second_time_losses");
    csv_end(b);
}

void match_report_csv_row(struct buffer *b, const struct match *m,
                          const struct match_tally *t)
{
    struct score_estimate e = score_estimate(t->pairs);
    double reals[] = {e.score,
                      e.low,
                      e.high,
                      elo_from_score(e.score),
                      elo_from_score(e.low),
                      elo_from_score(e.high),
                      e.superiority,
                      match_tally_beginner_score(t),
                      match_tally_mean_plies(t),
                      match_tally_ms_per_move(t, 0),
                      match_tally_ms_per_move(t, 1)};
    char clock[TIME_CONTROL_TEXT];
    csv_text(b, lus_rules_name(m->rules));
    csv_text(b, m->name[0]);
    csv_text(b, m->name[1]);
    csv_int(b, match_tally_games(t));
    for (int result = 2; result >= 0; result--)
        csv_int(b, match_tally_results(t, result));
    for (size_t i = 0; i < sizeof reals / sizeof reals[0]; i++)
        csv_real(b, reals[i]);
    for (int who = 0; who < 2; who++) {
        for (int i = 1; i < AGENT_OUT_OF_TIME; i++)
            csv_int(b, (int64_t)t->faults[who][i]);
        csv_text(b, t->last_lines[who]);
    }
    time_control_format(&m->clock, clock);
    csv_text(b, m->clock.base_ms ? clock : "");
    csv_int(b, match_tally_time_losses(t, 0));
    csv_int(b, match_tally_time_losses(t, 1));
    csv_end(b);
}
