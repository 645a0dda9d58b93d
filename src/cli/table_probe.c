/* SPDX-License-Identifier: MIT */
/* table_probe.c - lusoria table probe: a position and all its moves, as tables know. */
#include <stdio.h>
#include <stdlib.h>
#include "cli/tabled.h"

/* A chance, or a whole number of stones. */
static void print_value(const lus_rules *r, double value)
{
    if (solver_of(r)->kind == VALUE_KIND_STONES8)
        printf("%+.0f\n", value + 0.0); /* there is no -0 */
    else
        printf("%.6f\n", value);
}

enum { BEYOND = -99 }; /* the value of a move that no table knows */

struct rated {
    lus_move move;
    double value;
};

static int by_value(const void *a, const void *b)
{
    const struct rated *x = a, *y = b;
    return x->value < y->value ? 1 : x->value > y->value ? -1 : 0;
}

/* All moves of one throw, the best first, those that leave the table last; an error if
   it is damaged. */
static int print_moves(const struct call *c, const lus_rules *r, const lus_pos *p,
                       int throw, bool *beyond)
{
    lus_move list[LUS_MAX_MOVES];
    struct rated rated[LUS_MAX_MOVES] = {{0, 0}};
    char text[LUS_MAX_TEXT];
    int n = lus_moves(r, p, throw, list);
    if (n == 0 && !r->no_move_ends)
        list[n++] = LUS_PASS;
    for (int i = 0; i < n; i++) {
        double value = BEYOND;
        int status = tables_move_value(c->tables, r, p, throw, list[i], &value);
        if (status < 0)
            return status;
        rated[i] = (struct rated){list[i], value};
    }
    qsort(rated, (size_t)n, sizeof rated[0], by_value);
    for (int i = 0; i < n; i++) {
        lus_move_format(r, p, rated[i].move, text);
        if (lus_has_dice(r))
            printf("throw %d  ", throw);
        printf("%-10s ", text);
        *beyond = *beyond || rated[i].value == BEYOND;
        if (rated[i].value == BEYOND)
            puts("?");
        else
            print_value(r, rated[i].value);
    }
    return 0;
}

/* No table, or none that is large enough. */
static int say_not_held(const struct call *c, const lus_rules *r)
{
    const struct solver *s = solver_of(r);
    const struct table *t = tables_largest(c->tables, r);
    int size = t ? table_info(t)->size : 0;
    if (!t)
        say_none(c, r);
    else if (size == s->largest(r))
        say_failed("the table of %s holds positions of up to %d %s, not this one",
                   lus_rules_name(r), size, s->size_name);
    else
        say_failed("the table of %s holds positions of up to %d %s, not this one; "
                   "'lusoria solve %s --%s N' builds a larger one",
                   lus_rules_name(r), size, s->size_name, lus_rules_name(r),
                   s->size_name);
    return EXIT_FAILED;
}

int table_probe(struct call *c)
{
    const lus_rules *r = rules_named(c->word[0]);
    lus_pos p;
    int throw, status;
    double value;
    bool beyond = false;
    if (!r || !position_read(r, c->word[1], &p, &throw))
        return EXIT_FAILED;
    if (lus_result(r, &p) != LUS_ONGOING)
        return say_failed("the game is over");
    status = tables_value(c->tables, r, &p, &value);
    if (status == 0)
        return say_not_held(c, r);
    if (status == 1) {
        printf("value ");
        print_value(r, value);
    }
    for (int t = 0; t < lus_throws(r) && status >= 0; t++)
        if (throw == LUS_ANY_THROW || throw == lus_throw_value(r, t))
            status = print_moves(c, r, &p, lus_throw_value(r, t), &beyond);
    if (status < 0)
        return say_failed("a table of %s is damaged", lus_rules_name(r));
    if (beyond)
        puts("?: the move leaves the table; 'lusoria analyse' looks further");
    return EXIT_DONE;
}
