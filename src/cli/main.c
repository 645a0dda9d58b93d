/* SPDX-License-Identifier: MIT */
/* main.c - the program lusoria: a table of sub-commands.

   `lusoria WORD ...` calls the command of that name with argv from WORD on.  Without
   arguments it shows the menu on a terminal (line_menu.c) and the help elsewhere.  Options
   without a command start a game: `lusoria -d 3 -v` is `lusoria play -d 3 -v`.

   A command is a function cmd_NAME and a row of commands[].  It reads its options
   (options.h), does its work and returns an exit code; messages go to standard error (both
   output.h).  tools/completion makes the completion of shells from the help of all
   commands. */
#include <stdio.h>
#include <string.h>
#include "cli/cli.h"
#include "os/console.h"
#include "os/signals.h"
#include "solve/frame.h"
#include "solve/kernels.h"
#include "text/nearest.h"
#include "tui/tui.h"

/* One row per command, in the order of the help.  commands[0] is also what options without a
   command start.  The examples begin with "$ ": tools/completion takes other lines with
   "--" for options. */
static const struct command commands[] = {
    {"play", "[GAME[:RULES]]", "play a game", cmd_play,
     "$ lusoria play ur                          you against the program\n"
     "$ lusoria play senet --level easy          an easier opponent\n"
     "$ lusoria play awari --ai-first            the program begins\n"
     "$ lusoria play ur --tutor 5                warns before bad moves\n"
     "$ lusoria play cave --first Ada --second Ben    two people\n"
     "$ lusoria play ur --clock 5+3              five minutes each, 3 s more per move\n"
     "$ lusoria play --resume                    continue an unfinished game\n"},
    {"lesson", "[GAME[:RULES]]", "learn a game in five minutes", cmd_lesson,
     "$ lusoria lesson ur                        a first lesson, step by step\n"
     "$ lusoria lesson senet:blockade\n"
     "$ lusoria lesson                           all lessons, and which you finished\n"},
    {"analyse", "GAME[:RULES] [POSITION]", "the value of every legal move", cmd_analyse,
     "$ lusoria analyse ur                       the start position\n"
     "$ lusoria analyse awari 4-4-4-4-4-0-5-5-5-5-4-4-0-0-N\n"
     "$ lusoria analyse awari -d 3 --tree tree.svg\n"},
    {"rollout", "GAME[:RULES] [POSITION]", "play a position many times", cmd_rollout,
     "$ lusoria rollout ur                       win chances, with error bounds\n"},
    {"review", "[FILE]", "find the mistakes and the luck of a game", cmd_review,
     "$ lusoria review                           your last game\n"
     "$ lusoria review GAME.txt                  mistakes and luck, move by move\n"
     "$ lusoria review GAME.txt --html GAME.html\n"},
    {"replay", "[FILE|N]", "step through a recorded game", cmd_replay,
     "$ lusoria replay                           your last game\n"
     "$ lusoria replay GAME.txt                  the last game of a file\n"
     "$ lusoria replay 20                        game 20 of 'lusoria games list'\n"},
    {"stats", "[GAME[:RULES]]", "your games, mean loss and level over time", cmd_stats,
     "$ lusoria stats                            all your games\n"
     "$ lusoria stats ur --svg progress.svg      with a plot\n"},
    {"puzzle", "[GAME[:RULES]]", "find the best move of a position", cmd_puzzle,
     "$ lusoria puzzle ur                        a new puzzle\n"
     "$ lusoria puzzle senet --level 2           one that a beginner solves\n"
     "$ lusoria puzzle ur --seed 7               the puzzle of a seed again\n"
     "$ lusoria puzzle --from GAME.txt           the largest mistake of a game\n"
     "$ lusoria puzzle --from GAME.txt --player Ada --number 2\n"},
    {"practice", "GAME[:RULES]", "your mistakes again, and puzzles, day by day",
     cmd_practice,
     "$ lusoria practice ur                      five positions that are due\n"
     "$ lusoria practice senet --count 1\n"},
    {"rules", "[GAME[:RULES]]", "show the rules of a game", cmd_rules,
     "$ lusoria rules ur                         how to play in two minutes\n"
     "$ lusoria rules senet:blockade\n"},
    {"perft", "GAME[:RULES] DEPTH", "count lines of play, to test move generators",
     cmd_perft, "$ lusoria perft ur 3\n"},
    {"moves", "GAME[:RULES] POSITION", "list the legal moves", cmd_moves,
     "$ lusoria moves awari start\n"},
    {"apply", "GAME[:RULES] POSITION MOVE", "print the position after a move", cmd_apply,
     "$ lusoria apply awari start F\n"},
    {"record", "FILE", "check or convert recorded games", cmd_record,
     "$ lusoria record GAME.txt                  check it, print it in our format\n"},
    {"dice", "verify [FILE]", "check the throws of recorded games", cmd_dice,
     "$ lusoria dice verify               the game you finished last\n"
     "$ lusoria dice verify GAME.txt\n"},
    {"match", "GAME[:RULES]", "play many games between two players", cmd_match,
     "$ lusoria match ur --first ai:4 --second ai:3 --games 200\n"
     "$ lusoria match awari --first 'exec:python3 my.py' --second ai:2 --games 20\n"
     "$ lusoria match awari:oware --second 'uci:java -jar engine.jar' --time 200 --games "
     "20\n"
     "$ lusoria match cave --first ai:5 --second ai:6 --games 20 --clock 5+3\n"},
    {"tournament", "[FILE]", "play matches between many players", cmd_tournament,
     "$ lusoria tournament CLASS.txt\n"
     "$ lusoria tournament CLASS.txt --html results.html   a page for the class\n"},
    {"ratings", "GAME[:RULES]", "rate the players of stored games", cmd_ratings,
     "$ lusoria ratings ur\n"},
    {"engine", "", "serve the engine protocol to other programs", cmd_engine,
     "$ lusoria engine                           then type: lusoria 1\n"},
    {"agent", "check COMMAND", "test a bot for protocol errors", cmd_agent,
     "$ lusoria agent check 'python3 my.py'\n"
     "$ lusoria agent check 'uci:java -jar engine.jar' --game awari\n"},
    {"train", "GAME[:RULES]", "train the evaluation of a dice game", cmd_train,
     "$ lusoria train ur --steps 100000 --seed 1\n"
     "$ lusoria train ur -m 3 -o net.c --svg curve.svg\n"},
    {"solve", "GAME[:RULES]", "build a table of perfect play", cmd_solve,
     "$ lusoria solve ur --pieces 4              a small table, seconds\n"
     "$ lusoria solve ur                         the whole game: 1.1 GB, minutes\n"
     "$ lusoria solve awari --stones 16\n"
     "$ lusoria solve ur --pieces 4 --svg r.svg  with a plot of the residuals\n"
     "$ lusoria solve senet:blockade --pieces 4 --precision 32 --memory 2G\n"
     "\nThe first lines say how much memory and disk space is needed.  If interrupted "
     "or\n"
     "killed, the same command resumes at its last checkpoint.\n"},
    {"book", "GAME[:RULES]", "build an opening book", cmd_book,
     "$ lusoria book awari:oware --positions 500        minutes; resumes if interrupted\n"
     "$ lusoria book awari:oware -o own.book --nodes 1000000 --deeper 4000000\n"},
    {"table", "VERB ...", "info, stats, probe, verify, export", cmd_table,
     "$ lusoria table info                       which tables there are\n"
     "$ lusoria table probe ur start\n"
     "$ lusoria table verify ur                  every value\n"
     "$ lusoria table verify ur --sample 1000000 a million of them\n"},
    {"serve", "[--port N]", "show the page for a browser, on this machine", cmd_serve,
     "$ lusoria serve                            then open http://127.0.0.1:8080/\n"
     "$ lusoria serve --port 0                   any free port\n"
     "$ lusoria serve --bind 0.0.0.0             for other machines (doc/security.md)\n"
     "$ lusoria serve --db postgresql:///lusoria several servers share the games\n"},
    {"call", "VERB [NAME=VALUE ...]", "answer one request of the API", cmd_call,
     "$ lusoria call games\n"
     "$ lusoria call choose game=awari level=3\n"},
    {"bench", "", "measure the speed of the search", cmd_bench, "$ lusoria bench\n"},
    {"plot", "FILE.csv ...", "draw columns of numbers as lines", cmd_plot,
     "$ lusoria plot numbers.csv                 the first column, with characters\n"
     "$ lusoria plot numbers.csv -o plot.svg     all columns\n"},
    {"games", "[VERB ...]", "list games, and stored games: list, show, ...", cmd_games,
     "$ lusoria games                            all games and rule sets\n"
     "$ lusoria games list                       stored games\n"},
};
enum { N_COMMANDS = sizeof commands / sizeof commands[0] };

/* The list of commands; an exit code. */
static int print_help(void)
{
    puts("lusoria " LUS_VERSION ": Senet, the Royal Game of Ur, Awari, Magnetic Cave\n");
    for (int i = 0; i < N_COMMANDS; i++)
        printf("  lusoria %-10s %-28s %s\n", commands[i].name, commands[i].args,
               commands[i].help);
    puts("\n'lusoria COMMAND --help' lists the options of a command.");
    return EXIT_DONE;
}

/* With details: how the program solves games on this machine. */
static int print_version(bool details)
{
    char why[256];
    puts("lusoria " LUS_VERSION);
    if (!details)
        return EXIT_DONE;
    const struct solve_kernel *selected = kernel_selected(why);
    if (!selected)
        return print_failure("%s", why);
    printf("kernel %s; this machine supports", selected->name);
    for (int i = 0; kernel_at(i); i++)
        printf(" %s", kernel_at(i)->name);
    puts(frame_able() ? "\ntables yes" : "\ntables no");
    puts(tui_is_built_in ? "full screen yes" : "full screen no");
    return EXIT_DONE;
}

/* "there is no command 'revew'; did you mean 'lusoria review'?"  An exit code. */
static int report_unknown(const char *word)
{
    struct nearest near = nearest_to(word);
    for (int i = 0; i < N_COMMANDS; i++)
        nearest_try(&near, commands[i].name, commands[i].name);
    if (near.best)
        return print_usage_error("there is no command '%s'; did you mean 'lusoria %s'?",
                                 word, near.best);
    return print_usage_error("there is no command '%s'; 'lusoria --help' lists all "
                             "commands",
                             word);
}

/* Returns an exit code. */
static int run(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "--help";
    bool terminal = console_is_terminal(CONSOLE_IN) && console_is_terminal(CONSOLE_OUT);
    bool line = argc == 2 && !strcmp(word, "--line");
    if ((argc == 1 || line) && terminal)
        return menu_run(line);
    if (!strcmp(word, "--help") || !strcmp(word, "-h") || !strcmp(word, "help"))
        return print_help();
    if (!strcmp(word, "--version"))
        return print_version(argc > 2 && !strcmp(argv[2], "-v"));
    if (word[0] == '-') /* options without a command, as in "lusoria -d 3 -v": a game */
        return commands[0].run(&commands[0], argc, argv);
    for (int i = 0; i < N_COMMANDS; i++)
        if (!strcmp(word, commands[i].name))
            return commands[i].run(&commands[i], argc - 1, argv + 1);
    return report_unknown(word);
}

/* A failed write to standard output (a full disk, a closed pipe) is noticed here, once for
   all commands. */
int main(int argc, char **argv)
{
    console_open_closed();
    file_limit_catch();
    program_name_set(argv[0]);
    int status = run(argc, argv);
    if (fflush(stdout) || ferror(stdout))
        return print_failure("standard output could not be written");
    return status;
}
