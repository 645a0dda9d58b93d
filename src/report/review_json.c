/* SPDX-License-Identifier: MIT */
/* review_json.c - see review_report.h: lusoria.review/1, and what all reports of a review
   share.  Values are integers of 1/REVIEW_ONE and are written exactly, so that a reader of
   the JSON can check the sum of a review to the last digit.  Plies are numbered from 0 in
   the program and from 1 in the JSON. */
#include "report/review_report.h"
#include "text/json.h"
#include "text/sanitise.h"

void review_limits_of(const struct record *r, struct review_limits *limits)
{
    int result = record_result(r);
    limits->first_throw = record_first_throw(r);
    limits->decided = result != RECORD_OPEN && !lus_game_end(record_game(r)).over;
    limits->winner = result == RECORD_FIRST ? 0 : result == RECORD_SECOND ? 1 : -1;
    limits->reason = record_reason(r);
}

const char *review_player_name(const struct record *r, int player,
                               char shown[SANITISED_BYTES])
{
    const char *name = record_tag(r, player ? "Second" : "First");
    return sanitise(shown, name ? name : "?", 40);
}

/* An exact decimal fraction: REVIEW_ONE is 10^12. */
static void write_value(struct json *j, const char *key, int64_t value)
{
    json_decimal(j, key, value, REVIEW_ONE);
}

/* -1 (there is none) becomes null. */
static void write_ply_number(struct json *j, const char *key, int ply)
{
    if (ply < 0)
        json_null(j, key);
    else
        json_int(j, key, ply + 1);
}

static void write_side(struct json *j, const struct review *v, int side)
{
    const char letter[] = {v->rules->sides[side], '\0'};
    json_string(j, "side", letter);
}

/* The players in the order of the seats: side and player differ after a roll-off. */
static const char *const seat[] = {"first", "second"};

/* ---- plies ---- */

static void write_move(struct json *j, const char *key, const struct review *v,
                       const struct review_ply *ply, lus_move m)
{
    char text[LUS_MAX_TEXT];
    lus_move_format(v->rules, &ply->pos, m, text);
    json_string(j, key, text);
}

/* {"ply":1,"player":"first","side":"L","position":"...","throw":4,"moves":1,"move":"0-4",
    "best_move":"0-4","before":0.5186,"best":0.5549,"played":0.5549,"luck":0.0363,"loss":0,
    "verdict":"forced","exact":false,"luck_exact":false,"depth":3}, without line breaks:
   `before` is the value before the throw, `best` and `played` are those of the two moves;
   luck = best - before, loss = best - played. */
static void write_ply(struct json *j, const struct review *v, int i)
{
    const struct review_ply *ply = &v->ply[i];
    char text[LUS_MAX_TEXT];
    lus_pos_format(v->rules, &ply->pos, LUS_ANY_THROW, text);
    json_open(j, NULL, '{');
    json_int(j, "ply", i + 1);
    json_string(j, "player", seat[ply->player]);
    write_side(j, v, ply->side);
    json_string(j, "position", text);
    if (v->rules->dice.sticks)
        json_int(j, "throw", ply->throw);
    else
        json_null(j, "throw");
    json_int(j, "moves", ply->n_moves);
    write_move(j, "move", v, ply, ply->move);
    write_move(j, "best_move", v, ply, ply->best_move);
    write_value(j, "before", ply->before);
    write_value(j, "best", ply->best);
    write_value(j, "played", ply->played);
    write_value(j, "luck", ply->luck);
    write_value(j, "loss", ply->loss);
    json_string(j, "verdict", verdict_name(ply->verdict));
    json_bool(j, "exact", ply->exact);
    json_bool(j, "luck_exact", ply->luck_exact);
    json_int(j, "depth", ply->depth);
    json_close(j, '}');
}

/* ---- players ---- */

/* The numbers of the plies to study (analyse/review.h). */
static void write_moments(struct json *j, const struct review_player *p)
{
    json_open(j, "moments", '[');
    for (int i = 0; i < p->n_moments; i++)
        json_int(j, NULL, p->moment[i] + 1);
    json_close(j, ']');
}

/* Plies, decisions with a choice, and how many got each verdict. */
static void write_counts(struct json *j, const struct review_player *p)
{
    json_int(j, "plies", p->plies);
    json_int(j, "unforced", p->unforced);
    json_open(j, "verdicts", '{');
    for (int i = 0; i < N_VERDICTS; i++)
        json_int(j, verdict_name((enum move_verdict)i), p->verdicts[i]);
    json_close(j, '}');
}

/* "lot_mean_loss" is the mean loss of random moves; the key is older than the name of the
   member and stays, because programs read it. */
static void write_player(struct json *j, const struct review *v, int k)
{
    const struct review_player *p = &v->player[k];
    json_open(j, NULL, '{');
    json_string(j, "player", seat[k]);
    write_side(j, v, p->side);
    write_counts(j, p);
    write_value(j, "start", p->start);
    write_value(j, "result", p->result);
    write_value(j, "luck", p->luck);
    write_value(j, "loss", p->loss);
    write_value(j, "forfeit", p->forfeit);
    write_value(j, "mean_loss", p->mean_loss);
    write_value(j, "lot_mean_loss", p->random_loss);
    write_value(j, "luck_adjusted_result", p->adjusted);
    json_string(j, "grade", p->grade < 0 ? NULL : grade_name(p->grade));
    write_moments(j, p);
    write_ply_number(j, "luckiest", p->luckiest);
    write_ply_number(j, "unluckiest", p->unluckiest);
    json_close(j, '}');
}

/* ---- games ---- */

/* From which loss on a move gets a verdict; below which mean loss a player gets a
   grade. */
static void write_thresholds(struct json *j, const struct review *v)
{
    json_open(j, "verdicts_from", '{');
    for (int i = VERDICT_INACCURACY; i < N_VERDICTS; i++)
        write_value(j, verdict_name((enum move_verdict)i),
                    verdict_threshold(v->rules, (enum move_verdict)i));
    json_close(j, '}');
    json_open(j, "grades_below", '{');
    for (int i = 0; i < N_GRADES - 1; i++)
        write_value(j, grade_name(i), grade_limit(v->rules, i));
    json_close(j, '}');
}

/* Where the values come from; depth is null if all of them are exact. */
static void write_source(struct json *j, const struct review *v)
{
    json_string(j, "unit", v->unit == UNIT_STONES ? "stones" : "win");
    json_bool(j, "exact", v->exact);
    json_int(j, "exact_plies", v->n_exact);
    if (!v->depth_max) {
        json_null(j, "depth");
        return;
    }
    json_open(j, "depth", '{');
    json_int(j, "min", v->depth_min);
    json_int(j, "max", v->depth_max);
    json_close(j, '}');
}

/* What is known without a review: rules, names, result. */
static void write_head(struct json *j, const struct record *r)
{
    json_string(j, "game", lus_rules_name(lus_game_rules(record_game(r))));
    json_string(j, "first", record_tag(r, "First"));
    json_string(j, "second", record_tag(r, "Second"));
    json_string(j, "result", record_token[record_result(r)]);
}

static void write_review(struct json *j, const struct review *v)
{
    char text[LUS_MAX_TEXT];
    lus_pos_format(v->rules, &v->last, LUS_ANY_THROW, text);
    json_string(j, "reason", v->reason);
    json_string(j, "last_position", text);
    write_source(j, v);
    write_thresholds(j, v);
    json_open(j, "players", '[');
    write_player(j, v, 0);
    write_player(j, v, 1);
    json_close(j, ']');
    json_open(j, "plies", '[');
    for (int i = 0; i < v->n; i++)
        write_ply(j, v, i);
    json_close(j, ']');
}

/* The fault that ended the reading of the file, or null. */
static void write_fault(struct json *j, const struct review_report *file)
{
    if (!file->faulty) {
        json_null(j, "fault");
        return;
    }
    json_open(j, "fault", '{');
    json_string(j, "code", lus_error_name(file->fault.code));
    json_int(j, "line", file->line);
    json_int(j, "at", (int64_t)file->fault.at);
    json_string(j, "expected", file->fault.expected);
    json_string(j, "message", file->message);
    json_close(j, '}');
}

/* A game without a review has only the members of write_head. */
void review_json(struct buffer *out, const struct review_report *file)
{
    struct json j = json_on(out);
    json_open(&j, NULL, '{');
    json_string(&j, "schema", "lusoria.review/1");
    json_open(&j, "games", '[');
    for (int i = 0; i < file->n; i++) {
        json_open(&j, NULL, '{');
        write_head(&j, file->game[i].record);
        if (file->game[i].review)
            write_review(&j, file->game[i].review);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    write_fault(&j, file);
    json_close(&j, '}');
    buffer_str(out, "\n");
}
