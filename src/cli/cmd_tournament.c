/* SPDX-License-Identifier: MIT */
/* cmd_tournament.c - lusoria tournament: many players, a match between each two.

       $ lusoria tournament --players random,greedy,ai:2 --game ur -n 10 --seed 3
       ur:finkel: round robin of 3 players, 10 games each two, seed 3

            player         Elo    +-      %   games      1     2     3
         1  greedy        +248   174   90.0      20      -  80.0 100.0
         2  ai:beginner    +36   139   55.0      20   20.0     -  90.0
         3  random        -284   146    5.0      20    0.0  10.0     -

   With --clock the head line names the clock, and below the table stands who lost games on
   time, and how many.

   A tournament is described by a file (tournament/tournament_file.h) or by --players and --game.
   Options override the file.  Games are stored unless --no-store is given, so the same
   command continues an interrupted tournament. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "arena/match_report.h"
#include "tournament/tournament_html.h"
#include "cli/match_cli.h"
#include "terminal/terminal.h"
#include "os/console.h"
#include "os/files.h"
#include "record/record.h"

/* The options; see override_file for those that also stand in a file. */
struct tournament_options {
    /* What is played; overrides the file. */
    const char *players, *game, *kind, *clock;
    int games; /* 0: not given */
    struct opening_options opening;
    struct seed seed;
    struct agent_options agents; /* 0 and NULL: not given */
    /* How it is run. */
    int jobs;
    const char *db, *csv, *html;
    int reviews; /* games that are reviewed for the page */
    bool json, no_store;
};

enum { DEFAULT_REVIEWS = 200 };

/* ---- playing ---- */

/* The seed of an unfinished match of this tournament in the store, or a random one. */
static int find_seed(const struct tournament *t, struct store *store, uint64_t *seed)
{
    int found = store ? tournament_unfinished_seed(t, store, seed) : 0;
    if (found < 0)
        return store_failed(store, found);
    return found ? EXIT_DONE : random_seed(seed);
}

/* Plays the matches one after the other; Ctrl-C ends the current one and the loop. */
static int play(struct tournament *t, struct store *store)
{
    struct match_display display = match_display_open();
    int status = EXIT_DONE;
    display.matches = t->n;
    display.tournament = t;
    for (int i = 0; i < t->n && status == EXIT_DONE && !(i && interrupt_seen()); i++) {
        display.number = i + 1;
        status =
            match_run_cli(&t->pairing[i].match, store, &display, &t->pairing[i].result);
    }
    if (status == EXIT_DONE)
        match_display_clear(&display);
    return status;
}

/* The head line, the crosstable and the forfeits of bots; an exit code. */
static int print_text(const struct tournament *t)
{
    const struct tournament_spec *spec = t->spec;
    struct buffer out = {0};
    int64_t recalled = tournament_recalled(t);
    char clock[TIME_CONTROL_TEXT];
    bool timed = spec->clock.base_ms;
    time_control_format(&spec->clock, clock);
    printf("%s: %s of %d players, %d games each two, %s%s%sseed %llu\n",
           lus_rules_name(spec->rules), spec->gauntlet ? "gauntlet" : "round robin",
           spec->n, spec->games, timed ? "clock " : "", timed ? clock : "",
           timed ? ", " : "", (unsigned long long)spec->seed);
    if (recalled)
        printf("%lld games were in the store\n", (long long)recalled);
    putchar('\n');
    int status = tournament_report_text(&out, t);
    if (status < 0)
        return print_error_code(status);
    for (int i = 0; i < t->n; i++)
        match_report_forfeits(&out, &t->pairing[i].match, &t->pairing[i].result.tally);
    return print_buffer(&out);
}

/* Writes the CSV file, then prints the standings as JSON or text; an exit code. */
static int report(const struct tournament *t, const struct tournament_options *o)
{
    struct buffer out = {0};
    struct json j = json_on(&out);
    if (o->csv) {
        struct buffer table = {0};
        tournament_report_csv(&table, t);
        int status = write_buffer(&table, o->csv);
        if (status)
            return status;
    }
    if (!o->json)
        return print_text(t);
    int status = tournament_report_json(&j, t);
    buffer_str(&out, "\n");
    return status < 0 ? print_error_code(status) : print_buffer(&out);
}

/* ---- the page ---- */

/* The names of a page and of the folder of its reviews: results.html, results-games. */
struct page_names {
    char folder[PATH_MAX];                            /* path of the folder */
    char to_folder[3 * NAME_MAX], back[3 * NAME_MAX]; /* addresses, one from the other */
};

/* Appends the last component of a path as a part of an address: bytes other than letters,
   digits, '-', '.', '_' and '~' become %XX. */
static void append_address(struct text *t, const char *path)
{
    static const char hex[] = "0123456789ABCDEF";
    const char *slash = strrchr(path, '/');
    for (const char *s = slash ? slash + 1 : path; *s; s++) {
        unsigned char c = (unsigned char)*s;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                     (c >= '0' && c <= '9') || strchr("-._~", c);
        text_char(t, plain ? *s : '%');
        if (!plain) {
            text_char(t, hex[c >> 4]);
            text_char(t, hex[c & 15]);
        }
    }
}

/* False: the path is too long. */
static bool name_page(struct page_names *names, const char *path)
{
    size_t n = strlen(path);
    if (n > 5 && !strcmp(path + n - 5, ".html"))
        n -= 5;
    struct text folder = text_on(names->folder, sizeof names->folder);
    struct text to_folder = text_on(names->to_folder, sizeof names->to_folder);
    struct text back = text_on(names->back, sizeof names->back);
    text_bytes(&folder, path, n);
    text_str(&folder, "-games");
    append_address(&to_folder, names->folder);
    text_str(&back, "../");
    append_address(&back, path);
    return !folder.full && !to_folder.full && !back.full;
}

/* Callback of tournament_games_review. */
static void show_reviews(void *arg, int n, int of)
{
    (void)arg;
    fprintf(stderr, "\rreviews: %d of %d games ", n, of);
}

/* Reviews the games; an exit code. */
static int review_games(struct tournament_games *games, const struct tournament *t,
                        const struct tournament_options *o,
                        const struct page_names *names)
{
    struct tables *tables;
    bool terminal = console_is_terminal(CONSOLE_ERR);
    if (!tablebase_open(&(struct table_options){0}, &tables))
        return EXIT_FAILED;
    struct tournament_review how = {.folder = names->folder,
                                    .back = names->back,
                                    .most = o->reviews,
                                    .jobs = o->jobs,
                                    .tables = tables,
                                    .stop = interrupt_flag(),
                                    .progress = terminal ? show_reviews : NULL};
    int status = tournament_games_review(games, t, &how);
    if (terminal)
        fputs("\r\033[K", stderr);
    tablebase_close(tables);
    if (status == LUS_EFILE)
        return print_failure("the reviews cannot be written to the folder '%s': %s",
                             names->folder, strerror(errno));
    return status < 0 ? print_error_code(status) : EXIT_DONE;
}

/* Writes the page and the folder of its reviews; an exit code. */
static int write_page(const struct tournament *t, struct store *store,
                      const struct tournament_options *o)
{
    struct page_names names;
    struct tournament_games games = {0};
    struct buffer page = {0};
    if (!name_page(&names, o->html))
        return print_failure("%s: the name is too long", o->html);
    int read = tournament_games_read(&games, t, store);
    int status =
        read < 0 ? store_failed(store, read) : review_games(&games, t, o, &names);
    if (status == EXIT_DONE) {
        int written = tournament_html(&page, t, &games, names.to_folder);
        status = written < 0 ? print_error_code(written) : write_buffer(&page, o->html);
    }
    tournament_games_free(&games);
    return status;
}

/* ---- a tournament ---- */

/* The matches, or NULL: a message was printed. */
static struct tournament *make_tournament(const struct tournament_spec *s,
                                          const struct tournament_options *o)
{
    struct tournament *t;
    lus_fault fault;
    int entrant, status = tournament_new(&t, s, o->jobs, &entrant, &fault);
    if (status == LUS_ETEXT)
        print_fault("player", s->entrant[entrant].player, &fault);
    else if (status < 0)
        print_error_code(status);
    if (status < 0)
        return NULL;
    if (!o->agents.log_dir || tournament_set_log(t, o->agents.log_dir) == 0)
        return t;
    agent_log_failed(o->agents.log_dir);
    tournament_free(t);
    return NULL;
}

/* Opens the store, plays and reports; an exit code.  The seed is found before the first
   match: an unfinished tournament in the store has one. */
static int run(struct tournament_spec *s, const struct tournament_options *o)
{
    interrupt_catch();
    /* The page needs the games: without the store they are kept in memory. */
    const char *db = o->no_store ? ":memory:" : o->db;
    bool needs_store = !o->no_store || o->html;
    struct store *store = needs_store ? store_open_cli(db, STORE_WRITE) : NULL;
    if (needs_store && !store)
        return EXIT_FAILED;
    struct tournament *t = make_tournament(s, o);
    int status = t ? EXIT_DONE : EXIT_USAGE;
    if (t && !s->has_seed)
        status = find_seed(t, store, &s->seed);
    if (t)
        tournament_set_seed(t, s->seed);
    if (status == EXIT_DONE)
        status = play(t, store);
    if (status == EXIT_DONE && o->html)
        status = write_page(t, store, o);
    if (status == EXIT_DONE)
        status = report(t, o);
    status = match_exit_code(status, !o->no_store);
    store_close(store);
    tournament_free(t);
    return status;
}

/* ---- the description ---- */

/* Reads the description; a fault is reported with its line.  An exit code. */
static int read_file(struct tournament_spec *s, const char *path)
{
    lus_fault fault;
    size_t n;
    char *text = file_read(path, TOURNAMENT_BYTES, &n);
    if (!text)
        return print_failure("'%s' cannot be read: %s", path,
                             errno == EFBIG ? "it has more than 1 MiB" : strerror(errno));
    int status = tournament_spec_read(s, text, n, &fault);
    if (status == LUS_ETEXT)
        print_failure("'%s', line %d: expected %s", path, record_line(text, fault.at),
                      fault.expected);
    else if (status < 0)
        print_error_code(status);
    free(text);
    return status < 0 ? EXIT_FAILED : EXIT_DONE;
}

/* Reads --players; a fault is reported with its byte.  An exit code. */
static int read_players(struct tournament_spec *s, const char *players)
{
    lus_fault fault;
    if (tournament_spec_read_players(s, players, &fault) == 0)
        return EXIT_DONE;
    return print_usage_error("--players, byte %zu: expected %s", fault.at,
                             fault.expected);
}

/* Only options that were given: 0 and NULL mean "not given". */
static void override_file(struct tournament_spec *s, const struct tournament_options *o)
{
    const struct agent_limits *limits = &o->agents.limits;
    if (o->games)
        s->games = o->games;
    if (o->seed.given) {
        s->has_seed = true;
        s->seed = o->seed.value;
    }
    if (limits->move_ms)
        s->agent.move_ms = limits->move_ms;
    if (limits->handshake_ms)
        s->agent.handshake_ms = limits->handshake_ms;
    if (limits->memory_mb >= 0)
        s->agent.memory_mb = limits->memory_mb;
    if (limits->wrap)
        s->agent.wrap = limits->wrap;
}

/* Either a file or --players with --game; an exit code. */
static int check_options(const char *path, const struct tournament_options *o)
{
    if (!path == !o->players)
        return print_usage_error("a tournament is a FILE, or --players and --game");
    if (path && (o->game || o->kind))
        return print_usage_error("--game and --kind are for --players; FILE has its own");
    if (o->players && !o->game)
        return print_usage_error("--players needs --game GAME");
    if (o->games % 2)
        return print_usage_error("--games takes an even number: games come in pairs");
    if (o->kind && strcmp(o->kind, "gauntlet") != 0 &&
        strcmp(o->kind, "round-robin") != 0)
        return print_usage_error("--kind takes round-robin or gauntlet, not '%s'",
                                 o->kind);
    return agent_options_check(&o->agents) ? EXIT_DONE : EXIT_USAGE;
}

/* Fills the description from the file or the players, then from the options. */
static int fill(struct tournament_spec *s, const char *path,
                const struct tournament_options *o)
{
    int status = check_options(path, o);
    if (status == EXIT_DONE)
        status = path ? read_file(s, path) : read_players(s, o->players);
    if (status != EXIT_DONE)
        return status;
    if (o->game && !(s->rules = find_rules(o->game)))
        return EXIT_FAILED;
    if (o->kind)
        s->gauntlet = !strcmp(o->kind, "gauntlet");
    override_file(s, o);
    return read_clock(o->clock, &s->clock) &&
                   read_opening(&o->opening, s->rules, &s->opening)
               ? EXIT_DONE
               : EXIT_USAGE;
}

/* ---- the command ---- */

/* Numbers that mean "not given" are the defaults here; the real ones are those of the file or
   of tournament_spec_new. */
int cmd_tournament(const struct command *self, int argc, char **argv)
{
    const char *path = NULL;
    struct tournament_options o = {.jobs = match_default_jobs(),
                                   .reviews = DEFAULT_REVIEWS,
                                   .agents.limits.memory_mb = -1};
    const struct option options[] = {
        {"players", 0, OPTION_TEXT, &o.players, 0, 0, "P,P,...",
         "as for match, instead of a file"},
        {"game", 0, OPTION_TEXT, &o.game, 0, 0, "GAME[:RULES]", "what they play"},
        {"kind", 0, OPTION_TEXT, &o.kind, 0, 0, "KIND",
         "round-robin, or gauntlet: the first against all others"},
        {"games", 'n', OPTION_INT, &o.games, 2, 1000000, "N",
         "of each two players, an even number (100)"},
        GAMES_OPTIONS(&o.seed, &o.jobs, &o.opening),
        CLOCK_OPTION(&o.clock),
        {"time", 't', OPTION_INT, &o.agents.limits.move_ms, 1, 3600000, "MS",
         "time per move of an exec or uci player without a clock (10000)"},
        AGENT_OPTIONS(&o.agents),
        DB_OPTION(&o.db),
        {"no-store", 0, OPTION_FLAG, &o.no_store, 0, 0, NULL, "do not store the games"},
        {"json", 0, OPTION_FLAG, &o.json, 0, 0, NULL, "lusoria.tournament/1"},
        {"csv", 0, OPTION_TEXT, &o.csv, 0, 0, "FILE", "also write one row per match"},
        {"html", 0, OPTION_TEXT, &o.html, 0, 0, "FILE",
         "also write a page, and reviews in a folder beside it"},
        {"reviews", 0, OPTION_INT, &o.reviews, 0, 1000000, "N",
         "games that are reviewed for the page (200)"},
        {0},
    };
    int n = options_read(self, options, argc, argv, &path, 0, 1);
    if (n < 0)
        return -1 - n;
    if (o.json)
        print_errors_as_json();
    struct tournament_spec *s = tournament_spec_new();
    if (!s)
        return print_error_code(LUS_EMEMORY);
    int status = fill(s, n ? path : NULL, &o);
    if (status == EXIT_DONE)
        status = run(s, &o);
    tournament_spec_free(s);
    return status;
}
