/* SPDX-License-Identifier: MIT */
/* menu.c - lusoria without a command, on a terminal: a few questions, then a game.

   Every question is a numbered list; Enter takes the choice in brackets. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "cli/cli.h"
#include "cli/play.h"
#include "core/registry.h"

enum { MAX_CHOICES = 32, USUAL_LEVEL = 4 };

struct question {
    const char *text;
    const char *name[MAX_CHOICES], *about[MAX_CHOICES];
    int n, usual; /* choices; the one Enter takes */
};

static void offer(struct question *q, const char *name, const char *about)
{
    if (q->n < MAX_CHOICES) {
        q->name[q->n] = name;
        q->about[q->n++] = about;
    }
}

/* As many whole words of a text as fit. */
static int fitting(const char *text, int room)
{
    int n = (int)strlen(text);
    if (n <= room)
        return n;
    for (n = room; n > 0 && text[n] != ' ';)
        n--;
    return n;
}

static void print_question(const struct question *q)
{
    int widest = 0;
    for (int i = 0; i < q->n; i++)
        widest = (int)strlen(q->name[i]) > widest ? (int)strlen(q->name[i]) : widest;
    int room = terminal_columns() - 8 - widest;
    printf("\n%s\n", q->text);
    for (int i = 0; i < q->n; i++)
        printf(" %2d) %-*s  %.*s\n", i + 1, widest, q->name[i],
               fitting(q->about[i], room), q->about[i]);
}

/* The choice from 0; -1: no more answers. */
static int ask(const struct terminal *t, const struct question *q)
{
    char line[MAX_LINE], prompt[16], *end;
    snprintf(prompt, sizeof prompt, "[%d]> ", q->usual + 1);
    print_question(q);
    for (;;) {
        enum line_state state = line_ask(t, prompt, line);
        if (state == LINE_END || state == LINE_INTERRUPTED || !strcmp(line, "quit"))
            return -1;
        long number = *line ? strtol(line, &end, 10) : q->usual + 1;
        if (state == LINE_READ && (!*line || !*end) && number >= 1 && number <= q->n)
            return (int)number - 1;
        for (int i = 0; i < q->n && state == LINE_READ; i++)
            if (!strcasecmp(line, q->name[i]))
                return i;
        printf("Type a number from 1 to %d, or 'quit'.\n", q->n);
    }
}

/* ---- the questions ---- */

/* "houses, blockade": the rule sets, as many as one line takes. */
static void name_sets(const struct game_info *k, char text[64])
{
    struct text t = text_on(text, 64);
    for (int i = 0; i < k->n_sets; i++) {
        const char *name = strchr(k->sets[i].name, ':') + 1;
        bool last = i == k->n_sets - 1;
        if (t.len + strlen(name) > 28) {
            text_str(&t, ", ...");
            return;
        }
        text_str(&t, i == 0 ? "" : last ? " or " : ", ");
        text_str(&t, name);
    }
}

/* The game of a list; its number of games means the unfinished one. */
static int ask_game(const struct terminal *t, bool unfinished)
{
    struct question q = {.text = "Which game?"};
    char sets[MAX_CHOICES][64];
    const struct game_info *k;
    for (int i = 0; i < MAX_CHOICES - 1 && (k = game_info_at(i)); i++) {
        name_sets(k, sets[i]);
        offer(&q, k->title, sets[i]);
    }
    if (unfinished)
        offer(&q, "Resume", "the game you left");
    return ask(t, &q);
}

static const lus_rules *ask_rules(const struct terminal *t, const struct game_info *k)
{
    struct question q = {.text = "Which rules?"};
    for (int i = 0; i < k->n_sets; i++)
        offer(&q, strchr(k->sets[i].name, ':') + 1, k->sets[i].about);
    int i = k->n_sets == 1 ? 0 : ask(t, &q);
    return i < 0 ? NULL : &k->sets[i];
}

/* Whether the first and the second are people; false: no more answers. */
static bool ask_seats(const struct terminal *t, bool human[2])
{
    static const bool seats[][2] = {
        {true, false}, {false, true}, {true, true}, {false, false}};
    struct question q = {.text = "Who plays?"};
    offer(&q, "first", "you begin against the program");
    offer(&q, "second", "the program begins against you");
    offer(&q, "both", "two people at this screen");
    offer(&q, "watch", "the program against itself");
    int i = ask(t, &q);
    if (i >= 0)
        memcpy(human, seats[i], sizeof seats[i]);
    return i >= 0;
}

static bool ask_players(const struct terminal *t, struct setup *s)
{
    struct question q = {.text = "How strong is the program?", .usual = USUAL_LEVEL - 1};
    char text[32];
    bool human[2];
    for (int i = 1; i <= N_LEVELS; i++)
        offer(&q, level_title(i), "");
    if (!ask_seats(t, human))
        return false;
    int level = human[0] && human[1] ? 0 : ask(t, &q);
    snprintf(text, sizeof text, "ai:%d", level + 1);
    for (int seat = 0; level >= 0 && seat < 2; seat++)
        player_read(s, human[seat] ? "human" : text, &s->player[seat]);
    return level >= 0;
}

/* The verdicts of a review, lusoria(1): in hundredths of a percent, or of a stone. */
static bool ask_tutor(const struct terminal *t, struct setup *s)
{
    static const int loss[][2] = {{0, 0}, {2000, 400}, {1000, 200}, {500, 100}};
    struct question q = {.text = "Shall a tutor warn you before a bad move?"};
    bool stones = s->rules->score_counts;
    offer(&q, "no", "");
    offer(&q, "blunders", stones ? "4 stones or more" : "20 % of the games or more");
    offer(&q, "mistakes", stones ? "2 stones or more" : "10 % of the games or more");
    offer(&q, "all", stones ? "1 stone or more" : "5 % of the games or more");
    int i = s->player[0].kind == PLAYER_HUMAN || s->player[1].kind == PLAYER_HUMAN
                ? ask(t, &q)
                : 0;
    s->tutor = i > 0 ? loss[i][stones] : 0;
    return i >= 0;
}

int menu_run(void)
{
    struct setup s = {.from_menu = true,
                      .limits = {.depth = DEFAULT_DEPTH, .time_ms = DEFAULT_TIME_MS}};
    char path[PATH_MAX];
    int status = terminal_open(&s.terminal, NULL, false);
    if (status)
        return status;
    interrupt_catch();
    puts("Lusoria: ancient games of race, rows and sowing");
    int game = ask_game(&s.terminal, save_newest(path));
    if (game < 0)
        return interrupt_seen() ? EXIT_INTERRUPTED : EXIT_DONE;
    const struct game_info *k = game_info_at(game);
    s.rules = k ? ask_rules(&s.terminal, k) : NULL;
    if (!k)
        status = resume_setup(&s, path);
    else if (!s.rules || !ask_players(&s.terminal, &s) || !ask_tutor(&s.terminal, &s))
        return interrupt_seen() ? EXIT_INTERRUPTED : EXIT_DONE;
    putchar('\n');
    if (!status)
        status = play_session(&s);
    record_free(s.begin);
    return status;
}
