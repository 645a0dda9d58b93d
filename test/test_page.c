/* SPDX-License-Identifier: MIT */
/* test_page.c - the page of a review is whole, shows every ply, refers to nothing outside
   itself, and keeps the text of strangers text; boards are drawn inside their frame. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "support/random_game.h"
#include "support/reference_search.h"
#include "report/board_svg.h"
#include "text/csp.h"
#include "text/markup.h"
#include "report/review_html.h"

static char *taken(struct buffer *b)
{
    size_t n;
    char *text = buffer_take(b, &n);
    assert_non_null(text);
    return text;
}

static int count_of(const char *page, const char *what)
{
    int n = 0;
    for (; (page = strstr(page, what)); page++)
        n++;
    return n;
}

/* ---- a checker of markup: tags close in order, attributes are quoted ---- */

enum { DEEP = 64, NAME = 16 };

/* Elements without an end tag. */
static bool is_void(const char *name)
{
    return !strcmp(name, "meta") || !strcmp(name, "input") || !strcmp(name, "!DOCTYPE");
}

static const char *read_name(const char *s, char name[NAME])
{
    size_t n = strcspn(s, " >/\n");
    assert_true(n > 0 && n < NAME);
    memcpy(name, s, n);
    name[n] = '\0';
    return s + n;
}

/* Behind the attributes: at '>' or "/>". */
static const char *skip_attributes(const char *s)
{
    while (*s == ' ') {
        s += 1 + strcspn(s + 1, "=> /");
        if (*s != '=')
            continue; /* hidden */
        assert_true(s[1] == '"');
        s += 2;
        s += strcspn(s, "\"<>");
        assert_true(*s++ == '"');
    }
    return s;
}

static void check_markup(const char *page)
{
    char open[DEEP][NAME], name[NAME];
    int deep = 0;
    for (const char *s = page; (s = strpbrk(s, "<>")); s++) {
        bool closes = s[1] == '/';
        assert_true(*s == '<');
        s = read_name(s + 1 + closes, name);
        s = skip_attributes(s);
        if (closes)
            assert_true(deep > 0 && !strcmp(open[--deep], name));
        else if (*s != '/' && !is_void(name))
            memcpy(open[deep++], name, NAME);
        assert_true(deep < DEEP);
        s += *s == '/';
        assert_true(*s == '>');
        if (!closes && (!strcmp(name, "script") || !strcmp(name, "style"))) {
            s = strstr(s, "</") - 1; /* their text is not markup */
        }
    }
    assert_int_equal(deep, 0);
}

/* Every reference is to something on the page, and nothing has a name twice. */
static void check_references(const char *page)
{
    static const char *const marks[] = {"href=\"#", "url(#", "aria-labelledby=\""};
    char id[80];
    for (int k = 0; k < 3; k++)
        for (const char *s = page; (s = strstr(s, marks[k]));) {
            s += strlen(marks[k]);
            size_t n = strcspn(s, "\")");
            assert_true(n > 0 && n < 60);
            memcpy(id, "id=\"", 4);
            memcpy(id + 4, s, n);
            memcpy(id + 4 + n, "\"", 2);
            assert_non_null(strstr(page, id));
        }
}

static void check_names(const char *page)
{
    char id[80];
    for (const char *s = page; (s = strstr(s, " id=\""));) {
        size_t n = strcspn(s + 5, "\"") + 6;
        memcpy(id, s, n);
        id[n] = '\0';
        s += n;
        assert_null(strstr(s, id));
    }
}

static void check_alone(const char *page)
{
    static const char *const outside[] = {
        "http:", "https:", "//",      "src=",   "@import",
        "data:", "style=", "script:", "onload", "onclick"};
    for (size_t i = 0; i < sizeof outside / sizeof outside[0]; i++)
        if (strstr(page, outside[i]))
            fail_msg("the page has %.60s", strstr(page, outside[i]));
    assert_int_equal(count_of(page, "<script"), 1);
    assert_int_equal(count_of(page, "url("), count_of(page, "url(#"));
    assert_non_null(strstr(page, "default-src 'none'"));
}

/* ---- pages of games ---- */

static char *page_of(const lus_rules *r, int seed, int plies, const char *names[2],
                     const char *comment, int *n)
{
    struct record *record = record_new(random_game(r, seed, plies));
    struct review_limits limits = {.search = {.depth = 1, .table_mb = 1}};
    struct reviewed_game game = {.record = record};
    struct review_report file = {.n = 1, .game = &game};
    struct buffer out = {0};
    assert_non_null(record);
    for (int k = 0; k < 2 && names; k++)
        assert_int_equal(record_set_tag(record, k ? "Second" : "First", names[k]), 0);
    if (comment)
        assert_int_equal(record_set_comment(record, 0, comment), 0);
    review_limits_of(record, &limits);
    assert_int_equal(review(record_game(record), &limits, &game.review), 0);
    *n = game.review->n;
    review_html(&out, &file);
    free(game.review);
    record_free(record);
    return taken(&out);
}

static void a_page_is_whole(void **state)
{
    const lus_rules *r = *state;
    for (int seed = 1; seed < 4; seed++) {
        int n;
        char *page = page_of(r, seed, seed == 1 ? 400 : 12 * seed, NULL, NULL, &n);
        check_markup(page);
        check_references(page);
        check_names(page);
        check_alone(page);
        assert_int_equal(count_of(page, "<figure class=\"step"), n + 1);
        assert_int_equal(count_of(page, "<td class=\"who\">"), n);
        const char *board =
            board_has_scene(r) ? "<svg class=\"board\"" : "<pre class=\"plain-board\"";
        assert_true(count_of(page, board) >= n + 1);
        free(page);
    }
}

static void markup_in_a_record_stays_text(void **state)
{
    const char *names[2] = {"<script>alert(1)</script>", "\"'><img onerror=x>&amp;"};
    int n;
    char *page = page_of(lus_rules_find("ur"), 3, 20, names,
                         "</figure><svg onload=alert(2)> \xe2\x80\xae gnp.exe", &n);
    (void)state;
    check_markup(page);
    assert_int_equal(count_of(page, "<script"), 1);
    assert_int_equal(count_of(page, "<img"), 0);
    assert_int_equal(count_of(page, "<svg onload"), 0);
    assert_int_equal(count_of(page, "\xe2\x80\xae"), 0);
    assert_true(count_of(page, "&lt;script&gt;alert(1)&lt;/script&gt;") > 4);
    assert_true(count_of(page, "&quot;&#39;&gt;&lt;img") > 4);
    assert_int_equal(count_of(page, "&lt;/figure&gt;&lt;svg onload"), 1);
    free(page);
}

/* ---- several games, faults, nothing ---- */

static void files_with_faults(void **state)
{
    struct record *record =
        record_new(lus_game_new(lus_rules_find("senet:blockade"), NULL));
    struct reviewed_game game[2] = {{.record = record}, {.record = record}};
    struct review_report file = {.n = 2,
                                 .game = game,
                                 .faulty = true,
                                 .message = "line 3: expected <b>\"a move\""};
    struct buffer out = {0};
    (void)state;
    review_html(&out, &file);
    char *page = taken(&out);
    check_markup(page);
    check_references(page);
    check_names(page);
    assert_int_equal(count_of(page, "roll-off of this game is not over"), 2);
    assert_int_equal(count_of(page, "expected &lt;b&gt;&quot;a move&quot;"), 1);
    free(page);
    record_free(record);
}

/* ---- escaping, and the policy ---- */

static void check_text(const char *s, const char *wanted)
{
    struct buffer out = {0};
    struct markup m = markup_on(&out);
    markup_text(&m, s);
    char *text = taken(&out);
    assert_string_equal(text, wanted);
    free(text);
}

static void text_is_escaped(void **state)
{
    (void)state;
    check_text("", "");
    check_text("a<b>&\"'", "a&lt;b&gt;&amp;&quot;&#39;");
    check_text("\x1b[31m\n\x7f", "\xef\xbf\xbd[31m\xef\xbf\xbd\xef\xbf\xbd");
    check_text("\xc3\xa9\xd7\x90", "\xc3\xa9\xd7\x90"); /* letters of any script */
    check_text("a\xe2\x80\xae"
               "b\xe2\x81\xa6\xd8\x9c\xe2\x80\xa8",
               "a\xef\xbf\xbd"
               "b\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    check_text("\xff\xc0\x80\xe2\x82",
               "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
}

/* The writer escapes attributes, closes what is open, and refuses to nest too deep. */
static void elements_are_nested(void **state)
{
    struct buffer out = {0};
    struct markup m = markup_on(&out);
    (void)state;
    markup_open_class(&m, "svg", "a\"b");
    markup_open(&m, "use");
    markup_attr_begin(&m, "href");
    markup_raw(&m, "#x");
    markup_int(&m, 3);
    markup_attr_end(&m);
    markup_attr_int(&m, "y", -4);
    markup_close_empty(&m);
    markup_element(&m, "text", NULL, "<");
    markup_open(&m, "g");
    markup_close(&m);
    markup_close(&m);
    char *text = taken(&out);
    assert_string_equal(text, "<svg class=\"a&quot;b\"><use href=\"#x3\" y=\"-4\"/>"
                              "<text>&lt;</text><g></g></svg>");
    free(text);
    out = (struct buffer){0};
    for (int i = 0; i <= MARKUP_DEPTH; i++)
        markup_open(&m, "g");
    assert_true(out.failed);
    for (int i = 0; i <= MARKUP_DEPTH; i++)
        markup_close(&m);
    free(out.bytes);
}

/* The writer keeps the names of 32 open elements. */
static void too_deep_elements_fail(void **state)
{
    (void)state;
    for (int depth = MARKUP_DEPTH; depth <= MARKUP_DEPTH + 1; depth++) {
        struct buffer b = {0};
        struct {
            struct markup m;
            const char *behind; /* NULL: a 33rd name that is read crashes */
        } x = {markup_on(&b), NULL};
        for (int i = 0; i < depth; i++)
            markup_open(&x.m, "g");
        for (int i = 0; i < depth; i++)
            markup_close(&x.m);
        assert_int_equal(b.failed, depth > MARKUP_DEPTH);
        free(b.bytes);
    }
}

static void the_policy_names_the_text(void **state)
{
    static const char *const abc[] = {"a", "bc", NULL};
    struct buffer out = {0};
    (void)state;
    csp_hash_source(&out, abc);
    char *text = taken(&out);
    assert_string_equal(text, "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='");
    free(text);
}

/* ---- boards ---- */

static bool inside(const struct scene *s, int x, int y)
{
    return x >= 0 && y >= 0 && x <= s->width && y <= s->height;
}

/* As many pieces as there are, where the rules say they stand. */
static void check_pieces(const lus_rules *r, const lus_pos *p, const struct scene *s)
{
    struct pos_summary summary = {0};
    int score[2], stones = 0, n[2] = {0, 0};
    r->text->summarise(r, p, &summary);
    lus_score(r, p, score);
    for (int i = 0; i < s->n_pieces; i++) {
        stones += s->piece[i].stones;
        n[s->piece[i].side] += !s->piece[i].small;
        assert_true(inside(s, s->piece[i].x, s->piece[i].y));
    }
    if (s->style == SCENE_STONES) {
        assert_int_equal(stones, 48);
        return;
    }
    for (int own = 0; own < 2; own++) {
        int side = own ^ pos_side(p);
        assert_int_equal(n[side], summary.n[own]);
        for (int i = 0; i < summary.n[own]; i++) {
            struct scene_point at =
                r->text->square_centre(r, side, summary.piece[own][i]);
            int k = 0;
            while (k < s->n_pieces && (s->piece[k].x != at.x || s->piece[k].y != at.y ||
                                       s->piece[k].side != side))
                k++;
            assert_true(k < s->n_pieces);
        }
    }
}

static void check_tiles(const struct scene *s)
{
    for (int i = 0; i < s->n_tiles; i++) {
        const struct scene_tile *t = &s->tile[i];
        assert_true(inside(s, t->x, t->y) &&
                    inside(s, t->x + t->width, t->y + t->height));
        for (int k = 0; k < i; k++) /* no tile lies on another */
            assert_true(t->x >= s->tile[k].x + s->tile[k].width ||
                        s->tile[k].x >= t->x + t->width ||
                        t->y >= s->tile[k].y + s->tile[k].height ||
                        s->tile[k].y >= t->y + t->height);
    }
}

static void boards_show_what_is_there(void **state)
{
    const lus_rules *r = *state;
    struct random rng = random_stream(3, 0);
    for (int i = board_has_scene(r) ? 0 : 200; i < 200;) {
        struct scene s;
        lus_move list[LUS_MAX_MOVES];
        lus_pos p;
        int throw;
        if (!random_position(r, &rng, &p, &throw))
            continue;
        r->text->scene(r, &p, &s);
        assert_true(s.n_tiles <= SCENE_TILES && s.n_pieces <= SCENE_PIECES);
        check_tiles(&s);
        check_pieces(r, &p, &s);
        for (int m = lus_moves(r, &p, throw, list) - 1; m >= 0; m--)
            for (int k = 0; k < move_steps(list[m]); k++) {
                struct scene_point from =
                    r->text->square_centre(r, pos_side(&p), move_from(list[m], k));
                struct scene_point to =
                    r->text->square_centre(r, pos_side(&p), move_to(list[m], k));
                assert_true(inside(&s, from.x, from.y) && inside(&s, to.x, to.y));
            }
        i++;
    }
}

/* A path goes from square to square, and begins beside its owner's hand. */
static void paths_are_paths(void **state)
{
    static const char *const games[] = {"ur:finkel", "ur:masters", "ur:aseb", "senet"};
    (void)state;
    for (int g = 0; g < 4; g++) {
        const lus_rules *r = lus_rules_find(games[g]);
        int length = g == 3 ? 30 : g == 0 ? 14 : 16;
        for (int side = 0; side < 2; side++) {
            struct scene_point at = r->text->square_centre(r, side, 1);
            int own = abs(at.y - r->text->square_centre(r, side, 0).y);
            int other = abs(at.y - r->text->square_centre(r, !side, 0).y);
            assert_true(g == 3 || own < other);
            for (int square = 2; square <= length; square++) {
                struct scene_point next = r->text->square_centre(r, side, square);
                assert_int_equal(abs(next.x - at.x) + abs(next.y - at.y), SCENE_SQUARE);
                at = next;
            }
        }
    }
}

/* A game without shapes is shown as text. */
static void a_fifth_game_has_its_text_board(void **state)
{
    const lus_rules *ur = lus_rules_find("ur");
    struct game_text text = *ur->text;
    lus_rules fifth = *ur;
    struct board_view view = {.rules = &fifth, .label = ""};
    struct buffer out = {0};
    struct markup m = markup_on(&out);
    (void)state;
    text.scene = NULL;
    fifth.text = &text;
    lus_start(&fifth, &view.pos);
    board_svg_empty(&m, &fifth);
    assert_int_equal(out.len, 0);
    board_svg(&m, &view);
    char *page = taken(&out);
    check_markup(page);
    assert_non_null(strstr(page, "<pre"));
    assert_true(count_of(page, "\n") > 5);
    assert_string_equal(board_piece_class(&fifth, 1), "dark-man");
    free(page);
}

int main(void)
{
    enum { MOST = 80 };
    struct CMUnitTest tests[MOST] = {
        cmocka_unit_test(markup_in_a_record_stays_text),
        cmocka_unit_test(files_with_faults),
        cmocka_unit_test(text_is_escaped),
        cmocka_unit_test(elements_are_nested),
        cmocka_unit_test(too_deep_elements_fail),
        cmocka_unit_test(the_policy_names_the_text),
        cmocka_unit_test(a_fifth_game_has_its_text_board),
        cmocka_unit_test(paths_are_paths),
    };
    static char name[MOST][64];
    const lus_rules *r;
    int n = 0;
    while (tests[n].test_func)
        n++;
    for (int i = 0; (r = lus_rules_at(i)) && n + 2 <= MOST; i++)
        for (int k = 0; k < 2; k++, n++) {
            snprintf(name[n], sizeof name[n], "%s: %s", r->name, k ? "boards" : "page");
            tests[n] = (struct CMUnitTest){
                name[n], k ? boards_show_what_is_there : a_page_is_whole, NULL, NULL,
                (void *)r};
        }
    return _cmocka_run_group_tests("page", tests, (size_t)n, NULL, NULL);
}
