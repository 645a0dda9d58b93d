/* SPDX-License-Identifier: MIT */
/* review_screen.c - a review printed on the terminal; see analysis_screen.h:

       Royal Game of Ur (ur:finkel)                                       print_head
       Light  ai:beginner
       Dark   random
       Light won: the last piece is off.
       Values are chances to win, estimates of depth 1 (~); 1 of 125 plies exact.

        ply  throw     played  best       luck    loss              Light   verdict
          6  Dark   2  2-4              +0.1 %          ######.... 59.9 %~  forced
          7  Dark   3  4-7     0-3      +0.7 %   1.3 %  ######.... 60.4 %~  good

       decisions with a choice                        49                     51
         ... both players side by side ...                                review_players.c

       For Light to study:                                                print_moments
       Ply 96: Light threw 3 and played 8-11, which lost 13.3 % (mistake). ...
            ... the reasons and the board before the ply ... */
#include <stdio.h>
#include <string.h>
#include "analyse/facts.h"
#include "terminal/review_screen_internal.h"
#include "text/sanitise.h"

static void print_side(const struct terminal *t, const struct review *v, int side,
                       int width)
{
    ink_print(t, side ? INK_SECOND : INK_FIRST);
    printf("%-*s", width, lus_side_name(v->rules, side));
    ink_print(t, INK_PLAIN);
}

/* ---- the head ---- */

/* Without dice, a value that changes although the best move was played is what the search
   had not foreseen. */
static const char *luck_word(const struct review *v)
{
    return lus_has_dice(v->rules) ? "luck" : "unseen";
}

/* "Values are chances to win, exact."  Estimated values of a partly exact review get "~". */
static void print_source(const struct review *v)
{
    char depth[48] = "";
    const char *what =
        v->unit == UNIT_STONES ? "stones ahead at the end" : "chances to win";
    snprintf(depth, sizeof depth, v->depth_min == v->depth_max ? "%d" : "%d to %d",
             v->depth_min, v->depth_max);
    if (v->exact)
        printf("Values are %s, exact.\n", what);
    else if (v->n_exact)
        printf("Values are %s, estimates of depth %s (~); %d of %d plies exact.\n", what,
               depth, v->n_exact, v->n);
    else
        printf("Values are %s, estimates of depth %s.\n", what, depth);
}

static void print_end(const struct review *v)
{
    char reason[SANITISED_BYTES];
    if (!v->over) {
        puts("Not finished.");
        return;
    }
    sanitise(reason, v->reason ? v->reason : "the game is over", 60);
    if (v->winner < 0)
        printf("A draw: %s.\n", reason);
    else
        printf("%s won: %s.\n", lus_side_name(v->rules, v->player[v->winner].side),
               reason);
}

/* A game before the end of its roll-off has no review: only its title is printed. */
static void print_head(const struct terminal *t, const struct reviewed_game *game,
                       int number, int games)
{
    const lus_rules *r = lus_game_rules(record_game(game->record));
    char name[SANITISED_BYTES];
    ink_print(t, INK_BOLD);
    fputs(lus_rules_title(r), stdout);
    ink_print(t, INK_PLAIN);
    printf(" (%s)", lus_rules_name(r));
    if (games > 1)
        printf("   game %d of %d", number, games);
    putchar('\n');
    if (!game->review)
        return;
    for (int k = 0; k < 2; k++) {
        print_side(t, game->review, game->review->player[k].side, side_columns(r) + 1);
        puts(review_player_name(game->record, k, name));
    }
    print_end(game->review);
    print_source(game->review);
}

/* ---- the plies ---- */

/* All columns except side, moves and bar take 50 characters; the bar gets the rest. */
enum { OTHER_COLUMNS = 50, WIDEST_MOVE = 9, LONGEST_BAR = 10, SHORTEST_BAR = 4 };

struct review_columns {
    int side, played, best, bar; /* columns */
};

/* The larger of `width` and the width of a move. */
static int wider(const struct review *v, const struct review_ply *ply, lus_move m,
                 int width)
{
    char move[LUS_MAX_TEXT];
    int n = lus_move_format(v->rules, &ply->pos, m, move);
    n = n < WIDEST_MOVE ? n : WIDEST_MOVE; /* long chains are rare */
    return n > width ? n : width;
}

/* The widths of the columns.  In a narrow window the bar is left out. */
static struct review_columns columns_of(const struct review *v)
{
    struct review_columns l = {side_columns(v->rules), 6, 4, 0};
    for (int i = 0; i < v->n; i++) {
        const struct review_ply *ply = &v->ply[i];
        l.played = wider(v, ply, ply->move, l.played);
        if (ply->best_move != ply->move)
            l.best = wider(v, ply, ply->best_move, l.best);
    }
    int room = terminal_columns() - 1 - OTHER_COLUMNS - l.side - l.played - l.best;
    l.bar = room < SHORTEST_BAR ? 0 : room < LONGEST_BAR ? room : LONGEST_BAR;
    return l;
}

/* The value of the first player as a bar; a lead of 16 stones fills it. */
static void print_bar(const struct terminal *t, const struct review *v, int64_t value,
                      int width)
{
    int64_t share = v->unit == UNIT_STONES ? value / 32 + REVIEW_ONE / 2 : value;
    int64_t full = (share * width + REVIEW_ONE / 2) / REVIEW_ONE;
    for (int i = 0; i < width; i++) {
        const char *sign = i < full ? "#" : ".";
        if (t->look.unicode)
            sign = i < full ? "█" : "░";
        fputs(sign, stdout);
    }
}

/* Mistakes are marked, forced moves are faint. */
static enum ink ink_of(enum move_verdict verdict)
{
    return verdict == VERDICT_FORCED       ? INK_FAINT
           : verdict >= VERDICT_MISTAKE    ? INK_MARK
           : verdict == VERDICT_INACCURACY ? INK_BOLD
                                           : INK_PLAIN;
}

static void print_verdict(const struct terminal *t, enum move_verdict verdict)
{
    ink_print(t, ink_of(verdict));
    puts(verdict_name(verdict));
    ink_print(t, INK_PLAIN);
}

/* The value after a ply, seen by the first player, without a forfeit. */
static int64_t value_after(const struct review *v, int i)
{
    const struct review_ply *ply = &v->ply[i];
    return ply->player ? review_for_other(v, ply->played) : ply->played;
}

/* One row of the table.  `best` is empty if the best move was played, luck and loss are if
   they are 0. */
static void print_ply(const struct terminal *t, const struct review *v, int i,
                      struct review_columns l)
{
    const struct review_ply *ply = &v->ply[i];
    char move[LUS_MAX_TEXT], best[LUS_MAX_TEXT] = "", luck[AMOUNT] = "",
                             loss[AMOUNT] = "", value[AMOUNT];
    bool estimated = v->n_exact && !v->exact && !ply->exact;
    lus_move_format(v->rules, &ply->pos, ply->move, move);
    if (ply->best_move != ply->move)
        lus_move_format(v->rules, &ply->pos, ply->best_move, best);
    if (ply->luck)
        review_amount(v->unit, ply->luck, true, luck);
    if (ply->loss)
        review_amount(v->unit, ply->loss, false, loss);
    printf("%4d  ", i + 1);
    print_side(t, v, ply->side, l.side);
    if (lus_has_dice(v->rules))
        printf(" %d", ply->throw);
    printf("  %-*s  %-*s  %7s  %6s  ", l.played, move, l.best, best, luck, loss);
    print_bar(t, v, value_after(v, i), l.bar);
    printf(" %6s%s  ",
           review_amount(v->unit, value_after(v, i), review_has_sign(v), value),
           estimated ? "~" : " ");
    print_verdict(t, ply->verdict);
}

/* The table: one row per ply; the value is that of the first player. */
static void print_plies(const struct terminal *t, const struct review *v)
{
    struct review_columns l = columns_of(v);
    ink_print(t, INK_FAINT);
    printf("\n ply  %-*s  %-*s  %-*s  %7s  %6s  %*s   verdict\n",
           lus_has_dice(v->rules) ? l.side + 2 : l.side,
           lus_has_dice(v->rules) ? "throw" : "side", l.played, "played", l.best, "best",
           luck_word(v), "loss", l.bar + 7, lus_side_name(v->rules, v->player[0].side));
    ink_print(t, INK_PLAIN);
    for (int i = 0; i < v->n; i++)
        print_ply(t, v, i, l);
}

/* ---- the moments ---- */

static void print_facts(const struct review *v, const struct review_ply *ply, lus_move m)
{
    char sentence[MAX_EXPLANATION];
    struct text t = text_on(sentence, sizeof sentence);
    explain_move(&t, v->rules, &ply->pos, ply->throw, m);
    text_char(&t, '.');
    print_wrapped(sentence);
}

/* A ply with a large loss: what was played, what was best, the reasons for both, the
   board before it. */
static void print_moment(const struct terminal *t, const struct review *v, int i)
{
    const struct review_ply *ply = &v->ply[i];
    char board[LUS_MAX_BOARD], move[LUS_MAX_TEXT], best[LUS_MAX_TEXT], sentence[512],
        loss[AMOUNT], thrown[24] = "";
    lus_move_format(v->rules, &ply->pos, ply->move, move);
    lus_move_format(v->rules, &ply->pos, ply->best_move, best);
    lus_draw(v->rules, &ply->pos, &t->look, board);
    if (lus_has_dice(v->rules))
        snprintf(thrown, sizeof thrown, " threw %d and", ply->throw);
    snprintf(sentence, sizeof sentence,
             "Ply %d: %s%s played %s, which lost %s%s (%s). Best was %s.", i + 1,
             lus_side_name(v->rules, ply->side), thrown, move,
             review_amount(v->unit, ply->loss, false, loss),
             v->unit == UNIT_STONES ? " stones" : "", verdict_name(ply->verdict), best);
    putchar('\n');
    ink_print(t, INK_BOLD);
    print_wrapped(sentence);
    ink_print(t, INK_PLAIN);
    print_facts(v, ply, ply->move);
    print_facts(v, ply, ply->best_move);
    board_print(t, board);
}

/* At most three plies of each player (review.h), those that lost most. */
static void print_moments(const struct terminal *t, const struct review *v)
{
    for (int k = 0; k < 2; k++) {
        const struct review_player *p = &v->player[k];
        const char *side = lus_side_name(v->rules, p->side);
        if (p->n_moments)
            printf("\nFor %s to study:\n", side);
        else
            printf("\nNothing to study for %s: no move was an inaccuracy or worse.\n",
                   side);
        for (int i = 0; i < p->n_moments; i++)
            print_moment(t, v, p->moment[i]);
    }
}

void print_review(const struct terminal *t, const struct reviewed_game *game, int number,
                  int games)
{
    print_head(t, game, number, games);
    if (!game->review) {
        puts("Nothing to review: the roll-off (B1) is not over.");
        return;
    }
    print_plies(t, game->review);
    putchar('\n');
    review_print_players(t, game->review);
    print_moments(t, game->review);
}
