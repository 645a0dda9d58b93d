/* SPDX-License-Identifier: MIT */
/* cmd_moves.c - lusoria moves, apply, perft, bench and call: for scripts and developers.

       $ lusoria moves ur 7--------------0:7--------------0:L:4
       0-4
       $ lusoria apply ur 7--------------0:7--------------0:L:4 0-4
       6---x----------0:7--------------0:L        (4 is a rosette: Light throws again)
       $ lusoria perft ur 3
       1 5
       2 28
       3 192
       $ lusoria bench --signature
       a048b564423b1396
       $ lusoria call state game=ur
       {"schema":"lusoria.state/1","game":"ur:finkel",...}

   The signature changes if a value, a move or a node count of the fixed searches changes;
   the tests compare it with bench/SIGNATURE. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include "analyse/bench.h"
#include "api/api_call.h"
#include "cli/cli.h"
#include "os/clock.h"
#include "serve/site.h"

/* ---- moves and apply ---- */

/* moves and apply have none. */
static const struct option no_options[] = {{0}};

/* Prints the moves of one throw.  A turn without a move is the move "pass", unless the game
   is over. */
static void print_moves(const lus_rules *r, const lus_pos *p, int throw, bool with_throw)
{
    lus_move list[LUS_MAX_MOVES];
    char text[LUS_MAX_TEXT];
    int n = lus_moves(r, p, throw, list);
    if (n == 0 && lus_result(r, p) == LUS_ONGOING)
        list[n++] = LUS_PASS;
    for (int i = 0; i < n; i++) {
        lus_move_format(r, p, list[i], text);
        if (with_throw)
            printf("%d/", throw);
        puts(text);
    }
}

/* One move per line; if the position has no throw, THROW/MOVE for every throw. */
int cmd_moves(const struct command *self, int argc, char **argv)
{
    const char *words[2];
    lus_pos p;
    int throw, n = options_read(self, no_options, argc, argv, words, 2, 2);
    if (n < 0)
        return -1 - n;
    const lus_rules *r = find_rules(words[0]);
    if (!r || !read_position(r, words[1], &p, &throw))
        return EXIT_FAILED;
    if (throw != LUS_ANY_THROW)
        print_moves(r, &p, throw, false);
    else
        for (int i = 0; i < lus_throws(r); i++)
            print_moves(r, &p, lus_throw_value(r, i), true);
    return EXIT_DONE;
}

/* Prints the position after a move, without a throw: the next throw is not known. */
int cmd_apply(const struct command *self, int argc, char **argv)
{
    const char *words[3];
    char text[LUS_MAX_TEXT];
    lus_pos p;
    lus_move m;
    lus_fault fault;
    int throw, n = options_read(self, no_options, argc, argv, words, 3, 3);
    if (n < 0)
        return -1 - n;
    const lus_rules *r = find_rules(words[0]);
    if (!r || !read_position(r, words[1], &p, &throw))
        return EXIT_FAILED;
    if (throw == LUS_ANY_THROW)
        return print_failure("the position has no throw: append ':N' to it");
    if (lus_move_parse(r, &p, throw, words[2], &m, &fault) < 0)
        return print_fault("move", words[2], &fault);
    lus_play(r, &p, throw, m);
    lus_pos_format(r, &p, LUS_ANY_THROW, text);
    puts(text);
    return EXIT_DONE;
}

/* ---- perft ---- */

/* Prints DEPTH and the number of lines of play for every depth up to the given one, so that
   a long run shows how far it is.  With dice, every throw is a branch. */
int cmd_perft(const struct command *self, int argc, char **argv)
{
    const char *words[2], *position = NULL;
    const struct option options[] = {
        {"position", 'p', OPTION_TEXT, &position, 0, 0, "TEXT", "begin at this position"},
        {0},
    };
    int n = options_read(self, options, argc, argv, words, 2, 2);
    if (n < 0)
        return -1 - n;
    char *end;
    long depth = strtol(words[1], &end, 10);
    if (*end || end == words[1] || depth < 0 || depth > 99)
        return print_usage_error("DEPTH is a whole number from 0 to 99, not '%s'",
                                 words[1]);
    const lus_rules *r = find_rules(words[0]);
    lus_pos p;
    int throw = LUS_ANY_THROW;
    if (!r)
        return EXIT_FAILED;
    lus_start(r, &p);
    if (position && !read_position(r, position, &p, &throw))
        return EXIT_FAILED;
    for (int d = depth > 0; d <= depth; d++) {
        printf("%d %" PRIu64 "\n", d, lus_perft(r, &p, throw, d));
        fflush(stdout);
    }
    return EXIT_DONE;
}

/* ---- bench ---- */

/* One row of the report: positions, depth, nodes, milliseconds, million nodes per second. */
static void print_rules(const lus_rules *r, const struct bench *b)
{
    double nodes = (double)bench_nodes(&b->stats);
    printf("%-16s %9d %6d %10.0f %8.1f %8.2f\n", lus_rules_name(r), b->positions,
           b->depth, nodes, b->time_ms, b->time_ms > 0 ? nodes / b->time_ms / 1e3 : 0);
}

/* Searches every rule set in turn; the signature is one running hash over all of them. */
int cmd_bench(const struct command *self, int argc, char **argv)
{
    bool only = false;
    const struct option options[] = {
        {"signature", 0, OPTION_FLAG, &only, 0, 0, NULL, "print only the signature"},
        {0},
    };
    const lus_rules *r;
    struct bench b;
    uint64_t signature = BENCH_SEED;
    int n = options_read(self, options, argc, argv, NULL, 0, 0);
    if (n < 0)
        return -1 - n;
    if (!only)
        puts("rule set         positions  depth      nodes       ms  million/s");
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        /* Processor time: the search has one thread, and other programs may be running. */
        int status = bench_run(r, clock_cpu_ms, &b, &signature);
        if (status < 0)
            return print_error_code(status);
        if (!only)
            print_rules(r, &b);
    }
    printf("%s%016" PRIx64 "\n", only ? "" : "signature ", signature);
    return EXIT_DONE;
}

/* ---- call ---- */

/* A verb and 24 fields, as many as api/api_internal.h accepts. */
enum { MAX_WORDS = 25, MAX_SECONDS = 3600 };

/* Appends a byte of a value, url-encoded unless it stands for itself. */
static void add_byte(struct buffer *b, unsigned char c)
{
    char code[4];
    snprintf(code, sizeof code, "%%%02X", c);
    if (strchr("%&+#=", c) || c <= ' ' || c > '~')
        buffer_str(b, code);
    else
        buffer_bytes(b, (const char *)&c, 1);
}

/* NAME=VALUE with the first '=' as it is; false: there is none. */
static bool add_word(struct buffer *b, const char *word)
{
    const char *equals = strchr(word, '=');
    if (!equals)
        return false;
    for (const char *c = word; *c; c++)
        if (c == equals)
            buffer_str(b, "=");
        else
            add_byte(b, (unsigned char)*c);
    return true;
}

/* Prints the answer of one request, also if it is an error: that is JSON, too.  The limits
   are generous, because the user runs the search on their own machine; a server sets
   smaller ones. */
static int call(const struct tables *tables, const char *verb, const char *query)
{
    const struct api_host host = {.max_depth = LUS_MAX_DEPTH,
                                  .max_nodes = UINT64_C(1) << 40,
                                  .max_time_ms = MAX_SECONDS * 1000,
                                  .max_bytes = 16 << 20,
                                  .now_ms = clock_ms,
                                  .tables = (const lus_tables *)tables,
                                  .rules_page = site_rules_page};
    struct buffer out = {0};
    size_t n;
    int status = api_call(&host, verb, query, &out);
    buffer_str(&out, "\n");
    char *text = buffer_take(&out, &n);
    if (!text)
        return print_error_code(LUS_EMEMORY);
    fwrite(text, 1, n, stdout);
    free(text);
    return status < 0 ? EXIT_FAILED : EXIT_DONE;
}

/* Answers each line of standard input, "VERB QUERY" with the query url-encoded, by one line.
   Failed requests are answered as well: the exit status is about reading and writing. */
static int call_lines(const struct tables *tables)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t n;
    while ((n = getline(&line, &size, stdin)) > 0) {
        if (line[n - 1] == '\n')
            line[n - 1] = '\0';
        char *blank = strchr(line, ' ');
        if (blank)
            *blank = '\0';
        call(tables, line, blank ? blank + 1 : "");
        fflush(stdout);
    }
    free(line);
    return ferror(stdin) ? print_error_code(LUS_EFILE) : EXIT_DONE;
}

/* NAME=VALUE words become a url-encoded query, "game=ur&throw=2". */
static int call_words(const struct tables *tables, int n, const char *const *words)
{
    struct buffer query = {0};
    for (int i = 1; i < n; i++) {
        buffer_str(&query, i > 1 ? "&" : "");
        if (!add_word(&query, words[i])) {
            free(query.bytes);
            return print_usage_error("'%s': expected NAME=VALUE", words[i]);
        }
    }
    char *text = buffer_take(&query, NULL);
    int status = text ? call(tables, words[0], text) : print_error_code(LUS_EMEMORY);
    free(text);
    return status;
}

/* Calls the handlers of src/api directly, without a server: the same bytes as over HTTP. */
int cmd_call(const struct command *self, int argc, char **argv)
{
    struct table_options table_options = {0};
    struct tables *tables;
    const struct option options[] = {TABLE_OPTIONS(&table_options), {0}};
    const char *words[MAX_WORDS];
    int n = options_read(self, options, argc, argv, words, 1, MAX_WORDS);
    if (n < 0)
        return -1 - n;
    if (!tablebase_open(&table_options, &tables))
        return EXIT_FAILED;
    bool lines = n == 1 && !strcmp(words[0], "-");
    int status = lines ? call_lines(tables) : call_words(tables, n, words);
    tablebase_close(tables);
    return status;
}
