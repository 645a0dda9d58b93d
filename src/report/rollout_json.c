/* SPDX-License-Identifier: MIT */
/* rollout_json.c - see rollout_json.h.  Numbers are rounded to millionths. */
#include "text/json.h"
#include "report/rollout_json.h"

/* Rounded to the nearest; halves away from 0. */
static int64_t millionths(double v)
{
    return (int64_t)(v * 1e6 + (v < 0 ? -0.5 : 0.5));
}

/* Two members: the mean and its standard error. */
static void write_estimate(struct json *j, const char *win, const char *error,
                           struct estimate e)
{
    json_millionths(j, win, millionths(e.mean));
    json_millionths(j, error, millionths(e.error));
}

/* The numbers of a move, or of the position before a throw: the mean with its error and 95 %
   interval, the same without variance reduction, and the mean length of the games. */
static void write_figures(struct json *j, const struct rollout_move *m)
{
    write_estimate(j, "win", "error", m->win);
    json_open(j, "interval", '[');
    json_millionths(j, NULL, millionths(m->win.mean - ROLLOUT_95 * m->win.error));
    json_millionths(j, NULL, millionths(m->win.mean + ROLLOUT_95 * m->win.error));
    json_close(j, ']');
    write_estimate(j, "plain_win", "plain_error", m->unadjusted);
    json_millionths(j, "variance_ratio", millionths(rollout_variance_ratio(m)));
    json_millionths(j, "plies", millionths(m->plies));
    json_millionths(j, "truncated", millionths(m->truncated));
}

/* One object per move, the best first; none before a throw. */
static void write_moves(struct json *j, const struct rollout *r)
{
    char text[LUS_MAX_TEXT];
    json_open(j, "moves", '[');
    for (int i = 0; i < r->n && r->throw != LUS_ANY_THROW; i++) {
        json_open(j, NULL, '{');
        lus_move_format(r->rules, &r->pos, r->move[i].move, text);
        json_string(j, "move", text);
        write_estimate(j, "loss", "loss_error", r->move[i].loss);
        write_figures(j, &r->move[i]);
        json_close(j, '}');
    }
    json_close(j, ']');
}

/* How both sides play the games: "truncate" is null if games are played to their end. */
static void write_policy(struct json *j, const struct rollout *r)
{
    json_open(j, "policy", '{');
    json_int(j, "depth", r->limits.depth);
    if (r->limits.truncate < ROLLOUT_MAX_PLIES)
        json_int(j, "truncate", r->limits.truncate);
    else
        json_null(j, "truncate");
    json_close(j, '}');
}

/* The first move is the best; before a throw it is the position itself. */
void rollout_json(struct buffer *out, const struct rollout *r)
{
    struct json j = json_on(out);
    char text[LUS_MAX_TEXT];
    const char side[] = {r->rules->sides[pos_side(&r->pos)], '\0'};
    bool thrown = r->throw != LUS_ANY_THROW;
    json_open(&j, NULL, '{');
    json_string(&j, "schema", "lusoria.rollout/1");
    json_string(&j, "game", r->rules->name);
    lus_pos_format(r->rules, &r->pos, r->throw, text);
    json_string(&j, "position", text);
    json_string(&j, "side", side);
    if (thrown)
        json_int(&j, "throw", r->throw);
    else
        json_null(&j, "throw");
    json_int(&j, "games", r->games);
    json_int(&j, "seed", (int64_t)r->limits.seed);
    json_string(&j, "stopped_by", r->by_error ? "error" : "games");
    write_policy(&j, r);
    lus_move_format(r->rules, &r->pos, r->move[0].move, text);
    json_string(&j, "move", thrown ? text : NULL);
    write_figures(&j, &r->move[0]);
    write_moves(&j, r);
    json_open(&j, "timings", '{');
    json_millionths(&j, "total_ms", (int64_t)(r->time_ms * 1e3) * 1000);
    json_close(&j, '}');
    json_close(&j, '}');
    buffer_str(out, "\n");
}
