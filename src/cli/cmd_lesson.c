/* SPDX-License-Identifier: MIT */
/* cmd_lesson.c - lusoria lesson: a first lesson in line mode (play/lesson.h); see cli.h and
   see line_mode.h.

       Step 3 of 9                                              print_step
       U3: Landing on an enemy piece sends it back to the hand of its player.
            ... board ...
       You are Light and threw 2. Make a capture.
       Your move> 4-6                                           ask_step
       Right. Landing on an enemy piece sends it back to its hand (U3).
            ... board after the move ...
       Enter for step 4> _                                      ask_next

   The full screen has the same steps: tui/tui_lesson.c. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "cli/line_mode.h"
#include "play/lesson.h"
#include "text/nearest.h"

/* What a typed line leads to. */
enum lesson_key {
    KEY_ANSWER,
    KEY_NEXT,
    KEY_SKIP,
    KEY_BACK,
    KEY_HINT,
    KEY_HELP,
    KEY_QUIT
};

/* ---- printing ---- */

/* The same words as in lusoria(1). */
static void print_help(void)
{
    puts("  a move        answers the question, as in a game: 4-6, 14-off, F, D7, pass\n"
         "  yes, no, ...  answers a question with these choices\n"
         "  hint (h)      the legal moves or the whole rule, then the answer\n"
         "  skip (s)      the next step\n"
         "  back (b)      the step before this one\n"
         "  quit (q)      ends the lesson");
}

/* A board between two empty lines; `last` is marked, LUS_PASS: nothing is. */
static void print_board(const struct terminal *t, const lus_rules *r, const lus_pos *p,
                        const lus_pos *before, lus_move last)
{
    char board[LUS_MAX_BOARD];
    lus_look look = t->look;
    look.last = last;
    look.last_side = lus_side(before);
    lus_draw(r, p, &look, board);
    putchar('\n');
    board_print(t, board);
    putchar('\n');
}

/* Which step it is, the rule, the board and the question. */
static void print_step(const struct terminal *t, const struct lesson *l)
{
    const struct lesson_step *s = lesson_step(l);
    char text[LESSON_TEXT];
    putchar('\n');
    ink_print(t, INK_BOLD);
    printf("Step %d of %d\n", l->at + 1, l->n);
    ink_print(t, INK_PLAIN);
    lesson_rule_text(l, text);
    print_wrapped(text);
    print_board(t, l->rules, &s->pos, &s->pos, LUS_PASS);
    lesson_question(l, text);
    print_wrapped(text);
}

/* The board after a move that was the answer. */
static void print_after(const struct terminal *t, const struct lesson *l)
{
    const struct lesson_step *s = lesson_step(l);
    lus_pos after = s->pos;
    if (s->move != LUS_PASS && lus_play(l->rules, &after, s->throw, s->move) == 0)
        print_board(t, l->rules, &after, &s->pos, s->move);
}

/* ---- typed lines ---- */

/* "h", "hint" and "?" are the same; an option of a question ("South") comes first. */
static enum lesson_key key_of(const struct lesson *l, const char *line)
{
    static const struct {
        const char *letter, *name;
        enum lesson_key key;
    } keys[] = {{"h", "hint", KEY_HINT}, {"s", "skip", KEY_SKIP},
                {"b", "back", KEY_BACK}, {"?", "help", KEY_HELP},
                {"n", "next", KEY_SKIP}, {"i", "hint", KEY_HINT}};
    const char *names[LESSON_OPTIONS];
    int n = lesson_step(l)->answered ? 0 : lesson_options(l, names);
    for (int i = 0; i < n; i++)
        if (line[0] && !line[1] && (line[0] | 32) == (names[i][0] | 32))
            return KEY_ANSWER;
    if (prompt_is_quit(line))
        return KEY_QUIT;
    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (name_equals(line, keys[i].name) ||
            (!lesson_is_move(l, line) && name_equals(line, keys[i].letter)))
            return keys[i].key;
    return *line ? KEY_ANSWER : KEY_NEXT;
}

/* Reads a line; the end of the input and Ctrl-C are "quit". */
static enum lesson_key read_key(const struct terminal *t, const struct lesson *l,
                                const char *prompt, char line[MAX_LINE])
{
    enum line_state state = line_ask(t, prompt, line);
    if (state == LINE_LONG)
        return KEY_HELP;
    return state == LINE_READ ? key_of(l, line) : KEY_QUIT;
}

/* Answers of the step until one is right; what follows is KEY_NEXT, KEY_SKIP, KEY_BACK or
   KEY_QUIT. */
static enum lesson_key ask_step(const struct terminal *t, struct lesson *l)
{
    char line[MAX_LINE], text[LESSON_TEXT];
    const char *names[LESSON_OPTIONS];
    const char *prompt = lesson_options(l, names) ? "Your answer> " : "Your move> ";
    for (;;) {
        enum lesson_key key = read_key(t, l, prompt, line);
        if (key == KEY_SKIP || key == KEY_BACK || key == KEY_QUIT)
            return key;
        if (key == KEY_HELP) {
            print_help();
            continue;
        }
        enum lesson_verdict verdict = LESSON_UNKNOWN;
        if (key == KEY_HINT)
            lesson_hint(l, text);
        else
            verdict = lesson_answer_text(l, line, text);
        print_wrapped(text);
        if (verdict == LESSON_RIGHT) {
            print_after(t, l);
            return KEY_NEXT;
        }
    }
}

/* After a right answer. */
static enum lesson_key ask_next(const struct terminal *t, const struct lesson *l)
{
    char line[MAX_LINE], prompt[64] = "Enter ends the lesson> ";
    if (l->at + 1 < l->n)
        snprintf(prompt, sizeof prompt, "Enter for step %d> ", l->at + 2);
    for (;;) {
        enum lesson_key key = read_key(t, l, prompt, line);
        if (key == KEY_NEXT || key == KEY_SKIP || key == KEY_BACK || key == KEY_QUIT)
            return key;
        puts("Press Enter, or type 'back' or 'quit'.");
    }
}

/* ---- the lesson ---- */

/* What the game is about, its goal, and what can be typed. */
static void print_opening(const struct terminal *t, const struct lesson *l)
{
    char goal[LESSON_TEXT], example[LUS_MAX_TEXT];
    ink_print(t, INK_BOLD);
    printf("%s", lus_rules_title(l->rules));
    ink_print(t, INK_PLAIN);
    printf(" (%s): a first lesson of %d steps, about five minutes\n",
           lus_rules_name(l->rules), l->n);
    print_wrapped(l->source->about);
    lesson_goal_text(l, goal);
    if (*goal)
        print_wrapped(goal);
    lesson_example(l, example);
    printf("Answer with a move such as %s, or type 'hint', 'skip', 'back', 'quit', "
           "'help'.\n",
           example);
}

/* A lesson with skipped steps is not finished. */
static int print_end(const struct lesson *l)
{
    const char *name = lus_rules_name(l->rules);
    int skipped = lesson_skipped(l);
    putchar('\n');
    if (skipped)
        printf("This was the last step. You skipped %d: %s lesson %s\n", skipped,
               program_name(), name);
    else
        printf("You have finished the lesson: %d steps, %d wrong answer%s.\n", l->n,
               l->wrong, l->wrong == 1 ? "" : "s");
    printf("Play a game: %s play %s -l beginner\n", program_name(), name);
    printf("All rules:   %s rules %s\n", program_name(), name);
    if (!skipped && !lesson_remember(l->rules))
        return print_failure("it could not be remembered: %s", strerror(errno));
    return EXIT_DONE;
}

/* A step that is left by "skip" or "back" stays unanswered; a step that was answered may be
   answered again. */
int lesson_run(const struct terminal *t, const lus_rules *r)
{
    struct lesson l;
    if (!lesson_open(&l, lesson_sources, r))
        return print_failure("there is no lesson for %s", lus_rules_name(r));
    interrupt_catch();
    print_opening(t, &l);
    while (lesson_step(&l)) {
        print_step(t, &l);
        enum lesson_key key = ask_step(t, &l);
        if (key == KEY_NEXT)
            key = ask_next(t, &l);
        if (key == KEY_QUIT)
            return interrupt_seen() ? EXIT_INTERRUPTED : EXIT_DONE;
        if (key == KEY_BACK && !lesson_back(&l))
            puts("This is the first step.");
        if (key != KEY_BACK)
            lesson_next(&l);
    }
    return print_end(&l);
}

/* ---- the command ---- */

/* All lessons, and when they were finished. */
static int print_list(void)
{
    const lus_rules *r;
    char day[LESSON_DAY];
    puts("A first lesson: lusoria lesson GAME[:RULES], for example 'lusoria lesson "
         "ur'.\n");
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        printf("  %-16s %-18s", lus_rules_name(r), lus_rules_title(r));
        printf(lesson_finished(r, day) ? " finished %s\n" : "\n", day);
    }
    return EXIT_DONE;
}

/* The full screen, or line mode where it cannot be shown or --line was given. */
int cmd_lesson(const struct command *self, int argc, char **argv)
{
    const char *game = NULL, *color = NULL;
    bool ascii = false, line = false;
    struct line_options o = {.pace_ms = -1};
    const struct option options[] = {
        {"pace", 0, OPTION_INT, &o.pace_ms, 0, 10000, "MS",
         "speed of moves on the full screen (900); 0: at once"},
        {"line", 0, OPTION_FLAG, &line, 0, 0, NULL, "line mode, not the full screen"},
        {"ascii", 0, OPTION_FLAG, &ascii, 0, 0, NULL, "ASCII characters only"},
        {"color", 0, OPTION_TEXT, &color, 0, 0, "WHEN", "auto, always or never"},
        {0},
    };
    int n = options_read(self, options, argc, argv, &game, 0, 1);
    if (n < 0)
        return -1 - n;
    if (!n)
        return print_list();
    int status = terminal_open(&o.terminal, color, ascii);
    const lus_rules *r = status ? NULL : find_rules(game);
    if (!r)
        return status ? status : EXIT_FAILED;
    if (!line && tui_can_teach(r) && full_screen_open(&o))
        return full_screen_lesson(&o, r);
    return lesson_run(&o.terminal, r);
}
