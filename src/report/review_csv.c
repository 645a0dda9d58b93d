/* SPDX-License-Identifier: MIT */
/* review_csv.c - see review_report.h: one row for each ply.  The columns `number` (of the game
   in its file) and `ply` identify a row; values are seen by the player of the row.

       "number","game","first","second","ply","side","throw","moves","move",...
       1,"ur:finkel","Ada","ai:4",1,"Light",2,1,"0-2","0-2",0.516217,0.518668,...

   `throw` is empty in a game without dice, `first` and `second` without names.  Games without
   a review have no rows. */
#include "text/csv.h"
#include "report/review_report.h"

static void write_move(struct buffer *b, const struct review *v,
                       const struct review_ply *ply, lus_move m)
{
    char text[LUS_MAX_TEXT];
    lus_move_format(v->rules, &ply->pos, m, text);
    csv_text(b, text);
}

/* Rounded to millionths; the JSON has the exact value. */
static void write_value(struct buffer *b, int64_t value)
{
    csv_real(b, (double)value / (double)REVIEW_ONE);
}

/* The cells from `ply` on. */
static void write_ply(struct buffer *b, const struct review *v, int i)
{
    const struct review_ply *ply = &v->ply[i];
    csv_int(b, i + 1);
    csv_text(b, v->rules->side_name[ply->side]);
    if (v->rules->dice.sticks)
        csv_int(b, ply->throw);
    else
        csv_text(b, NULL);
    csv_int(b, ply->n_moves);
    write_move(b, v, ply, ply->move);
    write_move(b, v, ply, ply->best_move);
    write_value(b, ply->before);
    write_value(b, ply->best);
    write_value(b, ply->played);
    write_value(b, ply->luck);
    write_value(b, ply->loss);
    csv_text(b, verdict_name(ply->verdict));
    csv_text(b, ply->exact ? "yes" : "no");
    csv_int(b, ply->depth);
    csv_end(b);
}

void review_csv(struct buffer *out, const struct review_report *file)
{
    static const char *const heads[] = {
        "number", "game",  "first", "second",    "ply",    "side",
        "throw",  "moves", "move",  "best_move", "before", "best",
        "played", "luck",  "loss",  "verdict",   "exact",  "depth"};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        csv_text(out, heads[i]);
    csv_end(out);
    for (int g = 0; g < file->n; g++) {
        const struct review *v = file->game[g].review;
        const struct record *r = file->game[g].record;
        for (int i = 0; v && i < v->n; i++) {
            csv_int(out, g + 1);
            csv_text(out, v->rules->name);
            csv_text(out, record_tag(r, "First"));
            csv_text(out, record_tag(r, "Second"));
            write_ply(out, v, i);
        }
    }
}
