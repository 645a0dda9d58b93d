/* SPDX-License-Identifier: MIT */
/* line_resume.c - reads a saved game and its seed; lists the unfinished games;
   see line_mode.h.

       resume_options
         resume_list     without FILE: the unfinished games of the state folder; if there
                         are several, the user chooses
         read_saved      locks the file, reads its games, takes the last unfinished one
         set_limits      from the tag Limits, "depth 6, time 10000 ms"
         set_players     from the tags First and Second
         set_clock       from the tag TimeControl
         set_dice        from the seed stored for DiceCommitment; without a commitment the
                         throws were typed, and are typed again

   The times that both players have left are in the tag TimeLeft: play_open reads them.  A
   seed is used only if its commitment is that of the record: otherwise the throws of the
   resumed game would not continue those of the record. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/line_mode.h"
#include "cli/record_files.h"
#include "os/files.h"
#include "os/folders.h"
#include "os/signals.h"
#include "play/own_games.h"
#include "text/sanitise.h"

/* ---- the game ---- */

/* Reads all games of a file and takes the last unfinished one out of the list. */
static int read_saved(struct line_options *o)
{
    struct file_info info;
    if (!file_info(o->resume_path, &info))
        return print_failure("%s: %s", o->resume_path, strerror(errno));
    if (!info.regular)
        return print_failure("%s: not a regular file", o->resume_path);
    if (!save_lock(o, o->resume_path) ||
        !record_file_load(o->resume_path, &o->games, &o->n_games))
        return EXIT_FAILED;
    int i = o->n_games - 1;
    while (i >= 0 && record_result(o->games[i]) != RECORD_OPEN)
        i--;
    if (i < 0)
        return print_failure("%s: the game is over", o->resume_path);
    o->begin = o->games[i];
    o->games[i] = NULL;
    o->resumed_game = i;
    return 0;
}

void resume_free(struct line_options *o)
{
    record_list_free(o->games, o->n_games);
    o->games = NULL;
    o->n_games = 0;
    save_unlock(o);
}

/* ---- the seed ---- */

/* Reads the first line of a seed file. */
static bool read_seed_file(const char *path, char seed[DICE_TEXT + 1])
{
    size_t n;
    char *text = file_read_regular(path, 4096, &n);
    bool fits = text && (n = strcspn(text, "\r\n")) > 0 && n <= DICE_TEXT;
    if (fits) {
        memcpy(seed, text, n);
        seed[n] = '\0';
    }
    free(text);
    return fits;
}

/* Until version 0.1 the seed of "game.txt" was stored in "game.seed" next to it. */
static bool old_seed_path(char path[PATH_MAX], const char *record)
{
    size_t n = strlen(record);
    if (n >= 4 && !strcmp(record + n - 4, ".txt"))
        n -= 4;
    int written = snprintf(path, PATH_MAX, "%.*s.seed", (int)n, record);
    return written >= 0 && written < PATH_MAX;
}

/* The seed of a commitment, into o->resume_seed.  False: neither place has one. */
static bool read_seed(struct line_options *o, const char *commitment)
{
    char path[PATH_MAX];
    return (save_seed_path(path, commitment) && read_seed_file(path, o->resume_seed)) ||
           (old_seed_path(path, o->resume_path) && read_seed_file(path, o->resume_seed));
}

/* ---- unfinished games ---- */

/* Comparison for qsort: the game that was changed last comes first. */
static int newer_first(const void *a, const void *b)
{
    int64_t x = ((const struct folder_file *)a)->changed_ns,
            y = ((const struct folder_file *)b)->changed_ns;
    return (x < y) - (x > y);
}

/* The value of a tag, or "?" as in PGN. */
static const char *tag_of(const struct record *r, const char *name)
{
    const char *value = record_tag(r, name);
    return value ? value : "?";
}

/* "ur:finkel" and "ply 23, Ada - ai:medium, 2026-11-16".  False: nothing was played. */
static bool describe(const struct record *r, struct unfinished_game *out)
{
    enum { MAX_COLUMNS = 60 };
    char text[512];
    const lus_game *g = record_game(r);
    if (lus_game_plies(g) + lus_game_rolloffs(g) == 0)
        return false;
    snprintf(out->rules, sizeof out->rules, "%s", lus_rules_name(lus_game_rules(g)));
    snprintf(text, sizeof text, "ply %d, %.40s - %.40s, %.20s", lus_game_plies(g) + 1,
             tag_of(r, "First"), tag_of(r, "Second"), tag_of(r, "Date"));
    sanitise(out->text, text, MAX_COLUMNS);
    return true;
}

/* The games of a file, to be freed with record_list_free; 0 if it cannot be read or does not
   contain `part`, which may be NULL.  Finished games of years need not be parsed to list the
   unfinished ones. */
static int read_games(const char *path, const char *part, struct record ***games)
{
    lus_fault fault;
    int n = 0;
    size_t bytes;
    char *text = file_read(path, RECORD_MAX_BYTES, &bytes);
    *games = NULL;
    if (!text || (part && !strstr(text, part)) ||
        record_read(text, bytes, games, &n, &fault) < 0)
        n = 0;
    free(text);
    return n;
}

/* Describes the last unfinished game of a file; false if there is none to resume. */
static bool describe_file(const char *path, struct unfinished_game *out)
{
    struct record **games;
    int n = read_games(path, "[Result \"*\"]", &games), i = n - 1;
    while (i >= 0 && record_result(games[i]) != RECORD_OPEN)
        i--;
    bool found = i >= 0 && describe(games[i], out);
    record_list_free(games, n);
    return found;
}

/* The records of the state folder, the newest first, for the caller to free; writes the
   path of the folder. */
static struct folder_file *list_saved(char folder[PATH_MAX], size_t *n)
{
    *n = 0;
    struct folder_file *list =
        save_folder(folder) ? folder_list(folder, ".txt", n) : NULL;
    if (list)
        qsort(list, *n, sizeof *list, newer_first);
    return list;
}

static bool saved_path(char path[PATH_MAX], const char *folder,
                       const struct folder_file *file)
{
    int n = snprintf(path, PATH_MAX, "%s/%s", folder, file->name);
    return file->regular && n > 0 && n < PATH_MAX;
}

/* A file is skipped if it cannot be read or if nothing was played in it. */
int resume_list(struct unfinished_game *out, int most)
{
    char folder[PATH_MAX];
    size_t n;
    int found = 0;
    struct folder_file *list = list_saved(folder, &n);
    for (size_t i = 0; list && i < n && found < most; i++)
        if (saved_path(out[found].path, folder, &list[i]))
            found += describe_file(out[found].path, &out[found]);
    free(list);
    return found;
}

/* Files are read from the newest on until one ends with a finished game, which the caller
   frees; *changed is the time of its file, in seconds since 1970.  NULL: none. */
static struct record *newest_finished(int64_t *changed)
{
    char folder[PATH_MAX], path[PATH_MAX];
    size_t n;
    struct record *found = NULL;
    struct folder_file *list = list_saved(folder, &n);
    for (size_t i = 0; i < n && !found; i++) {
        struct record **games = NULL;
        int count =
            saved_path(path, folder, &list[i]) ? read_games(path, NULL, &games) : 0;
        if (count && record_result(games[count - 1]) != RECORD_OPEN) {
            found = games[count - 1];
            games[count - 1] = NULL;
            *changed = list[i].changed_ns / 1000000000;
        }
        record_list_free(games, count);
    }
    free(list);
    return found;
}

/* A game of a person is in both places, unless its file was named with --record; a game of
   two programs is only in the folder.  The store knows whole seconds. */
struct record *last_finished_game(void)
{
    int64_t added = 0, changed = 0;
    struct record *stored = own_games_last(&added), *saved = newest_finished(&changed);
    bool use_stored = stored && (!saved || added > changed);
    record_free(use_stored ? saved : stored);
    return use_stored ? stored : saved;
}

/* ---- options from a record ---- */

/* As play.c writes them; other values are ignored. */
static void set_limits(struct play_options *o, const struct record *r)
{
    const char *tag = record_tag(r, "Limits");
    int depth, time_ms;
    o->limits = (struct search_limits){.depth = PLAY_DEPTH, .time_ms = PLAY_TIME_MS};
    if (tag && sscanf(tag, "depth %d, time %d ms", &depth, &time_ms) == 2 && depth >= 0 &&
        depth <= PLAY_MAX_DEPTH && time_ms >= 1 && time_ms <= PLAY_MAX_TIME_MS) {
        o->limits.depth = depth;
        o->limits.time_ms = time_ms;
    }
}

/* The clock of the record, as play_clock.c writes it; 0 or an exit code. */
static int set_clock(struct line_options *o)
{
    const char *tag = record_tag(o->begin, "TimeControl");
    o->play.clock = (struct time_control){0};
    if (!tag || time_control_parse(tag, &o->play.clock, NULL) == 0)
        return 0;
    return print_failure("%s: the tag TimeControl, \"%s\", is not a clock such as 5+3",
                         o->file, tag);
}

/* A name that does not describe a built-in player is the name of a person. */
static void set_players(struct line_options *o)
{
    static const char *const tags[] = {"First", "Second"};
    for (int i = 0; i < 2; i++) {
        const char *name = record_tag(o->begin, tags[i]);
        struct player_spec spec;
        bool built_in = name && player_spec_read(o->play.rules, name, &spec, NULL) >= 0;
        if (built_in || !name || !play_set_person(&o->play.player[i], name))
            line_read_player(o, built_in ? name : "human", &o->play.player[i]);
    }
}

/* Returns 0 or an exit code. */
static int set_dice(struct line_options *o)
{
    char hex[DICE_HEX];
    struct dice d;
    const char *commitment = record_tag(o->begin, "DiceCommitment"),
               *nonce = record_tag(o->begin, "DiceNonce");
    if (!commitment)
        o->seed = record_tag(o->begin, "Seed"); /* of players: see store_seed in play.c */
    if (!lus_has_dice(o->play.rules) || o->dice)
        return 0;
    if (!commitment) {
        o->dice = "ask";
        return 0;
    }
    if (!read_seed(o, commitment))
        return print_failure("%s: the seed of its dice was not found; with --dice ask "
                             "you type the throws",
                             o->file);
    hex[0] = '\0';
    if (nonce && dice_from_pair(&d, o->resume_seed, nonce, NULL) >= 0)
        dice_commitment(&d, hex);
    if (strcmp(hex, commitment) != 0)
        return print_failure("%s: the seed found for it belongs to another game",
                             o->file);
    o->seed = o->resume_seed;
    return 0;
}

/* Sets resume_path to the newest unfinished game, or to the one the user chooses. */
static int choose_unfinished(struct line_options *o)
{
    enum { MOST = 9 };
    struct unfinished_game list[MOST];
    const char *name[MOST], *help[MOST];
    int n = resume_list(list, MOST), i = 0;
    if (!n)
        return print_failure("there is no unfinished game to resume");
    for (int k = 0; k < n; k++) {
        name[k] = list[k].rules;
        help[k] = list[k].text;
    }
    if (n > 1 && o->terminal.interactive)
        i = menu_choose(&o->terminal, "Which unfinished game? The newest is first.", name,
                        help, n);
    if (i < 0)
        return interrupt_seen() ? EXIT_INTERRUPTED : EXIT_USAGE;
    memcpy(o->resume_path, list[i].path, sizeof o->resume_path);
    return 0;
}

/* The order matters: players are read with the limits, dice need the record. */
int resume_options(struct line_options *o, const char *path)
{
    int status = path ? 0 : choose_unfinished(o);
    if (path)
        snprintf(o->resume_path, sizeof o->resume_path, "%s", path);
    if (!status)
        status = read_saved(o);
    if (status)
        return status;
    o->play.rules = lus_game_rules(record_game(o->begin));
    o->play.resumed = true;
    o->file = o->resume_path;
    set_limits(&o->play, o->begin);
    set_players(o);
    status = set_clock(o);
    return status ? status : set_dice(o);
}
