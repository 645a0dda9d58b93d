/* SPDX-License-Identifier: MIT */
/* main.c - the program lusoria: a table of sub-commands. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "cli/cli.h"
#include "text/nearest.h"

static const struct command commands[] = {
    {"play", "[GAME[:RULES]]", "play in the terminal", cmd_play},
    {"analyse", "GAME[:RULES] [POSITION]", "what every legal move is worth", cmd_analyse},
    {"rollout", "GAME[:RULES] [POSITION]", "play a position out many times", cmd_rollout},
    {"review", "FILE", "what every decision lost, every throw brought", cmd_review},
    {"rules", "[GAME[:RULES]]", "the rules of a game", cmd_rules},
    {"perft", "GAME[:RULES] DEPTH", "count the lines of play", cmd_perft},
    {"moves", "GAME[:RULES] POSITION", "list the legal moves", cmd_moves},
    {"apply", "GAME[:RULES] POSITION MOVE", "the position after a move", cmd_apply},
    {"record", "FILE", "check games, or write them in another format", cmd_record},
    {"dice", "verify FILE", "check every throw of the games of a file", cmd_dice},
    {"match", "GAME[:RULES]", "many games between two players", cmd_match},
    {"tournament", "[FILE]", "matches between many players", cmd_tournament},
    {"ratings", "GAME[:RULES]", "how strong the players of stored games are",
     cmd_ratings},
    {"engine", "", "speak the engine protocol, for other programs", cmd_engine},
    {"agent", "check COMMAND", "what is wrong with a program that plays", cmd_agent},
    {"train", "GAME[:RULES]", "learn the evaluation of a dice game", cmd_train},
    {"solve", "GAME[:RULES]", "build a table of perfect play", cmd_solve},
    {"table", "VERB ...", "info, stats, probe, verify, export tables", cmd_table},
    {"bench", "", "how fast the search is, and its signature", cmd_bench},
    {"games", "[VERB ...]", "what can be played; stored games: list, show, ...",
     cmd_games},
};
enum { N_COMMANDS = sizeof commands / sizeof commands[0] };

static int print_help(void)
{
    puts("lusoria " LUS_VERSION ": Senet, the Royal Game of Ur, Awari, Magnetic Cave\n");
    for (int i = 0; i < N_COMMANDS; i++)
        printf("  lusoria %-10s %-28s %s\n", commands[i].name, commands[i].args,
               commands[i].what);
    puts("\n'lusoria COMMAND --help' tells the options of each.");
    return EXIT_DONE;
}

static int refuse_command(const char *word)
{
    struct nearest n = nearest_to(word);
    for (int i = 0; i < N_COMMANDS; i++)
        nearest_try(&n, commands[i].name, commands[i].name);
    if (n.best)
        return print_usage_error("there is no command '%s'; did you mean 'lusoria %s'?", word,
                         n.best);
    return print_usage_error("there is no command '%s'; 'lusoria --help' lists them", word);
}

int main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "--help";
    if (argc == 1 && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        return menu_run();
    if (!strcmp(word, "--help") || !strcmp(word, "-h") || !strcmp(word, "help"))
        return print_help();
    if (!strcmp(word, "--version"))
        return puts("lusoria " LUS_VERSION) < 0;
    for (int i = 0; i < N_COMMANDS; i++)
        if (!strcmp(word, commands[i].name)) {
            int status = commands[i].run(&commands[i], argc - 1, argv + 1);
            if (fflush(stdout) || ferror(stdout))
                return print_failure("standard output could not be written");
            return status;
        }
    return refuse_command(word);
}
