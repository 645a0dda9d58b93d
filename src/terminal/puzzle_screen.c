/* SPDX-License-Identifier: MIT */
/* puzzle_screen.c - see puzzle_screen.h. */
#include <stdio.h>
#include "terminal/puzzle_screen.h"
#include "terminal/line_editor.h"
#include "text/move_input.h"

/* The move as text, in `text`, for printf. */
static const char *move_text(const struct puzzle *z, lus_move m, char text[LUS_MAX_TEXT])
{
    lus_move_format(z->rules, &z->pos, m, text);
    return text;
}

/* "5.4 %", "2 stones"; with `sign` "+2 stones". */
static void print_amount(const struct puzzle *z, int64_t value, bool sign)
{
    char text[40];
    struct text t = text_on(text, sizeof text);
    text_amount(&t, z->unit, value / (REVIEW_ONE / 1000000), sign);
    fputs(text, stdout);
    if (z->unit == UNIT_STONES)
        fputs(" stones", stdout);
}

/* The board and the question.  The position is printed too, so that it can be copied into
   other commands. */
void puzzle_print_question(const struct terminal *t, const struct puzzle *z)
{
    char board[LUS_MAX_BOARD], text[LUS_MAX_TEXT];
    const char *side = lus_side_name(z->rules, lus_side(&z->pos));
    printf("%s (%s), ", lus_rules_title(z->rules), lus_rules_name(z->rules));
    if (z->origin == PUZZLE_GENERATED)
        printf("puzzle of seed %llu\n\n", (unsigned long long)z->seed);
    else if (z->game < 0)
        puts("a generated position\n");
    else
        printf("game %d, ply %d\n\n", z->game + 1, z->ply + 1);
    lus_draw(z->rules, &z->pos, &t->look, board);
    board_print(t, board);
    if (lus_has_dice(z->rules))
        printf("\n%s has thrown %d. Which move is clearly best?\n", side, z->throw);
    else
        printf("\n%s to move. Which move is clearly best?\n", side);
    lus_pos_format(z->rules, &z->pos, lus_has_dice(z->rules) ? z->throw : LUS_ANY_THROW,
                   text);
    printf("Position: %s\n", text);
}

/* "Level 3: casual is the weakest level that solves it. Solved by novice 60 %, ..." */
void puzzle_print_rating(const struct puzzle *z)
{
    char text[400];
    struct text t = text_on(text, sizeof text);
    if (z->level) {
        text_str(&t, "Level ");
        text_int(&t, z->level);
        text_str(&t, ": ");
        text_str(&t, level_title(z->level));
        text_str(&t, " is the weakest level that solves it. Solved by");
    } else {
        text_str(&t, "No level solves it. Found by");
    }
    for (int i = 0; i < N_LEVELS; i++) {
        text_str(&t, i ? ", " : " ");
        text_str(&t, level_title(i + 1));
        text_char(&t, ' ');
        text_int(&t, z->solved[i]);
        text_str(&t, " %");
    }
    text_str(&t, ".");
    print_wrapped(text);
}

/* The best move, its value, and how far ahead of the second best it is. */
void puzzle_print_margin(const struct puzzle *z)
{
    char text[LUS_MAX_TEXT];
    printf("Best: %s", move_text(z, z->values.list[0].move, text));
    fputs(z->unit == UNIT_STONES ? ", " : ", which wins ", stdout);
    print_amount(z, z->values.list[0].value, z->unit == UNIT_STONES);
    printf("; the second best is %s.\nMargin: ",
           move_text(z, z->values.list[1].move, text));
    print_amount(z, z->margin, false);
    if (z->values.exact)
        puts(" (exact, from a table).");
    else
        printf(" (searched to depths %d and %d).\n", z->depth[0], z->depth[1]);
}

/* "You played 10-12, which loses 5.4 %."  The last move of the list is taken if `m` is not
   in it. */
void puzzle_print_move(const char *who, const struct puzzle *z, lus_move m)
{
    char text[LUS_MAX_TEXT];
    int at = 0;
    while (at < z->values.n - 1 && z->values.list[at].move != m)
        at++;
    printf("%s %s", who, move_text(z, m, text));
    if (at == 0) {
        puts(", the best move.");
        return;
    }
    fputs(", which loses ", stdout);
    print_amount(z, z->values.list[0].value - z->values.list[at].value, false);
    puts(".");
}

/* Asks until a legal move, an empty line or the end of the input is typed.  Returns whether
   it was the best move; *ended: the input is at its end. */
bool puzzle_ask(const struct terminal *t, const struct puzzle *z, bool *ended)
{
    bool right = false;
    enum line_state state;
    char line[MAX_LINE];
    lus_fault fault;
    lus_move m;
    while ((state = line_ask(t, "Your move (Enter shows the answer): ", line)) ==
               LINE_READ &&
           line[0]) {
        if (move_input_parse(z->rules, &z->pos, z->throw, line, &m, &fault) == 0) {
            right = m == z->values.list[0].move;
            puzzle_print_move(right ? "Right:" : "You played", z, m);
            break;
        }
        printf("%s\n", fault.expected);
    }
    *ended = state == LINE_END || state == LINE_INTERRUPTED;
    putchar('\n');
    return right;
}
