/* SPDX-License-Identifier: MIT */
/* test_senet_lanes.c - how moves rearrange the lanes of a row of Senet, for all halves up to
   5 against 5: every map and its steps against colourings as texts ("oXXo": the pieces of a
   row from the start of the board, X is own). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "race/senet_sweep.h"

struct colourings {
    int n, own, count;
    char text[SENET_ROOM][SENET_MAX_BOTH + 1];
};

/* Lanes are ordered by the mask of own pieces, the first piece being the lowest bit. */
static void colourings_make(struct colourings *c, int own, int enemy)
{
    c->n = own + enemy;
    c->own = own;
    c->count = 0;
    for (unsigned mask = 0; mask < 1u << c->n; mask++) {
        char text[SENET_MAX_BOTH + 1] = "";
        int found = 0;
        for (int p = 0; p < c->n; p++) {
            text[p] = mask >> p & 1 ? 'X' : 'o';
            found += text[p] == 'X';
        }
        if (found == own)
            strcpy(c->text[c->count++], text);
    }
}

static int lane_of(const struct colourings *c, const char *text)
{
    int lane = 0;
    while (lane < c->count && strcmp(c->text[lane], text))
        lane++;
    return lane < c->count ? lane : -1;
}

/* ---- a map ---- */

/* The lanes that have a move, -1 for the others, and those of the row that is read. */
struct expected {
    int from[SENET_ROOM], count, read;
};

static void check_steps(const struct senet_lane_map *map, enum senet_step_kind kind,
                        const struct expected *e)
{
    int width = kind == STEPS_OF_4 ? 4 : 8,
        room = kind == STEPS_SCALAR ? SENET_ROOM : width,
        cell = kind == STEPS_OF_4 ? 2 : 1, from[SENET_ROOM];
    memset(from, -1, sizeof from);
    for (int k = 0; k < map->n[kind]; k++) {
        const struct senet_step *st = &map->step[kind][k];
        assert_true(st->lanes != 0);
        assert_true(st->window + room <= e->read || st->window == 0);
        assert_int_equal(st->first, st->group * width);
        /* The window begins where, in reverse order, the other one ends. */
        assert_int_equal(st->turned_window, e->read - st->window - width);
        for (int i = 0; i < width; i++) {
            int lane = st->first + i, index = st->index[cell * i];
            if (!(st->lanes >> i & 1))
                continue;
            assert_in_range(index, 0, cell * room - 1);
            assert_true(cell == 1 || st->index[2 * i + 1] == index + 1);
            assert_int_equal(st->turned_index[cell * i],
                             (uint8_t)(cell * (width - 1) - index));
            assert_true(cell == 1 ||
                        st->turned_index[2 * i + 1] == st->turned_index[2 * i] + 1);
            assert_true(lane < e->count && from[lane] == -1); /* in one step only */
            from[lane] = st->window + index / cell;
        }
    }
    assert_memory_equal(from, e->from, (size_t)e->count * sizeof from[0]);
}

static void check_map(const struct senet_lane_map *map, const struct expected *e)
{
    for (int lane = 0; lane < e->count; lane++)
        if (e->from[lane] >= 0)
            assert_int_equal(map->from[lane], e->from[lane]);
    for (enum senet_step_kind kind = 0; kind < STEP_KINDS; kind++)
        check_steps(map, kind, e);
}

/* ---- the moves ---- */

static void take_out(char *text, int p)
{
    memmove(text + p, text + p + 1, strlen(text + p));
}

/* The p-th piece becomes the q-th. */
static void move_piece(char *text, int p, int q)
{
    take_out(text, p);
    memmove(text + q + 1, text + q, strlen(text + q) + 1);
    text[q] = 'X';
}

enum change { SAME, MOVE, SWAP, DROP };

/* The lane that each lane of c takes its value from, a lane of `to`. */
static struct expected expect(const struct colourings *c, const struct colourings *to,
                              enum change change, int p, int q)
{
    struct expected e = {.count = c->count, .read = to->count};
    for (int lane = 0; lane < c->count; lane++) {
        char text[SENET_MAX_BOTH + 2];
        strcpy(text, c->text[lane]);
        bool legal =
            change == SAME || (text[p] == 'X' && (change != SWAP || text[q] == 'o'));
        if (change == MOVE)
            move_piece(text, p, q);
        if (change == DROP)
            take_out(text, p);
        if (change == SWAP && legal) {
            text[p] = 'o';
            text[q] = 'X';
        }
        e.from[lane] = legal ? lane_of(to, text) : -1;
        assert_true(!legal || e.from[lane] >= 0);
    }
    return e;
}

static void check_half(const struct senet_lanes *l, int own, int enemy)
{
    static struct colourings c, fewer;
    struct expected e;
    colourings_make(&c, own, enemy);
    colourings_make(&fewer, own - 1, enemy);
    assert_int_equal(l->count, c.count);
    e = expect(&c, &c, SAME, 0, 0);
    check_map(&l->same, &e);
    assert_true(l->same.same);
    for (int p = 0; p < c.n; p++) {
        e = expect(&c, &fewer, DROP, p, 0);
        check_map(&l->drop[p], &e);
        for (int q = 0; q < c.n; q++) {
            e = expect(&c, &c, MOVE, p, q);
            check_map(&l->move[p][q], &e);
            assert_int_equal(l->move[p][q].same, p == q);
            e = expect(&c, &c, SWAP, p, q);
            check_map(&l->swap[p][q], &e);
        }
    }
}

static void maps_of_all_halves(void **state)
{
    struct senet_index x;
    (void)state;
    senet_index_make(&x);
    struct senet_lanes_table *t = senet_lanes_new(&x, SENET_MAX_SIDE);
    assert_non_null(t);
    for (int own = 1; own <= SENET_MAX_SIDE; own++)
        for (int enemy = 1; enemy <= SENET_MAX_SIDE; enemy++)
            check_half(&t->of[own][enemy], own, enemy);
    senet_lanes_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(maps_of_all_halves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
