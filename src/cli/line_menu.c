/* SPDX-License-Identifier: MIT */
/* line_menu.c - lusoria without a command, on a terminal: a few questions, then a game;
   see cli.h and see line_mode.h.

       Which game?
         1) Senet             houses or blockade
         2) Royal Game of Ur  finkel, blitz, ...
         5) Lesson            learn a game in five minutes
         6) Resume            your unfinished game          if there is one
       [1]> _

   Every question is a numbered list; Enter takes the number in brackets.  A number or the
   name of a choice answers it; "quit" or the end of the input leaves the menu.  Questions
   with only one sensible answer are skipped: rules of a game with one rule set, strength
   and tutor if no program or no person plays. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/line_mode.h"
#include "core/registry.h"
#include "play/play_words.h"
#include "play/tutor.h"
#include "text/nearest.h"

/* Level 3 of 6 is called medium: a friendly game for someone who knows the rules. */
enum { MAX_CHOICES = 32, DEFAULT_LEVEL = 3, ABOUT = 48 /* bytes */ };

/* One question: its title and its choices. */
struct menu {
    const char *title;
    const char *name[MAX_CHOICES], *help[MAX_CHOICES];
    int n, initial; /* choices; the one Enter takes */
};

/* Name and help are not copied and must outlive the menu. */
static void add_choice(struct menu *m, const char *name, const char *help)
{
    if (m->n < MAX_CHOICES) {
        m->name[m->n] = name;
        m->help[m->n++] = help;
    }
}

/* The length of as many whole words of a text as fit. */
static int whole_words(const char *text, int room)
{
    int n = (int)strlen(text);
    if (n <= room)
        return n;
    for (n = room; n > 0 && text[n] != ' ';)
        n--;
    return n;
}

/* Help texts are cut at a word where the window ends. */
static void print_menu(const struct menu *m)
{
    int widest = 0;
    for (int i = 0; i < m->n; i++)
        widest = (int)strlen(m->name[i]) > widest ? (int)strlen(m->name[i]) : widest;
    int room = terminal_columns() - 8 - widest;
    printf("\n%s\n", m->title);
    for (int i = 0; i < m->n; i++)
        printf(" %2d) %-*s  %.*s\n", i + 1, widest, m->name[i],
               whole_words(m->help[i], room), m->help[i]);
}

/* Returns the choice, from 0; -1: the input ended, or "quit" was typed. */
static int choose(const struct terminal *t, const struct menu *m)
{
    char line[MAX_LINE], prompt[16], *end;
    snprintf(prompt, sizeof prompt, "[%d]> ", m->initial + 1);
    print_menu(m);
    for (;;) {
        enum line_state state = line_ask(t, prompt, line);
        if (state == LINE_END || state == LINE_INTERRUPTED || prompt_is_quit(line))
            return -1;
        long number = *line ? strtol(line, &end, 10) : m->initial + 1;
        if (state == LINE_READ && (!*line || !*end) && number >= 1 && number <= m->n)
            return (int)number - 1;
        for (int i = 0; i < m->n && state == LINE_READ; i++)
            if (name_equals(line, m->name[i]))
                return i;
        printf("Type a number from 1 to %d, or 'quit'.\n", m->n);
    }
}

/* Enter takes the first choice. */
int menu_choose(const struct terminal *t, const char *title, const char *const *name,
                const char *const *help, int n)
{
    struct menu m = {.title = title};
    for (int i = 0; i < n; i++)
        add_choice(&m, name[i], help[i]);
    return choose(t, &m);
}

/* ---- the questions ---- */

/* Writes "houses or blockade": the rule sets, as many as fit a line. */
static void write_sets(const struct game_info *game, char text[64])
{
    struct text t = text_on(text, 64);
    for (int i = 0; i < game->n_sets; i++) {
        const char *name = strchr(lus_rules_name(&game->sets[i]), ':') + 1;
        bool last = i == game->n_sets - 1;
        if (t.len + strlen(name) > 28) {
            text_str(&t, ", ...");
            return;
        }
        text_str(&t, i == 0 ? "" : last ? " or " : ", ");
        text_str(&t, name);
    }
}

/* Returns the index of a game; the choices after the games are LESSON and RESUME behind the
   number of games, if `more`. */
enum { LESSON, RESUME };
static int ask_game(const struct terminal *t, bool more)
{
    struct menu m = {.title = "Which game?"};
    struct unfinished_game newest;
    char sets[MAX_CHOICES][64];
    const struct game_info *game;
    for (int i = 0; i < MAX_CHOICES - 2 && (game = game_info_at(i)); i++) {
        write_sets(game, sets[i]);
        add_choice(&m, game->title, sets[i]);
    }
    if (more)
        add_choice(&m, "Lesson", "learn a game in five minutes");
    if (more && resume_list(&newest, 1) > 0)
        add_choice(&m, "Resume", "an unfinished game");
    return choose(t, &m);
}

/* The number of rows of core/games.def. */
static int count_games(void)
{
    int n = 0;
    while (game_info_at(n))
        n++;
    return n;
}

/* NULL: the menu was left. */
static const lus_rules *ask_rules(const struct terminal *t, const struct game_info *game)
{
    struct menu m = {.title = "Which rules?"};
    for (int i = 0; i < game->n_sets; i++)
        add_choice(&m, strchr(lus_rules_name(&game->sets[i]), ':') + 1,
                   lus_rules_about(&game->sets[i]));
    int i = game->n_sets == 1 ? 0 : choose(t, &m);
    return i < 0 ? NULL : &game->sets[i];
}

/* Asks which players are people; false as choose returns -1. */
static bool ask_humans(const struct terminal *t, bool human[2])
{
    static const bool choices[][2] = {
        {true, false}, {false, true}, {true, true}, {false, false}};
    struct menu m = {.title = "Who plays?"};
    add_choice(&m, "first", "you begin against the program");
    add_choice(&m, "second", "the program begins against you");
    add_choice(&m, "both", "two people at this screen");
    add_choice(&m, "watch", "the program against itself");
    int i = choose(t, &m);
    if (i >= 0)
        memcpy(human, choices[i], sizeof choices[i]);
    return i >= 0;
}

/* Asks for a level, 1 to N_LEVELS; 0 if choose returned -1.  The strongest is called
   perfect only where a table answers. */
static int ask_level(const struct terminal *t, const lus_rules *r)
{
    static const char *const about[N_LEVELS] = {"makes many mistakes: to learn the rules",
                                                "misses a lot",
                                                "a friendly game",
                                                "plays well",
                                                "hard to beat",
                                                "as strong as it can"};
    char help[N_LEVELS][PLAY_NAME + 64], strength[PLAY_NAME];
    struct menu m = {.title = "How strong is the program?", .initial = DEFAULT_LEVEL - 1};
    for (int i = 1; i <= N_LEVELS; i++) {
        const char *name = i < N_LEVELS ? level_everyday_title(i) : NULL;
        play_level_strength(r, i, strength);
        snprintf(help[i - 1], sizeof help[i - 1], "%s%s%s", about[i - 1],
                 *strength ? "; " : "", strength);
        add_choice(&m, name ? name : level_title(i), help[i - 1]);
    }
    return choose(t, &m) + 1;
}

/* Sets both players; false: the menu was left. */
static bool ask_players(const struct terminal *t, struct line_options *o)
{
    char text[32];
    bool human[2];
    if (!ask_humans(t, human))
        return false;
    int level = human[0] && human[1] ? DEFAULT_LEVEL : ask_level(t, o->play.rules);
    const char *name = level < N_LEVELS ? level_everyday_title(level) : NULL;
    if (!level)
        return false;
    snprintf(text, sizeof text, "ai:%s", name ? name : level_title(level));
    for (int i = 0; i < 2; i++)
        line_read_player(o, human[i] ? "human" : text, &o->play.player[i]);
    return true;
}

/* Adds a choice with the threshold of its verdict: "10 % of the games or more"; the text is
   written into `about`. */
static void add_verdict(struct menu *m, const char *name, const lus_rules *r,
                        enum move_verdict verdict, char about[ABOUT])
{
    int loss = tutor_verdict_threshold(r, verdict);
    if (r->score_counts)
        snprintf(about, ABOUT, "%g stone%s or more", loss / 100.0,
                 loss == 100 ? "" : "s");
    else
        snprintf(about, ABOUT, "%g %% of the games or more", loss / 100.0);
    add_choice(m, name, about);
}

/* The thresholds are those of a review, lusoria(1). */
static bool ask_tutor(const struct terminal *t, struct line_options *o)
{
    const lus_rules *r = o->play.rules;
    struct menu m = {.title = "Should a tutor warn you before a bad move?"};
    char about[3][ABOUT];
    add_choice(&m, "no", "");
    add_verdict(&m, "blunders", r, VERDICT_BLUNDER, about[0]);
    add_verdict(&m, "mistakes", r, VERDICT_MISTAKE, about[1]);
    add_verdict(&m, "all", r, VERDICT_INACCURACY, about[2]);
    int i = play_has_human(&o->play) ? choose(t, &m) : 0;
    o->play.tutor =
        i > 0 ? tutor_verdict_threshold(r, (enum move_verdict)(VERDICT_BLUNDER + 1 - i))
              : 0;
    return i >= 0;
}

const lus_rules *menu_ask_rules(const struct terminal *t)
{
    interrupt_catch();
    int i = ask_game(t, false);
    return i < 0 ? NULL : ask_rules(t, game_info_at(i));
}

/* The lesson, then the menu again. */
static bool run_lesson(const struct terminal *t)
{
    const lus_rules *r = menu_ask_rules(t);
    if (r)
        putchar('\n');
    return r && lesson_run(t, r) == EXIT_DONE;
}

/* Returns an exit code; -1: no game was chosen. */
static int ask_all(struct line_options *o)
{
    const struct terminal *t = &o->terminal;
    int i = ask_game(t, true), games = count_games();
    while (i == games + LESSON && run_lesson(t))
        i = ask_game(t, true);
    if (i < 0 || i == games + LESSON)
        return -1;
    const struct game_info *game = game_info_at(i);
    if (!game)
        return resume_options(o, NULL);
    o->play.rules = ask_rules(t, game);
    return o->play.rules && ask_players(t, o) && ask_tutor(t, o) ? 0 : -1;
}

/* Everything that is not asked has the defaults of `lusoria play`. */
int menu_run(bool line)
{
    struct line_options o = {
        .from_menu = true,
        .pace_ms = -1,
        .play.limits = {.depth = PLAY_DEPTH, .time_ms = PLAY_TIME_MS}};
    int status = terminal_open(&o.terminal, NULL, false);
    if (status)
        return status;
    interrupt_catch();
    if (!line && full_screen_open(&o))
        status = full_screen_ask(&o, false);
    else {
        puts("Lusoria: ancient games of race, rows and sowing");
        status = ask_all(&o);
    }
    if (status < 0)
        return interrupt_seen() ? EXIT_INTERRUPTED : EXIT_DONE;
    if (!o.full)
        putchar('\n');
    if (!status)
        status = line_play(&o);
    record_free(o.begin);
    resume_free(&o);
    return status;
}
