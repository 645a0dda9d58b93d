/* SPDX-License-Identifier: MIT */
/* cmd_play.c - lusoria play: its options made a struct setup. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/match_cli.h"
#include "cli/output.h"
#include "os/files.h"
#include "cli/play.h"
#include "record/link.h"

/* The options as they were given; what is NULL, 0 or false was not. */
struct wish {
    const char *game, *first, *second, *level, *dice;
    const char *position, *board, *record, *resume, *color, *tutor;
    int depth, time_ms, pieces;
    struct table_options tables;
    bool verbose, ai_first, ascii;
    char seed[DICE_TEXT + 1];
    struct agent_options agents;
};

static int read_wish(const struct command *self, int argc, char **argv, struct wish *w)
{
    const struct option options[] = {
        {"first", 0, OPTION_TEXT, &w->first, 0, 0, "P",
         "human, ai, ai:LEVEL, greedy, random, exec:COMMAND"},
        {"second", 0, OPTION_TEXT, &w->second, 0, 0, "P", "the same; usually ai"},
        {"ai-first", 'a', OPTION_FLAG, &w->ai_first, 0, 0, NULL, "the program begins"},
        {"depth", 'd', OPTION_INT, &w->depth, 1, 10, "N", "plies an ai looks ahead (6)"},
        {"time", 't', OPTION_INT, &w->time_ms, 1, 3600000, "MS",
         "its time a move (10000)"},
        {"level", 'l', OPTION_TEXT, &w->level, 0, 0, "L", "its level: 1..6 or a name"},
        {"seed", 's', OPTION_SECRET, w->seed, 0, sizeof w->seed, "TEXT",
         "repeats a game's dice"},
        {"dice", 0, OPTION_TEXT, &w->dice, 0, 0, "fair|ask|FILE", "who throws (fair)"},
        {"position", 'p', OPTION_TEXT, &w->position, 0, 0, "TEXT|LINK", "begin here"},
        {"board", 'b', OPTION_TEXT, &w->board, 0, 0, "FILE", "an Awari set-up file"},
        {"pieces", 0, OPTION_INT, &w->pieces, 1, 7, "N", "pieces a side in Ur"},
        {"record", 'r', OPTION_TEXT, &w->record, 0, 0, "FILE", "keep the record here"},
        {"resume", 0, OPTION_OPTIONAL_TEXT, &w->resume, 0, 0, "[FILE]", "go on with a game"},
        AGENT_OPTIONS(&w->agents),
        TABLE_OPTIONS(&w->tables),
        {"tutor", 0, OPTION_TEXT, &w->tutor, 0, 0, "LOSS",
         "warn of a move that loses more: percent, stones"},
        {"verbose", 'v', OPTION_FLAG, &w->verbose, 0, 0, NULL, "tell what an ai thinks"},
        {"ascii", 0, OPTION_FLAG, &w->ascii, 0, 0, NULL, "no Unicode"},
        {"color", 0, OPTION_TEXT, &w->color, 0, 0, "WHEN", "auto, always or never"},
        {0},
    };
    return options_read(self, options, argc, argv, &w->game, 0, 1);
}

/* ---- who plays ---- */

/* Plain "ai" takes the level of --level. */
static bool read_player(struct setup *s, const struct wish *w, const char *text,
                        struct player_spec *p)
{
    char graded[64];
    if (w->level && !strcmp(text, "ai")) {
        snprintf(graded, sizeof graded, "ai:%s", w->level);
        text = graded;
    }
    return player_read(s, text, p);
}

/* A game resumed has its players; what the command line says comes before that. */
static int set_players(struct setup *s, const struct wish *w)
{
    const char *given[2] = {w->first, w->second};
    if (w->ai_first && (w->first || w->second))
        return print_usage_error("--ai-first says who plays; leave --first and --second out");
    if (w->level && !level_number(w->level))
        return print_usage_error("--level takes 1 to %d or a name, not '%s'", N_LEVELS, w->level);
    for (int i = 0; i < 2; i++) {
        const char *usual = (w->ai_first ? i == 0 : i == 1) ? "ai" : "human";
        if (!given[i] && (!s->resumed || w->ai_first))
            given[i] = usual;
        if (given[i] &&
            (!read_player(s, w, given[i], &s->player[i]) ||
             !agent_options_apply(&w->agents, i ? "second" : "first", &s->player[i])))
            return EXIT_USAGE;
    }
    return 0;
}

static void set_limits(struct setup *s, const struct wish *w)
{
    if (s->resumed && !w->depth && !w->time_ms)
        return;
    s->limits.time_ms = w->time_ms ? w->time_ms : DEFAULT_TIME_MS;
    s->limits.depth = w->depth ? w->depth : w->time_ms ? 0 : DEFAULT_DEPTH;
}

/* ---- where it begins ---- */

static int place(struct setup *s, const lus_pos *start, int first_throw)
{
    s->placed = true;
    s->start = *start;
    s->first_throw = first_throw;
    return 0;
}

/* A link may hold a whole game.  Without dice its moves count (A7: repetition); with
   dice its position does, since its throws are none of ours. */
static int begin_link(struct setup *s, const char *link)
{
    lus_fault fault;
    struct record *r;
    if (link_parse(link, &r, &fault) < 0)
        return print_fault("link", link, &fault);
    const lus_game *g = record_game(r);
    const lus_rules *wanted = s->rules;
    s->rules = lus_game_rules(g);
    s->begin = r;
    if (wanted && wanted != s->rules)
        return print_usage_error("the link is of %s, not of %s", lus_rules_name(s->rules),
                         lus_rules_name(wanted));
    if (!lus_has_dice(s->rules))
        return place(s, lus_game_start(g), 0);
    if (!lus_game_needs_rolloff(g))
        place(s, lus_game_pos(g),
              lus_game_plies(g) ? LUS_ANY_THROW : record_first_throw(r));
    record_free(s->begin);
    s->begin = NULL;
    return 0;
}

static int begin_position(struct setup *s, const char *text)
{
    lus_pos p;
    int throw;
    if (strchr(text, '#'))
        return begin_link(s, text);
    return read_position(s->rules, text, &p, &throw) ? place(s, &p, throw) : EXIT_FAILED;
}

static int begin_board(struct setup *s, const char *path)
{
    lus_pos p;
    lus_fault fault = {0};
    size_t n;
    char *text = file_read(path, 4096, &n);
    if (!text)
        return print_failure("'%s' cannot be read or is no set-up file", path);
    int status = strlen(text) == n ? lus_board_parse(s->rules, text, &p, &fault) : -1;
    free(text);
    if (status < 0)
        return print_failure("'%s': expected %s", path,
                          *fault.expected ? fault.expected : "text without NUL bytes");
    return place(s, &p, 0);
}

/* --pieces N */
static int begin_pieces(struct setup *s, int pieces)
{
    lus_pos p;
    const char *name = lus_rules_name(s->rules);
    if (!s->rules->start_with)
        return print_usage_error("%s cannot be played with fewer pieces (--pieces)", name);
    int most = s->rules->start_with(s->rules, pieces, &p);
    if (pieces < 1 || pieces > most)
        return print_usage_error("%s has %d pieces a side", name, most);
    return place(s, &p, LUS_ANY_THROW);
}

static int set_tutor(struct setup *s, const struct wish *w)
{
    s->tutor = w->tutor ? tutor_threshold(w->tutor) : 0;
    if (w->tutor && !s->tutor)
        return print_usage_error("--tutor takes what a move may lose, 0 to 100: percent of the "
                         "games, in Awari stones; not '%s'",
                         w->tutor);
    return 0;
}

/* ---- the command ---- */

static int set_begin(struct setup *s, const struct wish *w)
{
    int ways = !!w->position + !!w->board + !!w->pieces + !!w->resume;
    bool link = w->position && strchr(w->position, '#');
    if (ways > 1)
        return print_usage_error("only one of --position, --board, --pieces and --resume");
    if (w->resume && (w->game || w->record || *w->seed))
        return print_usage_error("--resume knows its game, its file and its seed");
    if (!w->game && !w->resume && !link)
        return print_usage_error(
            "which game? lusoria play GAME[:RULES]; 'lusoria games' lists them");
    if (w->game && !(s->rules = find_rules(w->game)))
        return EXIT_FAILED;
    if (w->resume)
        return resume_setup(s, *w->resume ? w->resume : NULL);
    if (w->position)
        return begin_position(s, w->position);
    if (w->board)
        return begin_board(s, w->board);
    return w->pieces ? begin_pieces(s, w->pieces) : 0;
}

int cmd_play(const struct command *self, int argc, char **argv)
{
    struct wish w = {.agents = AGENT_DEFAULTS};
    int n = read_wish(self, argc, argv, &w);
    if (n < 0)
        return -1 - n;
    struct setup s = {.seed = *w.seed ? w.seed : NULL,
                      .dice = w.dice,
                      .file = w.record,
                      .tables = w.tables,
                      .verbose = w.verbose};
    int status = terminal_open(&s.terminal, w.color, w.ascii);
    if (!status)
        status = set_tutor(&s, &w);
    if (!status)
        status = set_begin(&s, &w);
    set_limits(&s, &w);
    if (!status)
        status = set_players(&s, &w);
    if (!status)
        status = play_session(&s);
    record_free(s.begin);
    return status;
}
