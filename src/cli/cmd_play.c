/* SPDX-License-Identifier: MIT */
/* cmd_play.c - lusoria play: reads its options into a struct line_options.

       lusoria play ur                              you begin, the program is second
       lusoria play ur --first ai:4 --second human  any two players
       lusoria play ur --position POSITION | LINK   begin there
       lusoria play ur --clock 5+3                  five minutes each, 3 s more per move
       lusoria play --resume [FILE]                 the newest unfinished game, or FILE

       read_arguments   the texts of the options
       set_tutor        --tutor: the loss that needs a confirmation
       set_start        the rules and where the game begins; --resume reads the record
       read_clock       --clock, of this and of all new games of the session
       set_limits       depth and time of hints and of a plain "ai"
       set_players      both players; a resumed game has its own
       line_play        plays (line_mode.h)

   The order matters: a player is read for the rules of the game, and a resumed record sets
   rules, limits and players that options then replace. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/match_cli.h"
#include "cli/line_mode.h"
#include "os/files.h"
#include "play/settings.h"
#include "play/tutor.h"
#include "record/link.h"
#include "text/nearest.h"

/* The options as typed; NULL, 0 or false if they were not. */
struct play_arguments {
    const char *game, *first, *second, *level, *dice;
    const char *position, *board, *record, *resume, *color, *tutor, *name, *clock;
    int depth, time_ms, pieces, pace_ms;
    struct table_options tables;
    bool verbose, ai_first, ascii, line;
    char seed[DICE_TEXT + 1];
    struct agent_options agents;
};

/* As options_read.  An exec player's options and the seed are checked later, where their
   meaning is known. */
static int read_arguments(const struct command *self, int argc, char **argv,
                          struct play_arguments *a)
{
    const struct option options[] = {
        {"first", 0, OPTION_TEXT, &a->first, 0, 0, "P",
         "your name, human, ai, ai:LEVEL, greedy, random, exec:COMMAND, uci:COMMAND"},
        {"second", 0, OPTION_TEXT, &a->second, 0, 0, "P", "the same (ai)"},
        {"ai-first", 'a', OPTION_FLAG, &a->ai_first, 0, 0, NULL, "the program begins"},
        {"level", 'l', OPTION_TEXT, &a->level, 0, 0, "L",
         "easy, medium (default), hard, expert, perfect; or 1 to 6"},
        {"depth", 'd', OPTION_INT, &a->depth, 1, PLAY_MAX_DEPTH, "N",
         "plies an ai searches, instead of a level"},
        {"time", 't', OPTION_INT, &a->time_ms, 1, PLAY_MAX_TIME_MS, "MS",
         "its time per move, instead of a level"},
        CLOCK_OPTION(&a->clock),
        {"name", 0, OPTION_TEXT, &a->name, 0, 0, "NAME", "your name, remembered"},
        {"tutor", 0, OPTION_TEXT, &a->tutor, 0, 0, "LOSS",
         "warn before an inaccuracy, a mistake, a blunder, or from a loss in percent or "
         "stones"},
        {"resume", 0, OPTION_OPTIONAL_TEXT, &a->resume, 0, 0, "[FILE]",
         "continue a saved game (the newest)"},
        {"record", 'r', OPTION_TEXT, &a->record, 0, 0, "FILE", "save the record here"},
        {"seed", 's', OPTION_SECRET, a->seed, 0, sizeof a->seed, "TEXT",
         "seed of the dice: the same text, the same throws"},
        {"dice", 0, OPTION_TEXT, &a->dice, 0, 0, "fair|ask|FILE",
         "the program throws (fair), you type throws, or a file has them"},
        {"position", 'p', OPTION_TEXT, &a->position, 0, 0, "TEXT|LINK",
         "begin at this position"},
        {"board", 'b', OPTION_TEXT, &a->board, 0, 0, "FILE",
         "begin at the position of an Awari set-up file"},
        {"pieces", 0, OPTION_INT, &a->pieces, 1, 7, "N",
         "pieces per side, where rules allow fewer (Ur)"},
        AGENT_OPTIONS(&a->agents),
        TABLE_OPTIONS(&a->tables),
        {"verbose", 'v', OPTION_FLAG, &a->verbose, 0, 0, NULL,
         "show the value and the search of an ai's moves"},
        {"pace", 0, OPTION_INT, &a->pace_ms, 0, 10000, "MS",
         "pause after a program's move on a terminal (300)"},
        {"line", 0, OPTION_FLAG, &a->line, 0, 0, NULL,
         "line mode, also where the terminal can show a full screen"},
        {"ascii", 0, OPTION_FLAG, &a->ascii, 0, 0, NULL, "no characters beyond ASCII"},
        {"color", 0, OPTION_TEXT, &a->color, 0, 0, "WHEN", "auto, always or never"},
        {0},
    };
    return options_read(self, options, argc, argv, &a->game, 0, 1);
}

/* ---- who plays ---- */

/* A plain "ai" gets the level of --level; without --level, --depth and --time it is a
   friendly opponent. */
static bool read_player(struct line_options *o, const struct play_arguments *a,
                        const char *text, struct player_spec *spec)
{
    char graded[SETTING_BYTES + 4];
    char stored[SETTING_BYTES];
    bool known = settings_get("level", stored) && level_number(stored);
    const char *level = a->level                 ? a->level
                        : a->depth || a->time_ms ? NULL
                        : known                  ? stored
                                                 : "medium";
    if (level && !strcmp(text, "ai")) {
        snprintf(graded, sizeof graded, "ai:%s", level);
        text = graded;
    }
    return line_read_player(o, text, spec);
}

/* Reports a level that does not exist, with the nearest name; 0 or an exit code. */
static int check_level(const char *level)
{
    char message[160] = "";
    struct nearest near = nearest_to(level);
    if (level_number(level))
        return 0;
    for (int i = 1; i <= N_LEVELS; i++) {
        nearest_try(&near, level_title(i), level_title(i));
        if (level_everyday_title(i))
            nearest_try(&near, level_everyday_title(i), level_everyday_title(i));
    }
    if (near.best)
        snprintf(message, sizeof message, "; did you mean '%s'?", near.best);
    return print_usage_error("--level takes easy, medium, hard, expert, perfect, novice "
                             "to master, or 1 to %d, not '%s'%s",
                             N_LEVELS, level, message);
}

/* Stores the name of --name and, if a person types it, the level of --level; not "perfect",
   which most games have no table for. */
static int remember(const struct line_options *o, const struct play_arguments *a)
{
    struct player_spec spec;
    if (a->name && !play_set_person(&spec, a->name))
        return print_usage_error("--name takes a name of at most 40 bytes without "
                                 "quotation marks, colons and backslashes");
    if (a->name && !settings_set("name", a->name))
        print_failure("the name cannot be remembered: %s", strerror(errno));
    if (a->level && o->terminal.interactive && strcmp(a->level, "perfect") != 0)
        settings_set("level", a->level);
    return 0;
}

/* A resumed game has its players, unless the command line names others. */
static int set_players(struct line_options *o, const struct play_arguments *a)
{
    const char *given[2] = {a->first, a->second};
    if (a->ai_first && (a->first || a->second))
        return print_usage_error(
            "--ai-first cannot be combined with --first or --second");
    if ((a->level && check_level(a->level)) || remember(o, a))
        return EXIT_USAGE;
    for (int i = 0; i < 2; i++) {
        const char *usual = (a->ai_first ? i == 0 : i == 1) ? "ai" : "human";
        struct player_spec *spec = &o->play.player[i];
        if (!given[i] && (!o->play.resumed || a->ai_first))
            given[i] = usual;
        if (given[i] && (!read_player(o, a, given[i], spec) ||
                         !agent_options_apply(&a->agents, i ? "second" : "first", spec)))
            return EXIT_USAGE;
    }
    return 0;
}

/* Depth 6 within 10 s by default; --time alone means no depth limit.  A resumed game keeps
   the limits of its record unless one is given. */
static void set_limits(struct line_options *o, const struct play_arguments *a)
{
    if (o->play.resumed && !a->depth && !a->time_ms)
        return;
    o->play.limits.time_ms = a->time_ms ? a->time_ms : PLAY_TIME_MS;
    o->play.limits.depth = a->depth ? a->depth : a->time_ms ? 0 : PLAY_DEPTH;
}

/* ---- where it begins ---- */

/* `first_throw`: LUS_ANY_THROW, or the throw that the position already contains. */
static int start_at(struct line_options *o, const lus_pos *start, int first_throw)
{
    o->play.has_start = true;
    o->play.start = *start;
    o->play.first_throw = first_throw;
    return 0;
}

/* A link may contain a whole game.  Without dice all its moves are taken over, because
   repetition counts (A7); with dice only its position, because its throws did not come
   from the dice of this game. */
static int begin_link(struct line_options *o, const char *link)
{
    lus_fault fault;
    struct record *r;
    if (link_parse(link, &r, &fault) < 0)
        return print_fault("link", link, &fault);
    const lus_game *g = record_game(r);
    const lus_rules *wanted = o->play.rules;
    o->play.rules = lus_game_rules(g);
    o->begin = r;
    if (wanted && wanted != o->play.rules)
        return print_usage_error("the link is a game of %s, not of %s",
                                 lus_rules_name(o->play.rules), lus_rules_name(wanted));
    if (!lus_has_dice(o->play.rules))
        return start_at(o, lus_game_start(g), 0);
    if (!lus_game_needs_rolloff(g))
        start_at(o, lus_game_pos(g),
                 lus_game_plies(g) ? LUS_ANY_THROW : record_first_throw(r));
    record_free(o->begin);
    o->begin = NULL;
    return 0;
}

/* --position: a text with '#' is a link, everything else a position of the game. */
static int begin_position(struct line_options *o, const char *text)
{
    lus_pos p;
    int throw;
    if (strchr(text, '#'))
        return begin_link(o, text);
    return read_position(o->play.rules, text, &p, &throw) ? start_at(o, &p, throw)
                                                          : EXIT_FAILED;
}

/* --board FILE: at most 4 KiB, in the game's own format (for Awari see awari_board.c).  A
   file with NUL bytes would look like a shorter text and is refused. */
static int begin_board(struct line_options *o, const char *path)
{
    lus_pos p;
    lus_fault fault = {0};
    size_t n;
    char *text = file_read(path, 4096, &n);
    if (!text)
        return print_failure("%s: %s", path, strerror(errno));
    int status =
        strlen(text) == n ? lus_board_parse(o->play.rules, text, &p, &fault) : -1;
    free(text);
    if (status < 0)
        return print_failure("%s: expected %s", path,
                             *fault.expected ? fault.expected : "text without NUL bytes");
    return start_at(o, &p, 0);
}

/* --pieces N: the start with fewer pieces, the positions of small tables. */
static int begin_pieces(struct line_options *o, int pieces)
{
    const lus_rules *r = o->play.rules;
    lus_pos p;
    if (!r->start_with)
        return print_usage_error("%s cannot be played with fewer pieces (--pieces)",
                                 lus_rules_name(r));
    int most = r->start_with(r, pieces, &p);
    if (pieces < 1 || pieces > most)
        return print_usage_error("%s has %d pieces per side", lus_rules_name(r), most);
    return start_at(o, &p, LUS_ANY_THROW);
}

/* --tutor; the thresholds of the words depend on the rule set. */
static int set_tutor(struct line_options *o, const struct play_arguments *a)
{
    o->play.tutor = a->tutor ? tutor_threshold(o->play.rules, a->tutor) : 0;
    if (a->tutor && !o->play.tutor)
        return print_usage_error(
            "--tutor takes inaccuracy, mistake, blunder or the loss allowed, 0 to 100 "
            "(percent of the games; in Awari stones), not '%s'",
            a->tutor);
    return 0;
}

/* ---- the command ---- */

/* Checks which options go together, then sets the rules and the first position.  Returns 0
   or an exit code. */
static int set_start(struct line_options *o, const struct play_arguments *a)
{
    int starts = !!a->position + !!a->board + !!a->pieces + !!a->resume;
    bool link = a->position && strchr(a->position, '#');
    if (starts > 1)
        return print_usage_error(
            "use only one of --position, --board, --pieces and --resume");
    if (a->resume && (a->game || a->record || *a->seed || a->clock))
        return print_usage_error(
            "--resume cannot be combined with a game, --record, --seed or --clock");
    if (!a->game && !a->resume && !link && o->terminal.interactive) {
        o->from_menu = true;
        o->play.rules = menu_ask_rules(&o->terminal);
        if (!o->play.rules)
            return interrupt_seen() ? EXIT_INTERRUPTED : EXIT_USAGE;
    } else if (!a->game && !a->resume && !link)
        return print_usage_error(
            "which game? For example: %s play ur ('%s games' lists all)", program_name(),
            program_name());
    if (a->game && !(o->play.rules = find_rules(a->game)))
        return EXIT_FAILED;
    if (a->resume)
        return resume_options(o, *a->resume ? a->resume : NULL);
    if (a->position)
        return begin_position(o, a->position);
    if (a->board)
        return begin_board(o, a->board);
    return a->pieces ? begin_pieces(o, a->pieces) : 0;
}

/* The game that the arguments name. */
static int play_named(struct line_options *o, const struct play_arguments *a)
{
    int status = set_start(o, a);
    if (!status)
        status = set_tutor(o, a);
    set_limits(o, a);
    if (!status)
        status = set_players(o, a);
    if (!status && !a->line)
        full_screen_open(o);
    return status ? status : line_play(o);
}

/* Whether an option was given for which the form of the full screen has another row, or none:
   then only the game is asked for. */
static bool form_would_ignore(const struct play_arguments *a)
{
    return a->first || a->second || a->ai_first || a->level || a->depth || a->time_ms ||
           a->name || a->tutor || a->record || a->dice;
}

/* Whether the full screen asks what to play: no game is named, or one of several unfinished
   games is to be resumed. */
static bool asks_on_screen(const struct line_options *o, const struct play_arguments *a)
{
    struct unfinished_game two[2];
    if (a->line || !o->terminal.interactive || a->game || a->position || a->board ||
        a->pieces)
        return false;
    return a->resume ? !*a->resume && resume_list(two, 2) > 1 : !form_would_ignore(a);
}

/* record_free and resume_free release what set_start read; line_play sets both to NULL when
   the game takes them over. */
int cmd_play(const struct command *self, int argc, char **argv)
{
    struct play_arguments a = {.agents = AGENT_DEFAULTS, .pace_ms = -1};
    int n = read_arguments(self, argc, argv, &a);
    if (n < 0)
        return -1 - n;
    struct line_options o = {.seed = *a.seed ? a.seed : NULL,
                             .dice = a.dice,
                             .file = a.record,
                             .tables = a.tables,
                             .verbose = a.verbose,
                             .pace_ms = a.pace_ms};
    int status = read_clock(a.clock, &o.clock) ? 0 : EXIT_USAGE;
    o.play.clock = o.clock;
    if (!status)
        status = terminal_open(&o.terminal, a.color, a.ascii);
    if (!status && asks_on_screen(&o, &a) && full_screen_open(&o)) {
        status = full_screen_ask(&o, a.resume);
        if (!status)
            status = line_play(&o);
        else if (status == FULL_SCREEN_OVER)
            status = EXIT_DONE;
    } else if (!status)
        status = play_named(&o, &a);
    record_free(o.begin);
    resume_free(&o);
    return status;
}
