/* SPDX-License-Identifier: MIT */
/* test_tui.c - tiles of all boards on a grid of characters, and moves named by tiles: what
   the full screen needs to know about a game, without a terminal. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "core/random.h"
#include "tui/tui_choice.h"
#include "tui/tui_grid.h"

/* A position after some random plies, with a throw that has legal moves; false: the game
   ended before. */
static bool random_position(const lus_rules *r, uint64_t seed, lus_pos *p, int *throw,
                            lus_move *moves, int *n)
{
    lus_start(r, p);
    for (int ply = 0; ply < 40; ply++) {
        *throw = lus_throw_value(r, (int)(random_split(&seed) % (unsigned)lus_throws(r)));
        *n = lus_moves(r, p, *throw, moves);
        if (lus_result(r, p) != LUS_ONGOING)
            return false;
        if (*n && ply >= (int)(seed % 37))
            return true;
        if (lus_play(r, p, *throw,
                     *n ? moves[random_split(&seed) % (unsigned)*n] : LUS_PASS) < 0)
            return false;
    }
    return *n > 0;
}

static bool overlap(const struct tui_rect *a, const struct tui_rect *b)
{
    return a->row < b->row + b->rows && b->row < a->row + a->rows &&
           a->column < b->column + b->columns && b->column < a->column + a->columns;
}

/* At every size that the screen tries, tiles lie inside the grid and do not overlap, and the
   smallest size fits 60 x 20 with its title, panel, status and keys. */
static void tiles_do_not_overlap(void **state)
{
    static const int sizes[][3] = {
        {11, 5, 1}, {9, 4, 1}, {7, 3, 1}, {5, 2, 0}, {4, 2, 0}};
    const lus_rules *r;
    struct scene s;
    struct tui_grid g;
    lus_pos p;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        lus_start(r, &p);
        r->text->scene(r, &p, &s);
        for (unsigned k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            grid_lay_out(&g, &s, sizes[k][0], sizes[k][1], sizes[k][2]);
            for (int a = 0; a < g.n; a++) {
                const struct tui_rect *t = &g.tile[a];
                assert_true(t->row >= 1 && t->row + t->rows <= g.rows && t->rows >= 1);
                assert_true(t->column >= 0 && t->column + t->columns < g.columns);
                assert_true(t->columns >= 4);
                assert_int_equal(grid_tile_at(&g, t->row, t->column), a);
                for (int b = 0; b < a; b++)
                    assert_false(overlap(t, &g.tile[b]));
            }
        }
        assert_true(g.columns <= 60 && g.rows <= 17);
        assert_true(g.rows + 5 <= 17 || g.columns + 17 <= 60);
    }
}

/* From every tile the four directions reach every other tile. */
static void arrow_keys_reach_every_tile(void **state)
{
    const lus_rules *r;
    struct scene s;
    struct tui_grid g;
    lus_pos p;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        bool seen[SCENE_TILES] = {true};
        lus_start(r, &p);
        r->text->scene(r, &p, &s);
        grid_lay_out(&g, &s, 5, 2, 1);
        for (int round = 0; round < g.n; round++)
            for (int a = 0; a < g.n; a++)
                for (int d = 0; d < 4 && seen[a]; d++)
                    seen[grid_next(&g, a, (d == 0) - (d == 1), (d == 2) - (d == 3))] =
                        true;
        for (int a = 0; a < g.n; a++)
            assert_true(seen[a]);
    }
}

/* The pieces and stones on the tiles are those of the position. */
static void contents_are_those_of_the_position(void **state)
{
    const lus_rules *r;
    struct scene s;
    struct tui_content content[SCENE_TILES];
    lus_move moves[LUS_MAX_MOVES];
    lus_pos p;
    int throw, n;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            int pieces = 0, stones = 0;
            if (!random_position(r, seed, &p, &throw, moves, &n))
                continue;
            r->text->scene(r, &p, &s);
            grid_contents(&s, content);
            for (int k = 0; k < s.n_tiles; k++) {
                pieces += content[k].pieces ? content[k].pieces : content[k].side >= 0;
                stones += content[k].stones > 0 ? content[k].stones : 0;
            }
            if (s.style == SCENE_STONES)
                assert_int_equal(stones, 48);
            else
                assert_int_equal(pieces, s.n_pieces);
        }
}

static int tile_of(const lus_rules *r, const struct scene *s, int side, int square)
{
    return grid_tile_at_point(s, r->text->square_centre(r, side, square));
}

/* The path of a move is its steps: where each begins and ends; a move that stays on its
   square is one tile. */
static void check_path(const lus_rules *r, const struct scene *s, int side, lus_move m,
                       const struct tui_path *path)
{
    int steps = move_steps(m);
    assert_int_equal(path->tile[0], tile_of(r, s, side, move_from(m, 0)));
    if (path->n == 1)
        return;
    assert_int_equal(path->n, 2 * steps);
    for (int i = 0; i < steps; i++) {
        assert_int_equal(path->tile[2 * i], tile_of(r, s, side, move_from(m, i)));
        assert_int_equal(path->tile[2 * i + 1], tile_of(r, s, side, move_to(m, i)));
    }
}

/* A move that begins like a longer one needs its last tile twice. */
static void a_short_move_can_be_chosen(void **state)
{
    struct tui_choice c = {.n = 2, .path = {{2, {1, 2}}, {4, {1, 2, 3, 4}}}};
    int move = -1;
    (void)state;
    assert_int_equal(choice_name(&c, 1, &move), NAMED_PART);
    assert_int_equal(choice_name(&c, 2, &move), NAMED_PART);
    assert_int_equal(choice_name(&c, 2, &move), NAMED_MOVE);
    assert_int_equal(move, 0);
    choice_reset(&c);
    for (int tile = 1; tile <= 3; tile++)
        assert_int_equal(choice_name(&c, tile, &move), NAMED_PART);
    assert_int_equal(choice_only(&c), 1);
    assert_int_equal(choice_name(&c, 4, &move), NAMED_MOVE);
    assert_int_equal(move, 1);
    choice_reset(&c);
    assert_int_equal(choice_name(&c, 1, &move), NAMED_PART);
    assert_int_equal(choice_name(&c, 1, &move), NAMED_PART); /* taken back */
    assert_int_equal(c.n_named, 0);
}

/* Naming the tiles of a move one after the other plays it, in every rule set; the tiles of
   no move play nothing. */
static void naming_tiles_plays_the_move(void **state)
{
    const lus_rules *r;
    struct scene s;
    struct tui_choice c;
    lus_move moves[LUS_MAX_MOVES];
    lus_pos p;
    int throw, n, move;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++)
        for (uint64_t seed = 1; seed <= 40; seed++) {
            if (!random_position(r, seed, &p, &throw, moves, &n))
                continue;
            r->text->scene(r, &p, &s);
            for (int k = 0; k < n; k++) {
                enum tui_named named = NAMED_PART;
                choice_start(&c, r, &p, throw, moves, n, &s);
                assert_true(c.path[k].n > 0);
                check_path(r, &s, lus_side(&p), moves[k], &c.path[k]);
                assert_true(choice_is_start(&c, c.path[k].tile[0]));
                for (int step = 0; step < c.path[k].n; step++) {
                    assert_int_equal(named, NAMED_PART);
                    assert_true(choice_is_next(&c, c.path[k].tile[step]));
                    named = choice_name(&c, c.path[k].tile[step], &move);
                }
                if (named == NAMED_PART) /* a longer move begins like this one */
                    named = choice_name(&c, c.path[k].tile[c.path[k].n - 1], &move);
                assert_int_equal(named, NAMED_MOVE);
                assert_int_equal(move, k);
            }
            choice_start(&c, r, &p, throw, moves, n, &s);
            for (int tile = 0; tile < s.n_tiles; tile++)
                if (!choice_is_start(&c, tile))
                    assert_int_equal(choice_name(&c, tile, &move), NAMED_NOTHING);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_do_not_overlap),
        cmocka_unit_test(arrow_keys_reach_every_tile),
        cmocka_unit_test(contents_are_those_of_the_position),
        cmocka_unit_test(naming_tiles_plays_the_move),
        cmocka_unit_test(a_short_move_can_be_chosen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
