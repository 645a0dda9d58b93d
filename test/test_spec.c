/* SPDX-License-Identifier: MIT */
/* test_spec.c - plays test/spec/GAME.txt, the rules by examples, for every game.

   A case begins in column 0 with its rule set, the rules it shows and a title;
   indented lines under it say what holds.  '#' begins a comment line.

       board TEXT         the position (left out: the start); formats back to itself
       throw N            for moves, after, refuse and perft
       moves M ...        the exact list; 'pass' if the turn passes, 'none' at the end
       after M TEXT       the position after a move; after 'pass' at the end: settled
       refuse M RULE      a typed move is refused with this rule
       bad TEXT [BYTE]    a position text is refused, at this byte
       perft DEPTH N      lines of play
       eval classic N     the classic evaluation for the side to move
       line [N/]M ...     plays on from the board; then, or on the board itself,
       ends TEXT          this is the position, and
       result WHO [A-B]   'none', a side's letter or 'draw', and the score
       lesson [refuse]    the case is a step of `lusoria lesson`; with `refuse` it asks
                          whether the refused move may be played; nothing is checked

   Every case is a test of its own and must check something. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/registry.h"

enum { MAX_LINE = 4096, MAX_CASES = 2048 };

/* A case: where its lines begin in the file's text, and its header as a name. */
struct spec_case {
    const char *file, *text;
    int line;
    char name[240];
};

/* A case while it runs. */
struct run {
    const struct spec_case *spec;
    int line, checks;
    const lus_rules *rules;
    lus_pos board;
    int throw;
    lus_game *game;
};

#define FAIL(run, ...)                                                                   \
    do {                                                                                 \
        char why[MAX_LINE];                                                              \
        snprintf(why, sizeof why, __VA_ARGS__);                                          \
        fail_msg("%s:%d: %s", (run)->spec->file, (run)->line, why);                      \
    } while (0)

/* The next blank-separated word of a line, NULL at its end. */
static char *word(char **line)
{
    char *w = *line + strspn(*line, " \t");
    size_t n = strcspn(w, " \t");
    if (!n)
        return NULL;
    *line = w + n;
    if (**line)
        *(*line)++ = '\0';
    return w;
}

static char *need_word(struct run *run, char **line, const char *what)
{
    char *w = word(line);
    if (!w)
        FAIL(run, "%s is missing", what);
    return w;
}

static uint64_t need_number(struct run *run, char **line, const char *what)
{
    char *w = need_word(run, line, what), *end;
    uint64_t n = strtoull(w, &end, 10);
    if (end == w || *end)
        FAIL(run, "%s is not a number: %s", what, w);
    return n;
}

static void expect_text(struct run *run, const char *what, const char *want,
                        const char *got)
{
    if (strcmp(want, got) != 0)
        FAIL(run, "%s\n#   wanted %s\n#   got    %s", what, want, got);
}

static void expect_position(struct run *run, const lus_pos *p, const char *want)
{
    char got[LUS_MAX_TEXT];
    lus_pos_format(run->rules, p, LUS_ANY_THROW, got);
    expect_text(run, "position", want, got);
}

static lus_move need_move(struct run *run, const lus_pos *p, int throw, const char *text)
{
    lus_move m = LUS_PASS;
    lus_fault fault;
    if (lus_move_parse(run->rules, p, throw, text, &m, &fault) < 0)
        FAIL(run, "move %s: %s", text, fault.expected);
    return m;
}

static void begin_game(struct run *run)
{
    lus_game_free(run->game);
    run->game = lus_game_new(run->rules, &run->board);
}

/* ---- the lines of a case ---- */

static void do_board(struct run *run, char *rest)
{
    char *text = need_word(run, &rest, "the position"), again[LUS_MAX_TEXT];
    lus_fault fault;
    if (lus_pos_parse(run->rules, text, &run->board, &run->throw, &fault) < 0)
        FAIL(run, "byte %zu: expected %s", fault.at, fault.expected);
    lus_pos_format(run->rules, &run->board, run->throw, again);
    expect_text(run, "board", text, again);
    begin_game(run);
}

static void do_throw(struct run *run, char *rest)
{
    run->throw = (int)need_number(run, &rest, "the throw");
    if (!lus_is_throw(run->rules, run->throw))
        FAIL(run, "%d cannot be thrown", run->throw);
}

static void do_moves(struct run *run, char *rest)
{
    const lus_rules *r = run->rules;
    lus_move list[LUS_MAX_MOVES];
    char got[MAX_LINE] = "", want[MAX_LINE] = "", text[LUS_MAX_TEXT], *w;
    int n = lus_moves(r, &run->board, run->throw, list);
    if (n < 0)
        FAIL(run, "moves: the case gives no throw");
    for (int i = 0; i < n; i++) {
        lus_move_format(r, &run->board, list[i], text);
        strcat(strcat(got, " "), text);
    }
    if (n == 0)
        strcat(got, lus_result(r, &run->board) == LUS_ONGOING ? " pass" : " none");
    while ((w = word(&rest)))
        strcat(strcat(want, " "), w);
    expect_text(run, "moves", want, got);
}

static void do_after(struct run *run, char *rest)
{
    char *text = need_word(run, &rest, "the move");
    lus_pos next = run->board;
    if (!strcmp(text, "pass") && lus_result(run->rules, &next) != LUS_ONGOING)
        run->rules->settle(run->rules, &next, LUS_BY_NO_MOVE);
    else if (lus_play(run->rules, &next, run->throw,
                      need_move(run, &run->board, run->throw, text)) < 0)
        FAIL(run, "%s was read but not played", text);
    expect_position(run, &next, need_word(run, &rest, "the position after it"));
}

static void do_refuse(struct run *run, char *rest)
{
    char *text = need_word(run, &rest, "the move"), rule[16];
    lus_move m;
    lus_fault fault;
    int code = lus_move_parse(run->rules, &run->board, run->throw, text, &m, &fault);
    if (code == 0)
        FAIL(run, "%s was accepted", text);
    snprintf(rule, sizeof rule, "%s:", need_word(run, &rest, "the rule"));
    if (code != LUS_EILLEGAL || strncmp(fault.expected, rule, strlen(rule)) != 0)
        FAIL(run, "%s: wanted rule %s got %s", text, rule, fault.expected);
}

static void do_bad(struct run *run, char *rest)
{
    char *text = need_word(run, &rest, "the text");
    lus_pos p;
    lus_fault fault;
    int throw;
    if (lus_pos_parse(run->rules, text, &p, &throw, &fault) == 0)
        FAIL(run, "%s was accepted", text);
    if (rest[strspn(rest, " ")]) {
        size_t at = need_number(run, &rest, "the byte");
        if (at != fault.at)
            FAIL(run, "%s: wanted byte %zu, got %zu (%s)", text, at, fault.at,
                 fault.expected);
    }
}

static void do_perft(struct run *run, char *rest)
{
    int depth = (int)need_number(run, &rest, "the depth");
    uint64_t want = need_number(run, &rest, "the count");
    uint64_t got = lus_perft(run->rules, &run->board, run->throw, depth);
    if (want != got)
        FAIL(run, "depth %d: wanted %" PRIu64 ", got %" PRIu64, depth, want, got);
}

static void do_eval(struct run *run, char *rest)
{
    char got[16];
    expect_text(run, "evaluation", "classic", need_word(run, &rest, "its name"));
    snprintf(got, sizeof got, "%d", lus_classic(run->rules, &run->board, 0));
    expect_text(run, "value", need_word(run, &rest, "the value"), got);
}

static void do_line(struct run *run, char *rest)
{
    for (char *w; (w = word(&rest));) {
        char *slash = strchr(w, '/'), *move = slash ? slash + 1 : w;
        int throw = slash ? atoi(w) : 0;
        lus_move m = need_move(run, lus_game_pos(run->game), throw, move);
        int status = lus_game_play(run->game, throw, m);
        if (status < 0)
            FAIL(run, "%s: %s", w, lus_error_text(status));
    }
}

static void do_ends(struct run *run, char *rest)
{
    expect_position(run, lus_game_pos(run->game), need_word(run, &rest, "the position"));
}

static void do_result(struct run *run, char *rest)
{
    lus_end end = lus_game_end(run->game);
    char *who = need_word(run, &rest, "the winner"), *score = word(&rest);
    char got[32] = "none";
    if (end.over && end.winner < 0)
        strcpy(got, "draw");
    else if (end.over)
        snprintf(got, sizeof got, "%c", run->rules->sides[end.winner]);
    expect_text(run, "result", who, got);
    if (!score)
        return;
    snprintf(got, sizeof got, "%d-%d", end.score[0], end.score[1]);
    expect_text(run, "score", score, got);
}

/* Read by tools/rules_json. */
static void do_lesson(struct run *run, char *rest)
{
    const char *what = word(&rest);
    if (what && strcmp(what, "refuse") != 0)
        FAIL(run, "after 'lesson' only 'refuse' may follow");
}

static const struct {
    const char *name;
    void (*run)(struct run *run, char *rest);
    int checks;
} directives[] = {
    {"board", do_board, 0},   {"throw", do_throw, 0}, {"moves", do_moves, 1},
    {"after", do_after, 1},   {"bad", do_bad, 1},     {"refuse", do_refuse, 1},
    {"perft", do_perft, 1},   {"eval", do_eval, 1},   {"line", do_line, 0},
    {"result", do_result, 1}, {"ends", do_ends, 1},   {"lesson", do_lesson, 0},
};

static void do_directive(struct run *run, char *line)
{
    char *name = word(&line);
    for (size_t i = 0; i < sizeof directives / sizeof directives[0]; i++)
        if (!strcmp(name, directives[i].name)) {
            directives[i].run(run, line);
            run->checks += directives[i].checks;
            return;
        }
    FAIL(run, "there is no directive '%s'", name);
}

/* ---- cases ---- */

/* Copies a line (the whole of it: load has measured) and returns what follows. */
static const char *next_line(const char *text, char line[MAX_LINE])
{
    size_t n = strcspn(text, "\n");
    memcpy(line, text, n);
    line[n] = '\0';
    return text + n + (text[n] == '\n');
}

static void case_test(void **state)
{
    struct run run = {.spec = *state, .line = ((struct spec_case *)*state)->line};
    char line[MAX_LINE], *rest = line;
    const char *text = next_line(run.spec->text, line);
    run.rules = lus_rules_find(word(&rest));
    if (!run.rules)
        FAIL(&run, "there is no such rule set");
    lus_start(run.rules, &run.board);
    run.throw = run.rules->dice.sticks ? LUS_ANY_THROW : 0;
    begin_game(&run);
    while (*text == ' ' || *text == '#') {
        text = next_line(text, line);
        run.line++;
        if (*line != '#')
            do_directive(&run, line);
    }
    lus_game_free(run.game);
    if (!run.checks)
        FAIL(&run, "the case checks nothing");
}

static struct spec_case cases[MAX_CASES];
static int n_cases;

static void bail_out(const char *path, int line, const char *why)
{
    printf("Bail out! %s:%d: %s\n", path, line, why);
    exit(1);
}

static char *read_all(const char *path)
{
    enum { MOST = 1 << 20 };
    FILE *f = fopen(path, "r");
    char *text = calloc(1, MOST);
    size_t n = f && text ? fread(text, 1, MOST - 1, f) : 0;
    if (n == 0 || n == MOST - 1)
        bail_out(path, 0, "the file cannot be read");
    fclose(f);
    return text;
}

/* Splits a file at its headers; a blank line ends a case. */
static void load(const char *path)
{
    const char *text = read_all(path);
    char line[MAX_LINE];
    bool open = false;
    for (int number = 1; *text; number++) {
        const char *here = text;
        if (strcspn(text, "\n") >= sizeof line || n_cases == MAX_CASES)
            bail_out(path, number, "the line is too long or there are too many cases");
        text = next_line(text, line);
        if (*line == ' ' && !open)
            bail_out(path, number, "the line belongs to no case");
        open = *line && (open || *line != '#');
        if (!strchr("# ", *line)) {
            struct spec_case *c = &cases[n_cases++];
            c->file = path, c->text = here, c->line = number;
            snprintf(c->name, sizeof c->name, "%s:%d %.180s", path, number, line);
        }
    }
}

int main(void)
{
    static struct CMUnitTest tests[MAX_CASES];
    const struct game_info *game;
    for (int g = 0; (game = game_info_at(g)); g++) {
        char *path = calloc(1, 80);
        snprintf(path, 80, "test/spec/%s.txt", game->id);
        load(path);
    }
    for (int i = 0; i < n_cases; i++)
        tests[i] = (struct CMUnitTest){cases[i].name, case_test, NULL, NULL, &cases[i]};
    return _cmocka_run_group_tests("spec", tests, (size_t)n_cases, NULL, NULL);
}
