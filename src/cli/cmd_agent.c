/* SPDX-License-Identifier: MIT */
/* cmd_agent.c - lusoria agent, engine and serve: connections to other programs.

       lusoria agent check   tests a bot, or a UCI or UGI engine, for protocol errors
       lusoria engine        is a bot: the engine protocol on standard input and output
       lusoria serve         the page and the API over HTTP, on this machine

       $ lusoria agent check "python3 bot.py" --game ur
             (> sent to it, < its answers, ! its standard error)
       ok    it starts and sends ready after 2 ms; its name: bot 1.0
       FAIL  ur:finkel
             expected: bestmove and one of: 0-3
             received: bestmove 3-3 (U2: none of your pieces stands on that square)
               > position 7--------------0:7--------------0:L throw 3
               > legal 0-3
               > go movetime 200
               < bestmove 3-3
       ...
       1 of 7 checks failed

   The checks themselves are player/agent_check.h; this file prints their results as they
   arrive.  What a bot sends may contain escape sequences, so every text of a result is
   sanitised; a transcript contains printable ASCII only (player/transcript.h). */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include "cli/match_cli.h"
#include "engine/engine.h"
#include "os/console.h"
#include "os/folders.h"
#include "os/signals.h"
#include "os/socket.h"
#include "play/own_games.h"
#include "player/agent_check.h"
#include "serve/serve.h"
#include "text/sanitise.h"

/* ---- agent check ---- */

/* 200 ms per move instead of the 10 s of a match: a check plays dozens of moves.  12 lines
   show the last position that was sent and the answer to it. */
enum { CHECK_MOVE_MS = 200, SHOWN_LINES = 12 };

struct check_output {
    bool verbose; /* print the whole transcript, not only its end */
    int n;        /* number of checks */
};

/* Prints the end of the transcript, indented. */
static void print_transcript(const struct transcript *t, int lines)
{
    size_t n;
    const char *text = transcript_tail(t, lines, &n);
    while (n > 0) {
        size_t length = (size_t)((const char *)memchr(text, '\n', n) - text) + 1;
        printf("        %.*s", (int)length, text);
        text += length;
        n -= length;
    }
}

/* The texts of a result contain what the bot sent. */
static void print_sanitised(const char *label, const char *text)
{
    char safe[CHECK_TEXT];
    snprintf(safe, sizeof safe, "%s", text);
    sanitise_message(safe);
    printf("%s%s\n", label, safe);
}

/* Callback of agent_check, called once per check.  A skipped check is not counted. */
static void print_result(void *arg, const struct check_result *r)
{
    static const char *const label[] = {"ok    ", "FAIL  ", "-     "};
    struct check_output *o = arg;
    o->n += r->state != CHECK_SKIPPED;
    print_sanitised(label[r->state], r->what);
    if (r->state == CHECK_FAILED) {
        print_sanitised("      expected: ", r->expected);
        print_sanitised("      received: ", r->received);
        if (r->transcript)
            print_transcript(r->transcript, o->verbose ? TRANSCRIPT_MAX : SHOWN_LINES);
    }
    fflush(stdout);
}

/* Runs the checks of player/agent_check.h and prints their sum; an exit code. */
static int check(const char *command, const struct agent_options *options,
                 const char *game, bool verbose)
{
    struct player_spec player = {.kind = PLAYER_EXEC};
    struct check_output output = {verbose, 0};
    lus_fault fault;
    if (!agent_options_apply(options, "agent", &player))
        return EXIT_USAGE;
    puts("      (> sent to it, < its answers, ! its standard error)");
    int failed = agent_check(command, &player.agent, game, print_result, &output, &fault);
    if (failed == LUS_ETEXT)
        return print_failure("'%s': expected %s", command, fault.expected);
    if (failed < 0)
        return print_failure("'%s' cannot be started", command);
    if (failed)
        printf("%d of %d checks failed\n", failed, output.n);
    else
        printf("all %d checks passed\n", output.n);
    return failed ? EXIT_FAILED : EXIT_DONE;
}

/* `check` is the only verb. */
int cmd_agent(const struct command *self, int argc, char **argv)
{
    const char *words[2], *game = NULL;
    bool verbose = false;
    struct agent_options agents = AGENT_DEFAULTS;
    agents.limits.move_ms = CHECK_MOVE_MS;
    const struct option options[] = {
        {"game", 'g', OPTION_TEXT, &game, 0, 0, "GAME[:RULES]",
         "only this game or rule set"},
        {"time", 't', OPTION_INT, &agents.limits.move_ms, 1, 3600000, "MS",
         "its time per move (200)"},
        AGENT_OPTIONS(&agents),
        {"verbose", 'v', OPTION_FLAG, &verbose, 0, 0, NULL,
         "print the whole dialogue before a fault"},
        {0},
    };
    int n = options_read(self, options, argc, argv, words, 2, 2);
    if (n < 0)
        return -1 - n;
    if (strcmp(words[0], "check") != 0)
        return print_usage_error("unknown word '%s': lusoria agent check COMMAND",
                                 words[0]);
    if (game && !find_rules(game))
        return EXIT_FAILED;
    return check(words[1], &agents, game, verbose);
}

/* ---- engine ---- */

/* Runs until `quit` or the end of the input; the protocol itself is engine/engine.h. */
int cmd_engine(const struct command *self, int argc, char **argv)
{
    struct table_options table_options = {0};
    struct tables *tables;
    const struct option options[] = {TABLE_OPTIONS(&table_options), {0}};
    int n = options_read(self, options, argc, argv, NULL, 0, 0);
    if (n < 0)
        return -1 - n;
    if (!tablebase_open(&table_options, &tables))
        return EXIT_FAILED;
    bool run = engine_run(tables, CONSOLE_IN, stdout);
    tablebase_close(tables);
    return run ? EXIT_DONE : print_failure("the system allows no second thread");
}

/* ---- serve ---- */

/* "Exact values: ur:finkel up to 7, awari:abapa up to 12."; nothing without tables. */
static void print_tables(const struct tables *tables)
{
    for (int i = 0; tables && i < tables_count(tables); i++) {
        const struct table_info *t = table_info(tables_at(tables, i));
        printf("%s%s up to %d", i ? ", " : "Exact values: ", lus_rules_name(t->r),
               t->size);
    }
    if (tables && tables_count(tables))
        puts(".");
}

/* Where the store is: the file or URL of --db, a file in the folder of --data, which is made if
   it does not exist, or the user's own.  False: there is none. */
static bool store_path(const char *db, const char *folder, char path[PATH_MAX])
{
    if (db)
        return (size_t)snprintf(path, PATH_MAX, "%s", db) < PATH_MAX;
    if (!folder)
        return own_games_path(path);
    int n = snprintf(path, PATH_MAX, "%s/store.db", folder);
    folder_make(folder, 0700); /* store_open says what is wrong */
    return n > 0 && n < PATH_MAX;
}

/* Starts the server.  Without the user's own store only games between people are missing;
   a store that was named must be usable. */
static struct serve *start_server(struct serve_config *config, bool named)
{
    char why[STORE_ERROR];
    struct serve *s = serve_start(config, why, sizeof why);
    if (!s && why[0] && !named) {
        fprintf(stderr, "People cannot play each other: %s.\n", why);
        config->store = NULL;
        s = serve_start(config, why, sizeof why);
    }
    if (!s && why[0])
        print_failure("%s", why);
    else if (!s)
        print_failure("port %d cannot be used; try --port 0%s", config->port,
                      strcmp(config->bind, "127.0.0.1") != 0 ? ", or another --bind"
                                                             : "");
    return s;
}

/* Every connection is a descriptor. */
static void check_descriptors(const struct serve_config *config)
{
    int wanted = serve_descriptors(config), limit = descriptor_limit_raise(wanted);
    if (limit < wanted)
        fprintf(stderr,
                "Only %d descriptors are allowed, but %d connections need %d: raise "
                "'ulimit -n' or use a smaller --connections.\n",
                limit, config->connections, wanted);
}

/* An IPv6 address has brackets in a URL; an address of all interfaces cannot be opened. */
static void print_address(const struct serve_config *config, int port)
{
    const char *at = config->bind;
    bool any = !strcmp(at, "0.0.0.0") || !strcmp(at, "::");
    const char *shown = !any ? at : at[0] == ':' ? "::1" : "127.0.0.1";
    bool brackets = strchr(shown, ':') != NULL;
    printf("Open http://%s%s%s:%d/ in a browser. Ctrl-C ends the server.\n",
           brackets ? "[" : "", shown, brackets ? "]" : "", port);
}

/* Serves until Ctrl-C or SIGTERM; an exit code. */
static int serve_until_signal(struct serve_config *config, bool named)
{
    end_signals_block(); /* before the threads of the server are made */
    check_descriptors(config);
    struct serve *s = start_server(config, named);
    if (!s)
        return EXIT_FAILED;
    if (!serve_has_file("engine.wasm"))
        fprintf(stderr, "The engine of the page is not built in: run 'make page'.\n");
    print_tables((const struct tables *)config->tables);
    print_address(config, serve_port(s));
    fflush(stdout);
    end_signals_wait();
    serve_stop(s);
    return EXIT_DONE;
}

int cmd_serve(const struct command *self, int argc, char **argv)
{
    struct serve_config config = SERVE_DEFAULTS;
    struct table_options table_options = {0};
    struct tables *tables;
    const char *words[1], *folder = NULL, *db = NULL;
    bool log = false;
    char path[PATH_MAX];
    const struct option options[] = {
        {"port", 'p', OPTION_INT, &config.port, 0, 65535, "N",
         "the port (8080); 0: any free one"},
        {"bind", 'b', OPTION_TEXT, &config.bind, 0, 0, "ADDR",
         "the address to listen on (127.0.0.1: only this machine)"},
        {"host", 0, OPTION_TEXT, &config.hosts, 0, 0, "NAMES",
         "names of this server, separated by commas; others are refused"},
        {"trust-proxy", 0, OPTION_FLAG, &config.trust_proxy, 0, 0, NULL,
         "behind a proxy: X-Forwarded-For names the client"},
        {"rate", 0, OPTION_INT, &config.rate, 0, 100000, "N",
         "requests per second of one client (50); 0: no limit"},
        {"connections", 0, OPTION_INT, &config.connections, 8, 100000, "N",
         "open connections (4352)"},
        {"client-connections", 0, OPTION_INT, &config.client_connections, 1, 100000, "N",
         "open connections of one client (256)"},
        {"engine-queue", 0, OPTION_INT, &config.engine_queue, 1, 10000, "N",
         "searches that may wait (64); more are answered with 503"},
        {"log", 0, OPTION_FLAG, &log, 0, 0, NULL,
         "print a line of JSON for each answer to standard error"},
        {"data", 'd', OPTION_TEXT, &folder, 0, 0, "DIR",
         "the folder of the store of games (that of 'lusoria games')"},
        {"db", 0, OPTION_TEXT, &db, 0, 0, "URL",
         "the store itself: postgresql://USER@HOST/DATABASE, or a file"},
        {"away", 0, OPTION_INT, &config.away, 1, 86400, "S",
         "a player absent for so many seconds can lose the game (120)"},
        {"expire", 0, OPTION_INT, &config.expire, 1, 3650, "DAYS",
         "end games that did not change for so long (14)"},
        {"tables", 0, OPTION_TEXT, &table_options.folder, 0, 0, "DIR",
         "the same as --table-dir"},
        TABLE_OPTIONS(&table_options),
        {0}};
    int n = options_read(self, options, argc, argv, words, 0, 0);
    if (n < 0)
        return -1 - n;
    if (!serve_is_built_in)
        return print_failure("this program was built without libmicrohttpd or jansson");
    if (db && folder)
        return print_failure("use either --data or --db");
    if (!tablebase_open(&table_options, &tables))
        return EXIT_FAILED;
    config.log = log ? stderr : NULL;
    config.tables = (const lus_tables *)tables;
    config.store = store_path(db, folder, path) ? path : NULL;
    int status = serve_until_signal(&config, db || folder);
    tablebase_close(tables);
    return status;
}
