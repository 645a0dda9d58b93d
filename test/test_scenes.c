/* SPDX-License-Identifier: MIT */
/* test_scenes.c - boards as shapes and as text, and the classic evaluation, compared with
   test/scenes.txt (support/golden.h): the start of rule sets that look different, and
   positions of a random walk with the last move marked, in colour; crowded boards; the names
   of tiles; the signs of squares; the lines that win in Magnetic Cave.  Escape characters
   are written as ^. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/rules.h"
#include "core/scene.h"
#include "support/golden.h"
#include "support/walk.h"

static void print_scene(FILE *out, const lus_rules *r, const lus_pos *p)
{
    static struct scene s;
    s = (struct scene){0};
    r->text->scene(r, p, &s);
    fprintf(out, "scene %d x %d, style %d\n", s.width, s.height, (int)s.style);
    for (int i = 0; i < s.n_tiles; i++) {
        const struct scene_tile *t = &s.tile[i];
        fprintf(out, "tile %d,%d %dx%d shape %d '%s' '%s'\n", t->x, t->y, t->width,
                t->height, (int)t->shape, t->symbol ? t->symbol : "", t->label);
    }
    for (int i = 0; i < s.n_pieces; i++) {
        const struct scene_piece *q = &s.piece[i];
        fprintf(out, "piece %d,%d side %d, %d stones%s\n", q->x, q->y, q->side, q->stones,
                q->small ? ", small" : "");
    }
}

static void print_summary(FILE *out, const lus_rules *r, const lus_pos *p)
{
    struct pos_summary s = {0};
    r->text->summarise(r, p, &s);
    fprintf(out, "summary: %s, control %d", s.phase, s.control);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < s.n[side]; i++)
            fprintf(out, "%s%d", i ? " " : "; ", s.piece[side][i]);
    fprintf(out, "\nclassic evaluation %d, %d\n", r->search.classic(r, p, 0),
            r->search.classic(r, p, 1));
}

static void print_board(FILE *out, const lus_rules *r, const lus_pos *p,
                        const lus_look *look)
{
    char board[LUS_MAX_BOARD];
    assert_true(lus_draw(r, p, look, board) > 0);
    for (const char *c = board; *c; c++)
        putc(*c == '\033' ? '^' : *c, out);
}

static void print_position(FILE *out, const lus_rules *r, const lus_pos *p,
                           const lus_look *look)
{
    char text[LUS_MAX_TEXT];
    lus_look plain = *look;
    plain.unicode = plain.color = 0;
    lus_pos_format(r, p, LUS_ANY_THROW, text);
    fprintf(out, "== %s %s\n", lus_rules_name(r), text);
    print_board(out, r, p, look);
    print_board(out, r, p, &plain);
    if (r->text->scene)
        print_scene(out, r, p);
    print_summary(out, r, p);
}

/* Phase, control and classic evaluation of many positions. */
static void print_walk(FILE *out, const lus_rules *r)
{
    struct walk w = walk_on(r, 6);
    for (int i = 0; i < 240; i++) {
        struct pos_summary s = {0};
        walk_next(&w);
        r->text->summarise(r, &w.pos, &s);
        fprintf(out, "%c %d %d%s", s.phase[0], s.control, r->search.classic(r, &w.pos, 0),
                i % 12 == 11 ? "\n" : ", ");
    }
}

/* Boards at the limits of what a cell can show. */
static void print_crowded_boards(FILE *out)
{
    static const char *const boards[][2] = {
        {"ur:aseb", "3-x--------------1:1-----x---x---x-x0:L"},
        {"awari:abapa", "1-2-11-12-13-0-3-4-0-1-0-1-0-0-S"},
        {"awari:abapa", "24-0-0-0-0-0-23-0-0-0-0-1-0-0-N"},
        {"awari:abapa", "25-0-0-0-0-0-22-0-0-0-0-1-0-0-S"},
        {"awari:abapa", "0-0-0-0-0-1-1-0-0-0-0-0-24-22-S"},
    };
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        const lus_rules *r = lus_rules_find(boards[i][0]);
        const lus_look look = {.unicode = 1, .last = LUS_PASS};
        lus_pos p;
        int throw;
        assert_int_equal(lus_pos_parse(r, boards[i][1], &p, &throw, NULL), 0);
        print_position(out, r, &p, &look);
    }
}

/* The tile of every square of both sides, also of squares that do not exist. */
static void print_tile_names(FILE *out)
{
    const lus_rules *r;
    for (int i = 0; (r = lus_rules_at(i)); i++)
        for (int side = 0; r->text->tile_name && side < 2; side++) {
            fprintf(out, "tiles of %s, %s:", r->name, r->side_name[side]);
            for (int square = 0; square < 30; square++) {
                char name[8];
                struct text t = text_on(name, sizeof name);
                r->text->tile_name(r, side, square, &t);
                fprintf(out, " %s", *name ? name : "-");
            }
            putc('\n', out);
        }
}

/* Plays the first legal move; it is marked in the board. */
static void play_one(struct walk *w, lus_look *look)
{
    lus_move list[LUS_MAX_MOVES];
    int throw = any_throw(&w->random, w->rules);
    if (lus_moves(w->rules, &w->pos, throw, list) < 1)
        return;
    look->last = list[0];
    look->last_side = lus_side(&w->pos);
    lus_play(w->rules, &w->pos, throw, list[0]);
}

static void boards_are_those_of_the_file(void **state)
{
    static const char *const names[] = {"senet:houses", "senet:blockade", "ur:finkel",
                                        "ur:blitz",     "ur:masters",     "awari:abapa",
                                        "cave:5x3"};
    char *written;
    size_t n;
    FILE *out = open_memstream(&written, &n);
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const lus_rules *r = lus_rules_find(names[i]);
        struct walk w = walk_on(r, 5);
        lus_start(r, &w.pos);
        for (int k = 0; k < 4; k++) {
            lus_look look = {.unicode = 1, .color = k > 0, .last = LUS_PASS};
            if (k > 0)
                play_one(&w, &look);
            print_position(out, r, &w.pos, &look);
            for (int j = 0; j < 40; j++)
                walk_next(&w);
        }
        print_walk(out, r);
    }
    print_crowded_boards(out);
    print_tile_names(out);
    fclose(out);
    assert_golden("test/scenes.txt", written, n);
    free(written);
}

/* Every line that has won, in all four directions; nothing else. */
static void winning_lines_are_marked(void **state)
{
    static const struct {
        const char *position, *won; /* labels, the upper rows first */
    } cases[] = {
        {"8/8/8/8/8/8/7x/xx4oo", ""}, /* no line leaves the board on one side */
        {"8/8/8/8/6xo/7x/8/x6o", ""}, /* and enters it on the other */
        {"8/8/8/8/8/x6x/6xo/7o", ""},      {"5/5/5/oo3/xx3", ""},
        {"5/5/5/oo3/xxx2", "A1 B1 C1 "},   {"5/5/x4/x3o/x3o", "A3 A2 A1 "},
        {"5/5/oox2/ox3/x3x", "C3 B2 A1 "}, {"5/5/4x/3xo/x1xoo", "E3 D2 C1 "},
        {"5/5/x3x/ox3/oox2", "A3 B2 C1 "}, {"5/5/x2oo/x2oo/xxx2", "A3 A2 A1 B1 C1 "},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const lus_rules *r =
            lus_rules_find(cases[i].position[0] == '8' ? "cave:8x3" : "cave:5x3");
        struct scene s;
        char won[64] = "";
        lus_pos p;
        int thrown;
        lus_fault fault;
        assert_int_equal(lus_pos_parse(r, cases[i].position, &p, &thrown, &fault), 0);
        r->text->scene(r, &p, &s);
        for (int k = 0; k < s.n_pieces; k++)
            for (int tile = 0; s.piece[k].won && tile < s.n_tiles; tile++)
                if (s.tile[tile].x == s.piece[k].x - SCENE_SQUARE / 2 &&
                    s.tile[tile].y == s.piece[k].y - SCENE_SQUARE / 2)
                    strcat(strcat(won, s.tile[tile].label), " ");
        assert_string_equal(won, cases[i].won);
    }
}

/* The squares that have a sign, in Unicode and in ASCII; the others have neither. */
static void squares_have_signs(void **state)
{
    static const struct {
        const char *rules, *signs; /* label, sign and ASCII sign of each */
    } cases[] = {
        {"senet", "15 ☥ +, 26 ❂ *, 27 ≋ ~, 28 3 3, 29 2 2, 30 1 1, "},
        {"ur:finkel", "4 ✿ *, 8 ✿ *, 14 ✿ *, 4 ✿ *, 14 ✿ *, "},
        {"cave:5x3", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const lus_rules *r = lus_rules_find(cases[i].rules);
        struct scene s;
        char signs[256] = "";
        lus_pos p;
        lus_start(r, &p);
        r->text->scene(r, &p, &s);
        for (int k = 0; k < s.n_tiles; k++) {
            const struct scene_tile *t = &s.tile[k];
            size_t n = strlen(signs);
            assert_int_equal(!t->sign, !t->sign_ascii);
            if (t->sign)
                snprintf(signs + n, sizeof signs - n, "%s %s %s, ", t->label, t->sign,
                         t->sign_ascii);
        }
        assert_string_equal(signs, cases[i].signs);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(boards_are_those_of_the_file),
                                       cmocka_unit_test(squares_have_signs),
                                       cmocka_unit_test(winning_lines_are_marked)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
