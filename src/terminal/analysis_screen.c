/* SPDX-License-Identifier: MIT */
/* analysis_screen.c - an analysis printed on the terminal:

       Royal Game of Ur (ur:finkel)   Dark to move, thrown 2              print_head
            ... board ...

         move   value   loss  kind     best line                          print_moves
         0-2   42.6 %      -  enter    0-2 2/0-2 2/4-6
         4-6   41.2 %  1.4 %  move     4-6 2/0-2 2/0-2

       0-2 brings a piece on.                                             print_reason
       Light throws 0: 44.9 % +, 1: 42.9 %, ... 4: 40.9 % -

       depth 3, default evaluation, search, 0.8 ms                        print_search
       nodes 271: MAX 150, MIN 75, CHANCE 46; leaves 518
       cut-offs 0, transposition hits 1
       0-2 wins 42.6 % of the games, 1.4 % more than 4-6.                 summary

   Without a throw the table has a row for each throw instead (print_throws):

         throw  chance   value  best move
         0        1/16  48.4 %  pass */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "terminal/analysis_screen.h"

enum { CELL = LUS_MAX_TEXT, COLUMNS = 4 };

static void print_inked(const struct terminal *t, enum ink which, const char *s)
{
    ink_print(t, which);
    fputs(s, stdout);
    ink_print(t, INK_PLAIN);
}

/* ---- above the table ---- */

static void print_head(const struct terminal *t, const struct analysis *a)
{
    char board[LUS_MAX_BOARD];
    int side = pos_side(&a->pos);
    print_inked(t, INK_BOLD, lus_rules_title(a->rules));
    printf(" (%s)", lus_rules_name(a->rules));
    if (!a->end.over) {
        fputs("   ", stdout);
        print_inked(t, side ? INK_SECOND : INK_FIRST, lus_side_name(a->rules, side));
        if (!lus_has_dice(a->rules))
            fputs(" to move", stdout);
        else if (a->throw == LUS_ANY_THROW)
            fputs(" to throw", stdout);
        else
            printf(" to move, thrown %d", a->throw);
    }
    puts("\n");
    lus_draw(a->rules, &a->pos, &t->look, board);
    board_print(t, board);
}

/* ---- the table: a column is as wide as its widest cell ---- */

struct analysis_row {
    char cell[COLUMNS][CELL]; /* move, value, loss, kind; or throw, chance, ... */
};

/* Cells 1 and 2 are numbers and end in the same column.  The best move and its value are
   bold.  `last`: no cells follow, so the last one is not padded. */
static void print_row(const struct terminal *t, const struct analysis_row *row,
                      const int width[COLUMNS], bool best, bool last)
{
    for (int c = 0; c < COLUMNS; c++) {
        bool number = c == 1 || c == 2;
        if (c == 0)
            ink_print(t, best ? INK_BOLD : INK_PLAIN);
        printf(number ? "  %*s" : "  %-*s", last && c == COLUMNS - 1 ? 0 : width[c],
               row->cell[c]);
        if (c == 1)
            ink_print(t, INK_PLAIN);
    }
}

/* Makes the columns as wide as the cells of the row. */
static void widen(int width[COLUMNS], const struct analysis_row *row)
{
    for (int c = 0; c < COLUMNS; c++)
        if ((int)strlen(row->cell[c]) > width[c])
            width[c] = (int)strlen(row->cell[c]);
}

/* The loss of the best move, and of moves as good, is "-". */
static struct analysis_row row_of(const struct analysis *a, const struct analysis_move *m)
{
    struct analysis_row row = {{{0}}};
    struct text value = text_on(row.cell[1], CELL), loss = text_on(row.cell[2], CELL);
    lus_move_format(a->rules, &a->pos, m->move, row.cell[0]);
    text_value(&value, a, m->value);
    text_win(&value, a, m->value);
    if (m == a->move || m->value == a->value)
        text_char(&loss, '-');
    else
        text_loss(&loss, a, m->value);
    snprintf(row.cell[3], CELL, "%s", m->kind);
    return row;
}

/* The plies of the best line that fit the width of the terminal. */
static void print_line(const struct terminal *t, const struct analysis *a,
                       const struct analysis_move *m, int room)
{
    char ply[MAX_PLY];
    lus_pos p = a->pos;
    ink_print(t, INK_FAINT);
    for (int i = 0; i < m->n_line; i++) {
        ply_format(a, &p, &m->line[i], i == 0, ply);
        room -= (int)strlen(ply) + 1;
        if (i && room < 0)
            break;
        printf("%s%s", i ? " " : "", ply);
    }
    ink_print(t, INK_PLAIN);
    putchar('\n');
}

static void print_moves(const struct terminal *t, const struct analysis *a)
{
    static const struct analysis_row head = {{"move", "value", "loss", "kind"}};
    int width[COLUMNS] = {0}, left = 0;
    widen(width, &head);
    for (int i = 0; i < a->n; i++) {
        struct analysis_row row = row_of(a, &a->move[i]);
        widen(width, &row);
    }
    for (int c = 0; c < COLUMNS; c++)
        left += width[c] + 2;
    ink_print(t, INK_FAINT);
    print_row(t, &head, width, false, false);
    ink_print(t, INK_FAINT);
    puts("  best line");
    ink_print(t, INK_PLAIN);
    for (int i = 0; i < a->n; i++) {
        struct analysis_row row = row_of(a, &a->move[i]);
        print_row(t, &row, width, i == 0, false);
        fputs("  ", stdout);
        print_line(t, a, &a->move[i], terminal_columns() - left - 2);
    }
}

static struct analysis_row throw_row(const struct analysis *a,
                                     const struct analysis_throw *t)
{
    struct analysis_row row = {{{0}}};
    struct text value = text_on(row.cell[2], CELL);
    snprintf(row.cell[0], CELL, "%d", t->throw);
    snprintf(row.cell[1], CELL, "%d/%d", t->weight, lus_throw_weight_sum(a->rules));
    text_value(&value, a, t->value);
    lus_move_format(a->rules, &a->pos, t->move, row.cell[3]);
    return row;
}

static void print_throws(const struct terminal *t, const struct analysis *a)
{
    static const struct analysis_row head = {{"throw", "chance", "value", "best move"}};
    struct analysis_row row[LUS_MAX_THROWS];
    int width[COLUMNS] = {0};
    widen(width, &head);
    for (int i = 0; i < a->n_throws; i++) {
        row[i] = throw_row(a, &a->throws[i]);
        widen(width, &row[i]);
    }
    ink_print(t, INK_FAINT);
    print_row(t, &head, width, false, true);
    ink_print(t, INK_PLAIN);
    putchar('\n');
    for (int i = 0; i < a->n_throws; i++) {
        print_row(t, &row[i], width, false, true);
        putchar('\n');
    }
}

/* ---- the reasons ---- */

/* The value of a move after each next throw; + marks the best throw, - the worst. */
static void text_replies(struct text *t, const struct analysis *a,
                         const struct analysis_move *m)
{
    int best = 0, worst = 0;
    for (int i = 1; i < m->n_replies; i++) {
        best = m->reply[i] > m->reply[best] ? i : best;
        worst = m->reply[i] < m->reply[worst] ? i : worst;
    }
    for (int i = 0; i < m->n_replies; i++) {
        text_str(t, i ? ", " : " ");
        text_int(t, lus_throw_value(a->rules, i));
        text_str(t, ": ");
        text_value(t, a, m->reply[i]);
        if (best != worst && (i == best || i == worst))
            text_str(t, i == best ? " +" : " -");
    }
}

void print_reason(const struct terminal *t, const struct analysis *a, int i, int indent)
{
    const struct analysis_move *m = &a->move[i];
    lus_pos after = a->pos;
    char line[CELL];
    struct text out = text_on(line, sizeof line);
    if (m->n_facts || m->n_replies)
        print_indented(m->why, indent);
    if (!m->n_replies)
        return;
    lus_play(a->rules, &after, a->throw, m->move);
    text_str(&out, lus_side_name(a->rules, lus_side(&after)));
    text_str(&out, " throws");
    text_replies(&out, a, m);
    ink_print(t, INK_FAINT);
    print_indented(line, indent);
    ink_print(t, INK_PLAIN);
}

/* ---- below the table ---- */

/* Tables answer without a search, so there are no nodes to count. */
static void print_search(const struct analysis *a)
{
    const struct search_stats *s = &a->stats;
    if (!strcmp(a->source, "table")) {
        printf("\nperfect play, from a tablebase, %.1f ms\n", a->time_ms);
        return;
    }
    if (a->proved) {
        printf("\nproved by a search to the end of the game, %" PRIu64
               " nodes, %.1f ms\n",
               s->nodes[0] + s->nodes[1], a->time_ms);
        return;
    }
    printf("\ndepth %d, %s evaluation, %s%s, %.1f ms\n", a->depth, a->eval, a->source,
           a->exact ? " (exact)" : "", a->time_ms);
    printf("nodes %" PRIu64 ": MAX %" PRIu64 ", MIN %" PRIu64 ", CHANCE %" PRIu64
           "; leaves %" PRIu64 "\ncut-offs %" PRIu64 ", transposition hits %" PRIu64,
           s->nodes[0] + s->nodes[1] + s->chance, s->nodes[0], s->nodes[1], s->chance,
           s->leaves, s->cutoffs, s->hits);
    if (s->tablebase_hits)
        printf(", from tablebases %" PRIu64, s->tablebase_hits);
    putchar('\n');
}

void print_analysis(const struct terminal *t, const struct analysis *a)
{
    print_head(t, a);
    putchar('\n');
    if (a->n_throws)
        print_throws(t, a);
    else if (a->n)
        print_moves(t, a);
    for (int i = 0; i < a->n; i++) {
        if (i == 0)
            putchar('\n');
        print_reason(t, a, i, 0);
    }
    if (!a->end.over)
        print_search(a);
    puts(a->summary);
}
