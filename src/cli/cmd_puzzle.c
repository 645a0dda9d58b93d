/* SPDX-License-Identifier: MIT */
/* cmd_puzzle.c - lusoria puzzle and lusoria practice: positions with one clearly best move,
   generated or taken from the mistakes of recorded games.  On a terminal the move is asked
   for first.  Practice asks again after 1, 3, 7, 16 and 35 days (analyse/puzzle.h); the store
   keeps what is due.

       Royal Game of Ur (ur:finkel), puzzle of seed 7                     (puzzle_screen.h)
            ... board ...
       Light has thrown 2. Which move is clearly best?
       Position: 0--x------x---x4:0-x--------x---5:L:2

       Best: 3-5, which wins 39.4 %; the second best is 10-12.
       Margin: 5.4 % (searched to depths 7 and 8).
       Why: 3-5 exposes the piece on 5 to 3 (4 in 16) and leaves safety.
       A simple player plays 10-12, which loses 5.4 %.
       Level 3: casual is the weakest level that solves it. Solved by novice 60 %, ...
       Again: lusoria puzzle ur:finkel --seed 7

   analyse/puzzle.h finds and rates the puzzles. */
#include <stdio.h>
#include <string.h>
#include "analyse/tablebase_values.h"
#include "arena/archive.h"
#include "cli/cli.h"
#include "cli/match_cli.h"
#include "cli/record_files.h"
#include "terminal/puzzle_screen.h"
#include "report/puzzle_report.h"
#include "os/clock.h"
#include "play/settings.h"

/* The options; `limits` also gets the level and the tables. */
struct puzzle_options {
    struct puzzle_limits limits;
    const lus_rules *rules;            /* NULL: any, with --from */
    const char *from, *level, *player; /* as typed; NULL: not given */
    int number;                        /* which mistake of the file, from 1 */
    struct seed seed;
    struct table_options tables;
    struct answer_options as;
};

/* ---- finding ---- */

/* The player of this name; -1 without a name: both; -2: the game has no such player. */
static int player_named(const struct record *r, const char *name)
{
    if (!name)
        return -1;
    for (int player = 0; player < 2; player++) {
        const char *tag = record_tag(r, player ? "Second" : "First");
        if (tag && !strcmp(tag, name))
            return player;
    }
    return -2;
}

/* Mistake q->number of the file, counted over all its games: `skip` is how many remain to
   be skipped, and puzzle_of_record lowers it.  PUZZLE_OK, PUZZLE_UNCLEAR: there is none, or
   an error; after LUS_EFILE a message was printed. */
static int find_in_file(const struct puzzle_options *q, struct puzzle *z)
{
    struct record **list;
    int count, skip = q->number - 1, status = PUZZLE_UNCLEAR;
    if (!record_file_load(q->from, &list, &count))
        return LUS_EFILE;
    for (int i = 0; i < count && status == PUZZLE_UNCLEAR; i++) {
        int player = player_named(list[i], q->player);
        const lus_rules *r = lus_game_rules(record_game(list[i]));
        if (player == -2 || (q->rules && q->rules != r))
            continue;
        status = puzzle_of_record(list[i], player, &skip, &q->limits, z);
        if (status == PUZZLE_OK)
            z->game = i;
    }
    record_list_free(list, count);
    return status;
}

/* Returns what find_in_file returns.  A seed is chosen at random if none was given. */
static int find(struct puzzle_options *q, struct puzzle *z)
{
    if (q->from)
        return find_in_file(q, z);
    if (!q->seed.given && random_seed(&q->seed.value) != EXIT_DONE)
        return LUS_EFILE;
    return puzzle_generate(q->rules, q->seed.value, &q->limits, z);
}

/* ---- printing ---- */

/* Everything below the question. */
static void print_answer(const struct puzzle_options *q, const struct puzzle *z)
{
    char why[LUS_MAX_SENTENCE];
    puzzle_print_margin(z);
    lus_explain(z->rules, &z->pos, z->throw, z->values.list[0].move, why);
    printf("Why: %s\n", why);
    if (z->origin == PUZZLE_REVIEWED)
        puzzle_print_move("Played:", z, z->played);
    puzzle_print_move("A simple player plays", z, z->simple);
    puzzle_print_rating(z);
    if (z->origin != PUZZLE_GENERATED)
        return;
    printf("Again: %s puzzle %s --seed %llu", program_name(), lus_rules_name(z->rules),
           (unsigned long long)z->seed);
    if (q->limits.level)
        printf(" --level %d", q->limits.level);
    putchar('\n');
}

/* ---- the command ---- */

/* Prints why there is no puzzle; returns EXIT_FAILED. */
static int report_none(const struct puzzle_options *q)
{
    if (q->from && q->number > 1)
        return print_failure("%s: there are not %d mistakes that make a puzzle", q->from,
                             q->number);
    if (q->from)
        return print_failure("%s: no mistake with one clearly best move%s%s", q->from,
                             q->player ? " by " : "", q->player ? q->player : "");
    return print_failure("no puzzle found with seed %llu; try another seed",
                         (unsigned long long)q->seed.value);
}

/* Finds the puzzle, asks and answers.  With --json nothing is asked. */
static int answer(struct puzzle_options *q)
{
    struct terminal t;
    struct puzzle z;
    int status = terminal_open(&t, q->as.color, q->as.ascii);
    if (status)
        return status;
    status = find(q, &z);
    if (status < 0)
        return status == LUS_EFILE ? EXIT_FAILED : print_error_code(status);
    if (status != PUZZLE_OK)
        return report_none(q);
    if (q->as.json) {
        struct buffer out = {0};
        puzzle_json(&out, &z);
        return print_buffer(&out);
    }
    puzzle_print_question(&t, &z);
    bool ended;
    if (t.interactive)
        puzzle_ask(&t, &z, &ended);
    else
        putchar('\n');
    print_answer(q, &z);
    return EXIT_DONE;
}

/* Options that exclude each other, and the names of the game and the level. */
static int check(struct puzzle_options *q, const char *game)
{
    if (!game && !q->from)
        return print_usage_error(
            "name a game, or a file with --from. Examples: %s puzzle "
            "ur; %s puzzle --from GAME.txt",
            program_name(), program_name());
    if (game && !(q->rules = find_rules(game)))
        return EXIT_FAILED;
    if (!q->from && (q->player || q->number != 1))
        return print_usage_error("--player and --number need --from");
    if (q->level && !(q->limits.level = level_number(q->level)))
        return print_usage_error("--level takes a number from 1 to 6, or novice, "
                                 "beginner, casual, club, expert, master, not '%s'",
                                 q->level);
    return EXIT_DONE;
}

/* Tables are opened only after the options were checked, and closed in every case. */
int cmd_puzzle(const struct command *self, int argc, char **argv)
{
    const char *game = NULL;
    struct puzzle_options q = {.number = 1};
    const struct option options[] = {
        {"seed", 's', OPTION_SEED, &q.seed, 0, 0, "S", "the puzzle of this seed"},
        {"level", 'l', OPTION_TEXT, &q.level, 0, 0, "N",
         "rated so, or as near as possible: 1 to 6 or a name"},
        {"from", 'f', OPTION_TEXT, &q.from, 0, 0, "FILE",
         "from the mistakes of recorded games, the largest first"},
        {"number", 'n', OPTION_INT, &q.number, 1, RECORD_MAX_PLIES, "N",
         "with --from: the N-th mistake (1)"},
        {"player", 'p', OPTION_TEXT, &q.player, 0, 0, "NAME",
         "with --from: only mistakes of this player"},
        TABLE_OPTIONS(&q.tables),
        ANSWER_OPTIONS(&q.as, "lusoria.puzzle/1"),
        {0},
    };
    json_if_asked(argc, argv);
    int n = options_read(self, options, argc, argv, &game, 0, 1);
    if (n < 0)
        return -1 - n;
    int status = check(&q, n ? game : NULL);
    if (status != EXIT_DONE)
        return status;
    struct tables *tables;
    if (!tablebase_open(&q.tables, &tables))
        return EXIT_FAILED;
    q.limits.tablebase = tablebase_source_of(tables);
    status = answer(&q);
    tablebase_close(tables);
    return status;
}

/* ---- practice ---- */

struct practice {
    const lus_rules *rules;
    char person[SETTING_BYTES];
    int64_t today; /* days since 1970 */
    int count;     /* positions of this session */
    struct puzzle_limits limits;
    struct terminal terminal;
    struct store *store;
};

/* The number of a day, "2026-11-16", since 1970; -1: it is not a date. */
static int64_t day_number(const char *date)
{
    int year, month, day;
    char end;
    if (sscanf(date, "%4d-%2d-%2d%c", &year, &month, &day, &end) != 3 || month < 1 ||
        month > 12 || day < 1 || day > 31 || year < 1970)
        return -1;
    return clock_day(year, month, day);
}

/* Stores a position as due today; `game` is the id of the stored game, 0: generated.
   Positions that the person has already stay as they are. */
static int add_position(const struct practice *q, const struct puzzle *z, int64_t game)
{
    char text[LUS_MAX_TEXT];
    lus_pos_format(z->rules, &z->pos, LUS_ANY_THROW, text);
    struct store_puzzle row = {.rules = lus_rules_name(z->rules),
                               .position = text,
                               .throw = z->throw,
                               .game = game,
                               .ply = z->ply,
                               .due = q->today};
    return store_add_puzzle(q->store, q->person, &row);
}

/* How many of the newest games are searched, and how many mistakes of each are taken.  They
   are few because the games are analysed while the person waits for the question. */
enum { OWN_GAMES = 3, OWN_MISTAKES = 2 };

/* The mistakes of one game; what is stored already is not added again. */
static int add_mistakes(void *arg, const struct store_game *g,
                        const struct record *record, int ply)
{
    const struct practice *q = arg;
    int status = 0;
    (void)ply;
    if (!strcmp(g->result, "*"))
        return 0;
    for (int i = 0; i < OWN_MISTAKES && status == 0; i++) {
        struct puzzle z;
        int skip = i;
        status = puzzle_of_record(record, player_named(record, q->person), &skip,
                                  &q->limits, &z);
        if (status == PUZZLE_OK)
            status = add_position(q, &z, g->id);
    }
    return status < 0 ? status : 0;
}

/* The mistakes of the person's newest games of this rule set. */
static int add_own(struct practice *q)
{
    struct game_query mine = {.filter = {.player = q->person,
                                         .rules = lus_rules_name(q->rules),
                                         .limit = OWN_GAMES}};
    int64_t damaged;
    return archive_search(q->store, &mine, true, add_mistakes, q, &damaged);
}

/* One position of a random seed.  A seed without a clear puzzle adds nothing. */
static int add_generated(const struct practice *q)
{
    struct puzzle z;
    uint64_t seed;
    if (random_seed(&seed) != EXIT_DONE)
        return LUS_EFILE;
    int status = puzzle_generate(q->rules, seed, &q->limits, &z);
    if (status == PUZZLE_OK)
        return add_position(q, &z, 0);
    return status < 0 ? status : 0;
}

/* The position that is due; if none is, the mistakes of the newest games are added first,
   then a generated position.  1, 0: there is none, or a negative error. */
static int next_position(struct practice *q, struct store_puzzle *row)
{
    const char *rules = lus_rules_name(q->rules);
    int status = store_due_puzzle(q->store, q->person, rules, q->today, row);
    if (status == 0 && (status = add_own(q)) >= 0)
        status = store_due_puzzle(q->store, q->person, rules, q->today, row);
    if (status == 0 && (status = add_generated(q)) >= 0)
        status = store_due_puzzle(q->store, q->person, rules, q->today, row);
    return status;
}

/* Asks one position and stores when it is due again.  Returns 1, 0: no more, or an error. */
static int practise_one(struct practice *q)
{
    struct store_puzzle row;
    struct puzzle z;
    char why[LUS_MAX_SENTENCE];
    lus_pos p;
    bool ended;
    int throw, status = next_position(q, &row);
    if (status <= 0)
        return status;
    if (lus_pos_parse(q->rules, row.position, &p, &throw, NULL) < 0)
        return LUS_ETEXT;
    status = puzzle_judge(q->rules, &p, row.throw, &q->limits, &z);
    if (status !=
        PUZZLE_OK) { /* another version values it differently: not asked again */
        row.due = STORE_NEVER;
        return status < 0 ? status : store_set_puzzle(q->store, &row) < 0 ? LUS_EFILE : 1;
    }
    z.game = (int)row.game - 1;
    z.ply = row.ply;
    puzzle_print_question(&q->terminal, &z);
    bool right = puzzle_ask(&q->terminal, &z, &ended);
    if (ended)
        return 0;
    puzzle_print_margin(&z);
    lus_explain(z.rules, &z.pos, z.throw, z.values.list[0].move, why);
    printf("Why: %s\n", why);
    int days = right ? puzzle_days(row.times) : puzzle_days(0);
    row.times = right ? row.times + 1 : 0;
    row.due = days ? q->today + days : STORE_NEVER;
    if (days)
        printf("Asked again in %d day%s.\n\n", days, days == 1 ? "" : "s");
    else
        puts("Learnt: it is not asked again.\n");
    status = store_set_puzzle(q->store, &row);
    return status < 0 ? status : 1;
}

/* Asks up to q->count positions, then says how many are due and how many are stored. */
static int practise(struct practice *q)
{
    int status = 1;
    int64_t due, all;
    for (int i = 0; i < q->count && status > 0; i++)
        status = practise_one(q);
    if (status >= 0)
        status = store_count_puzzles(q->store, q->person, lus_rules_name(q->rules),
                                     q->today, &due, &all);
    if (status < 0)
        return status == LUS_EFILE ? store_failed(q->store, status)
                                   : print_error_code(status);
    printf("%lld position%s to practise, %lld due today.\n", (long long)all,
           all == 1 ? "" : "s", (long long)due);
    return EXIT_DONE;
}

int cmd_practice(const struct command *self, int argc, char **argv)
{
    const char *game, *db = NULL, *date = NULL;
    char today[CLOCK_DATE] = "";
    struct look_options look = {0};
    struct practice q = {.count = 5};
    const struct option options[] = {
        {"count", 'n', OPTION_INT, &q.count, 1, 1000, "N", "positions to ask (5)"},
        {"date", 0, OPTION_TEXT, &date, 0, 0, "YYYY-MM-DD", "as if it were this day"},
        DB_OPTION(&db),
        LOOK_OPTIONS(&look),
        {0},
    };
    int n = options_read(self, options, argc, argv, &game, 1, 1);
    if (n < 0)
        return -1 - n;
    clock_date(today);
    q.today = day_number(date ? date : today);
    if (q.today < 0)
        return print_usage_error("--date takes a day like 2026-11-16");
    int status = terminal_open(&q.terminal, look.color, look.ascii);
    if (status || !(q.rules = find_rules(game)))
        return status ? status : EXIT_FAILED;
    if (!(q.store = store_open_cli(db, STORE_WRITE)))
        return EXIT_FAILED;
    settings_person(q.person);
    interrupt_catch();
    status = practise(&q);
    store_close(q.store);
    return status;
}
