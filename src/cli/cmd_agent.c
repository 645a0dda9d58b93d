/* SPDX-License-Identifier: MIT */
/* cmd_agent.c - lusoria agent check: what is wrong with a program that wants to play. */
#include <stdio.h>
#include <string.h>
#include "arena/check.h"
#include "cli/agents.h"

enum { CHECK_MOVE_MS = 200, SHOWN_LINES = 12 };

struct shown {
    bool all; /* the whole dialogue, not its end */
    int n;
};

/* The dialogue under a verdict, indented. */
static void print_talk(const struct talk *talk, int lines)
{
    size_t n;
    const char *text = talk_tail(talk, lines, &n);
    while (n > 0) {
        size_t length = (size_t)((const char *)memchr(text, '\n', n) - text) + 1;
        printf("        %.*s", (int)length, text);
        text += length;
        n -= length;
    }
}

static void print_verdict(void *to, const struct verdict *v)
{
    static const char *const mark[] = {"ok   ", "FAIL ", "-    "};
    struct shown *s = to;
    s->n += v->state != CHECK_LEFT_OUT;
    printf("%s %s\n", mark[v->state], v->what);
    if (v->state == CHECK_BAD) {
        printf("      expected: %s\n      came:     %s\n", v->expected, v->came);
        if (v->talk)
            print_talk(v->talk, s->all ? TALK_MAX : SHOWN_LINES);
    }
    fflush(stdout);
}

static int check(const char *command, const struct agent_wish *wish, int time_ms,
                 const char *game, bool all)
{
    struct player_spec b = {.kind = PLAYER_EXEC};
    struct shown shown = {all, 0};
    if (!agent_wish_set(wish, "agent", &b))
        return EXIT_USAGE;
    b.agent.move_ms = time_ms;
    puts("      (> sent to it, < its answers, ! its standard error)");
    int bad = check_agent(command, &b.agent, game, print_verdict, &shown);
    if (bad < 0)
        return say_failed("'%s' cannot be started: is it a command, its quotes in pairs?",
                          command);
    if (bad)
        printf("%d of %d checks failed\n", bad, shown.n);
    else
        printf("all %d checks passed\n", shown.n);
    return bad ? EXIT_FAILED : EXIT_DONE;
}

int cmd_agent(const struct command *self, int argc, char **argv)
{
    const char *words[2], *game = NULL;
    int time_ms = CHECK_MOVE_MS;
    bool all = false;
    struct agent_wish wish = AGENT_WISH;
    const struct option options[] = {
        {"game", 'g', OPTION_TEXT, &game, 0, 0, "GAME[:RULES]",
         "this game or rule set alone"},
        {"time", 't', OPTION_INT, &time_ms, 1, 3600000, "MS", "its time a move (200)"},
        AGENT_OPTIONS(&wish),
        {"verbose", 'v', OPTION_FLAG, &all, 0, 0, NULL, "the whole dialogue of a fault"},
        {0},
    };
    int n = options_read(self, options, argc, argv, words, 2, 2);
    if (n < 0)
        return -1 - n;
    if (strcmp(words[0], "check") != 0)
        return say_usage("'%s' is not known: lusoria agent check COMMAND", words[0]);
    if (game && !rules_named(game))
        return EXIT_FAILED;
    return check(words[1], &wish, time_ms, game, all);
}
