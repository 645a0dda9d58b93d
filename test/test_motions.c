/* SPDX-License-Identifier: MIT */
/* test_motions.c - the motions of a move (core/motion.h) turn the board before the move into
   the board after it: on random games of every rule set, what stands on each tile is counted
   before, moved, and compared. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/motion.h"
#include "core/random.h"
#include "core/scene.h"
#include "support/walk.h"

enum { GAMES = 60, PLIES = 400 };

/* Pieces of both sides and stones on each tile. */
struct contents {
    int n[SCENE_TILES][3];
};

static int tile_of(const struct scene *s, struct scene_point at)
{
    for (int i = 0; i < s->n_tiles; i++)
        if (abs(2 * at.x - 2 * s->tile[i].x - s->tile[i].width) <= s->tile[i].width &&
            abs(2 * at.y - 2 * s->tile[i].y - s->tile[i].height) <= s->tile[i].height)
            return i;
    return -1;
}

static void count(const struct scene *s, struct contents *c)
{
    memset(c, 0, sizeof *c);
    for (int i = 0; i < s->n_pieces; i++) {
        const struct scene_piece *p = &s->piece[i];
        int tile = tile_of(s, (struct scene_point){p->x, p->y});
        if (s->style == SCENE_STONES)
            c->n[tile][2] += p->stones;
        else
            c->n[tile][p->side]++;
    }
}

static void apply(const lus_rules *r, const struct scene *s, const struct motion *m,
                  struct contents *c)
{
    int tile[MOTION_SQUARES], last = m->n - 1;
    for (int i = 0; i < m->n; i++) {
        tile[i] = tile_of(s, r->text->square_centre(r, m->side, m->square[i]));
        assert_in_range(tile[i], 0, s->n_tiles - 1);
    }
    switch (m->kind) {
    case MOTION_WALK:
        c->n[tile[0]][m->side]--;
        c->n[tile[last]][m->side]++;
        break;
    case MOTION_PLACE:
        c->n[tile[0]][m->side]++;
        break;
    case MOTION_SOW:
        assert_int_equal(c->n[tile[0]][2], last);
        for (int i = 1; i <= last; i++) {
            c->n[tile[0]][2]--;
            c->n[tile[i]][2]++;
        }
        break;
    case MOTION_TAKE:
        for (int i = 0; i < last; i++) {
            assert_in_range(c->n[tile[i]][2], 2, 3);
            c->n[tile[last]][2] += c->n[tile[i]][2];
            c->n[tile[i]][2] = 0;
        }
    }
}

static void check_move(const lus_rules *r, const lus_pos *p, int throw, lus_move m)
{
    struct contents before, after;
    struct motions made = {0};
    struct scene scene = {0};
    lus_pos next = *p;
    r->text->scene(r, p, &scene);
    count(&scene, &before);
    r->text->motions(r, p, throw, m, &made);
    assert_in_range(made.n, 1, MAX_MOTIONS);
    for (int i = 0; i < made.n; i++)
        apply(r, &scene, &made.list[i], &before);
    r->play(r, &next, throw, m);
    r->text->scene(r, &next, &scene);
    count(&scene, &after);
    if (memcmp(&before, &after, sizeof before) != 0) {
        char text[LUS_MAX_TEXT];
        lus_move_format(r, p, m, text);
        fail_at(r, p, "throw %d, move %s: the motions lead to another board", throw,
                text);
    }
    if (made.list[0].kind == MOTION_WALK)
        assert_int_equal(made.list[0].square[0], move_from(m, 0));
}

static void one_game(const lus_rules *r, struct random *g)
{
    lus_pos p;
    lus_start(r, &p);
    for (int ply = 0; ply < PLIES && r->result(r, &p) == LUS_ONGOING; ply++) {
        lus_move list[LUS_MAX_MOVES];
        int throw = random_throw(r, g), n = lus_moves(r, &p, throw, list);
        for (int i = 0; i < n; i++)
            check_move(r, &p, throw, list[i]);
        if (n)
            r->play(r, &p, throw, list[random_below(g, (uint32_t)n)]);
        else if (r->no_move_ends)
            return;
        else
            r->pass(r, &p, throw);
    }
}

static void motions_lead_to_the_next_board(void **state)
{
    const lus_rules *r;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        struct random g = random_stream(7, (uint64_t)i);
        for (int k = 0; r->text->motions && k < GAMES; k++)
            one_game(r, &g);
    }
}

/* A walk visits the squares between, falls into the Water, and returns from the houses. */
static void expect_walk(const char *rules, const char *position, const char *move, int n,
                        const int *squares)
{
    const lus_rules *r = lus_rules_find(rules);
    struct motions made = {0};
    lus_pos p;
    lus_move m;
    int throw;
    assert_int_equal(lus_pos_parse(r, position, &p, &throw, NULL), 0);
    assert_int_equal(lus_move_parse(r, &p, throw, move, &m, NULL), 0);
    r->text->motions(r, &p, throw, m, &made);
    assert_int_equal(made.list[0].n, n);
    for (int i = 0; i < n; i++)
        assert_int_equal(made.list[0].square[i], squares[i]);
}

static void walks_visit_every_square(void **state)
{
    (void)state;
    expect_walk("ur:finkel", "6---x----------0:7--------------0:L:2", "4-6", 3,
                (int[]){4, 5, 6});
    expect_walk("ur:finkel", "0------------x-6:7--------------0:L:2", "13-off", 3,
                (int[]){13, 14, LUS_OFF});
    expect_walk("senet:houses", "BBBBBBB------------------W----:W:1", "26-15", 3,
                (int[]){26, 27, 15});
    expect_walk("senet:houses", "BBBBBBB--------------------W--:W:1", "28-15", 2,
                (int[]){28, 15});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motions_lead_to_the_next_board),
        cmocka_unit_test(walks_visit_every_square),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
