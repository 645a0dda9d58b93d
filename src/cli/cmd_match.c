/* SPDX-License-Identifier: MIT */
/* cmd_match.c - lusoria match: two players, many games, who is better. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "arena/match.h"
#include "arena/rate.h"
#include "cli/agents.h"
#include "core/random.h"
#include "text/json.h"

static bool read_bot(const lus_rules *r, const char *text, int time_ms,
                     const struct agent_wish *wish, const char *seat, struct bot *b)
{
    lus_fault fault;
    if (bot_read_typed(r, text, b, &fault) < 0) {
        say_fault("player", text, &fault);
        return false;
    }
    if (b->kind == BOT_EXEC)
        b->limits.time_ms = time_ms;
    return agent_wish_set(wish, seat, b);
}

static double part(uint64_t a, uint64_t b)
{
    return b ? (double)a / (double)b : 0;
}

/* The share of the games won by the player who began, draws half. */
static double first_share(const struct tally *t)
{
    uint64_t half =
        2 * t->games[1][2] + t->games[1][1] + 2 * t->games[0][0] + t->games[0][1];
    uint64_t games = 0;
    for (int i = 0; i < 6; i++)
        games += t->games[i / 3][i % 3];
    return part(half, 2 * games);
}

static void print_elo(double score)
{
    double elo = rate_elo(score);
    if (isinf(elo))
        printf("%sinfinite", elo > 0 ? "+" : "-");
    else
        printf("%+.0f", elo);
}

static void print_text(const struct match *m, const struct tally *t)
{
    struct rate rate = rate_pairs(t->pairs);
    printf("%s: %s against %s, %lld games in pairs, seed %llu\n", m->rules->name,
           m->bot[0].name, m->bot[1].name, 2 * (long long)m->pairs,
           (unsigned long long)m->seed);
    printf("%s scores %.2f %% (95 %%: %.2f to %.2f), Elo ", m->bot[0].name,
           100 * rate.score, 100 * rate.low, 100 * rate.high);
    print_elo(rate.score);
    printf(" (");
    print_elo(rate.low);
    printf(" to ");
    print_elo(rate.high);
    printf(")\n  beginning  %8llu won %8llu drawn %8llu lost\n"
           "  second     %8llu won %8llu drawn %8llu lost\n",
           (unsigned long long)t->games[1][2], (unsigned long long)t->games[1][1],
           (unsigned long long)t->games[1][0], (unsigned long long)t->games[0][2],
           (unsigned long long)t->games[0][1], (unsigned long long)t->games[0][0]);
    printf("  whoever begins scores %.2f %%; %.1f plies a game\n", 100 * first_share(t),
           part(t->plies, 2 * (uint64_t)m->pairs));
}

static void print_times(const struct match *m, const struct tally *t)
{
    printf("  ms a move:");
    for (int i = 0; i < 2; i++)
        printf("%s %s %.3g", i ? "," : "", m->bot[i].name,
               t->moves[i] ? t->time_ms[i] / (double)t->moves[i] : 0);
    putchar('\n');
}

/* Games lost by a fault, if there are any: those are another program's. */
static void print_faults(const struct match *m, const struct tally *t)
{
    for (int who = 0; who < 2; who++) {
        uint64_t all = 0;
        for (int i = 1; i < AGENT_FAULTS; i++)
            all += t->faults[who][i];
        if (!all)
            continue;
        printf("  %s lost %llu games by itself:", m->bot[who].name,
               (unsigned long long)all);
        for (int i = 1; i < AGENT_FAULTS; i++)
            if (t->faults[who][i])
                printf(" %s %llu", agent_fault_name[i],
                       (unsigned long long)t->faults[who][i]);
        printf("; its last lines:\n");
        for (const char *line = t->last[who].said; *line;) {
            int n = (int)strcspn(line, "\n");
            printf("    %.*s\n", n, line);
            line += n + (line[n] == '\n');
        }
    }
}

static void json_number(const char *name, double v)
{
    if (isinf(v))
        printf("\"%s\":null", name);
    else
        printf("\"%s\":%.6g", name, v);
}

static void json_bounds(const char *name, double mid, double low, double high)
{
    printf("\"%s\":{", name);
    json_number("value", mid);
    putchar(',');
    json_number("low", low);
    putchar(',');
    json_number("high", high);
    printf("},");
}

static void json_text(const char *key, const char *text)
{
    struct buffer out = {0};
    struct json j = json_on(&out);
    size_t n;
    json_string(&j, key, text);
    char *bytes = buffer_take(&out, &n);
    if (bytes)
        fwrite(bytes, 1, n, stdout);
    free(bytes);
}

static void json_bot(const struct match *m, const struct tally *t, int who)
{
    const struct bot *b = &m->bot[who];
    printf("\"%s\":{", who ? "second" : "first");
    json_text("player", b->name);
    if (b->kind == BOT_EXEC) {
        printf(",\"time_ms\":%d,\"faults\":{", b->limits.time_ms);
        for (int i = 1; i < AGENT_FAULTS; i++)
            printf("%s\"%s\":%llu", i > 1 ? "," : "", agent_fault_name[i],
                   (unsigned long long)t->faults[who][i]);
        printf("},");
        json_text("last_lines", t->last[who].said);
    }
    if (b->kind == BOT_AI)
        printf(",\"depth\":%d,\"nodes\":%llu,\"time_ms\":%d,\"noise\":%d,\"eval\":\"%s\"",
               b->limits.depth, (unsigned long long)b->limits.nodes, b->limits.time_ms,
               b->noise, b->limits.eval ? b->limits.eval : "default");
    printf("},");
}

static void print_json(const struct match *m, const struct tally *t)
{
    struct rate rate = rate_pairs(t->pairs);
    printf("{\"schema\":\"lusoria.match/1\",\"game\":\"%s\",\"games\":%lld,"
           "\"seed\":%llu,\"opening\":%d,",
           m->rules->name, 2 * (long long)m->pairs, (unsigned long long)m->seed,
           m->opening);
    json_bot(m, t, 0);
    json_bot(m, t, 1);
    json_bounds("score", rate.score, rate.low, rate.high);
    json_bounds("elo", rate_elo(rate.score), rate_elo(rate.low), rate_elo(rate.high));
    for (int began = 1; began >= 0; began--)
        printf("\"%s\":{\"won\":%llu,\"drawn\":%llu,\"lost\":%llu},",
               began ? "beginning" : "following", (unsigned long long)t->games[began][2],
               (unsigned long long)t->games[began][1],
               (unsigned long long)t->games[began][0]);
    printf("\"pairs\":[%llu,%llu,%llu,%llu,%llu],", (unsigned long long)t->pairs[0],
           (unsigned long long)t->pairs[1], (unsigned long long)t->pairs[2],
           (unsigned long long)t->pairs[3], (unsigned long long)t->pairs[4]);
    json_number("first_player_score", first_share(t));
    putchar(',');
    json_number("mean_plies", part(t->plies, 2 * (uint64_t)m->pairs));
    printf(",\"timings\":{");
    for (int i = 0; i < 2; i++) {
        json_number(i ? "second_ms_a_move" : "first_ms_a_move",
                    t->moves[i] ? t->time_ms[i] / (double)t->moves[i] : 0);
        putchar(i ? '}' : ',');
    }
    puts("}");
}

int cmd_match(const struct command *self, int argc, char **argv)
{
    const char *first = "ai", *second = "random", *words[1];
    int games = 1000, time_ms = AGENT_MOVE_MS, jobs = (int)sysconf(_SC_NPROCESSORS_ONLN),
        opening = -1;
    struct agent_wish wish = AGENT_WISH;
    struct seed seed = {0};
    bool json = false;
    const struct option options[] = {
        {"first", 0, OPTION_TEXT, &first, 0, 0, "P",
         "random, greedy, ai, ai:LEVEL, ai:depth=N,eval=NAME,... or exec:COMMAND"},
        {"second", 0, OPTION_TEXT, &second, 0, 0, "P", "the same"},
        {"games", 'n', OPTION_INT, &games, 2, 2000000000, "N", "an even number (1000)"},
        {"seed", 's', OPTION_SEED, &seed, 0, 0, "S", "repeats all that is random"},
        {"jobs", 'j', OPTION_INT, &jobs, 1, 256, "J", "the same result for any J"},
        {"opening", 0, OPTION_INT, &opening, 0, 100, "N",
         "random plies first (4 without dice)"},
        {"time", 't', OPTION_INT, &time_ms, 1, 3600000, "MS",
         "time a move of an exec player (10000)"},
        AGENT_OPTIONS(&wish),
        {"json", 0, OPTION_FLAG, &json, 0, 0, NULL, "lusoria.match/1"},
        {0},
    };
    int n = options_read(self, options, argc, argv, words, 1, 1);
    if (n < 0)
        return -1 - n;
    struct match m = {.rules = rules_named(words[0]),
                      .pairs = games / 2,
                      .jobs = jobs,
                      .seed = seed.value};
    struct tally t;
    if (!m.rules)
        return EXIT_FAILED;
    if (games % 2)
        return say_usage("--games takes an even number: games come in pairs");
    if (!read_bot(m.rules, first, time_ms, &wish, "first", &m.bot[0]) ||
        !read_bot(m.rules, second, time_ms, &wish, "second", &m.bot[1]))
        return EXIT_USAGE;
    if (!seed.given && random_from_system(&m.seed) < 0)
        return say_failed("the system gives no random numbers; use --seed");
    m.opening = opening >= 0 ? opening : lus_has_dice(m.rules) ? 0 : DEFAULT_OPENING;
    int status = match_run(&m, &t);
    if (status < 0)
        return say_failed("the match stopped: %s", lus_error_text(status));
    if (json) {
        print_json(&m, &t);
    } else {
        print_text(&m, &t);
        print_times(&m, &t);
        print_faults(&m, &t);
    }
    return EXIT_DONE;
}
