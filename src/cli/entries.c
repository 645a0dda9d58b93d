/* SPDX-License-Identifier: MIT */
/* entries.c - see entries.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "os/process.h"
#include "cli/entries.h"
#include "cli/output.h"
#include "os/files.h"
#include "core/text.h"
#include "record/record.h"
#include "text/utf8.h"

struct entries *entries_new(void)
{
    struct entries *e = calloc(1, sizeof *e);
    if (e)
        *e = (struct entries){.games = DEFAULT_GAMES,
                              .opening = -1,
                              .time_ms = AGENT_MOVE_MS,
                              .wish = AGENT_WISH};
    return e;
}

void entries_free(struct entries *e)
{
    if (e)
        free(e->text);
    free(e);
}

/* ---- a player ---- */

/* random, greedy, ai, ai:..., exec:...: these cannot be names of others. */
static bool begins_player(const char *text)
{
    static const char *const words[] = {"random", "greedy", "ai"};
    if (!strncmp(text, "ai:", 3) || !strncmp(text, "exec:", 5))
        return true;
    for (int i = 0; i < 3; i++) {
        size_t n = strlen(words[i]);
        if (!strncmp(text, words[i], n) && (!text[n] || strchr(", \t", text[n])))
            return true;
    }
    return false;
}

/* "ai:3" plays under its title. */
static void name_player(char name[ENTRY_NAME], const char *text, size_t n)
{
    char word[ENTRY_NAME];
    snprintf(word, sizeof word, "%.*s", (int)n, text);
    int level = !strncmp(word, "ai:", 3) ? level_number(word + 3) : 0;
    if (level)
        snprintf(name, ENTRY_NAME, "ai:%s", level_title(level));
    else
        memcpy(name, word, ENTRY_NAME);
}

/* What must be true of the last one; NULL: all is well. */
static const char *refuse_last(const struct entries *e)
{
    const struct entry *last = &e->entry[e->n - 1];
    for (int i = 0; i < e->n - 1; i++)
        if (!strcmp(e->entry[i].name, last->name))
            return "a name nobody else has";
    for (size_t i = 0, n = strlen(last->name); i < n;) {
        int size = utf8_character(last->name + i, n - i);
        if (!size)
            return "a name of UTF-8";
        i += (size_t)size;
    }
    return NULL;
}

/* ---- a file ---- */

static int take_number(struct scan *s, int min, int max, const char *expected, int *into)
{
    size_t at = s->at;
    int value = scan_int(s, max);
    if (value < min)
        return scan_fault(s, LUS_ETEXT, at, expected);
    *into = value;
    return scan_end(s);
}

static int take_seed(struct scan *s, struct entries *e)
{
    char *end;
    const char *digits = s->text + s->at;
    if (*digits < '0' || *digits > '9' || strlen(digits) > 15)
        return scan_expect(s, "a seed of up to 15 digits");
    e->seed = (struct seed){true, strtoull(digits, &end, 10)};
    s->at = (size_t)(end - s->text);
    return scan_end(s);
}

static int take_kind(struct scan *s, struct entries *e)
{
    const char *kind = s->text + s->at;
    e->gauntlet = !strcmp(kind, "gauntlet");
    return e->gauntlet || !strcmp(kind, "round-robin")
               ? 0
               : scan_expect(s, "round-robin or gauntlet");
}

static int take_game(struct scan *s, struct entries *e)
{
    e->rules = lus_rules_find(s->text + s->at);
    return e->rules ? 0 : scan_expect(s, "a game of 'lusoria games'");
}

static int take_games(struct scan *s, struct entries *e)
{
    const char *expected = "an even number of games from 2 to 1000000";
    size_t at = s->at;
    int status = take_number(s, 2, 1000000, expected, &e->games);
    return status == 0 && e->games % 2 ? scan_fault(s, LUS_ETEXT, at, expected) : status;
}

static int take_wrap(struct scan *s, struct entries *e)
{
    char **words = command_split(s->text + s->at);
    free(words);
    e->wish.wrap = s->text + s->at;
    return words ? 0 : scan_expect(s, "a command, its quotes in pairs");
}

static int take_player(struct scan *s, struct entries *e)
{
    const char *text = s->text + s->at;
    size_t n = begins_player(text) ? strlen(text) : strcspn(text, " \t"), at = n;
    struct entry *new = &e->entry[e->n];
    if (e->n == MAX_ENTRIES)
        return scan_expect(s, "at most 64 players");
    if (n >= ENTRY_NAME && !begins_player(text))
        return scan_expect(s, "a name of at most 63 bytes");
    at += strspn(text + at, " \t");
    const char *player = begins_player(text) ? text : text + at;
    if (!*player)
        return scan_fault(s, LUS_ETEXT, s->at + n, "a player behind the name");
    if (strlen(player) >= PLAYER_NAME)
        return scan_expect(s, "a shorter player");
    *new = (struct entry){.at = (size_t)(player - s->text)};
    snprintf(new->player, PLAYER_NAME, "%s", player);
    name_player(new->name, text, n);
    e->n++;
    const char *wrong = refuse_last(e);
    return wrong ? scan_expect(s, wrong) : 0;
}

static int take_time(struct scan *s, struct entries *e)
{
    return take_number(s, 1, 3600000, "milliseconds from 1 to 3600000", &e->time_ms);
}

static int take_handshake(struct scan *s, struct entries *e)
{
    return take_number(s, 1, 3600000, "milliseconds from 1 to 3600000",
                       &e->wish.handshake_ms);
}

static int take_memory(struct scan *s, struct entries *e)
{
    return take_number(s, 0, 1 << 20, "megabytes from 0 to 1048576", &e->wish.memory_mb);
}

static int take_opening(struct scan *s, struct entries *e)
{
    return take_number(s, 0, 100, "a number of plies from 0 to 100", &e->opening);
}

static const struct key {
    const char *name;
    int (*take)(struct scan *s, struct entries *e);
} keys[] = {
    {"game", take_game},     {"kind", take_kind},           {"games", take_games},
    {"seed", take_seed},     {"opening", take_opening},     {"time", take_time},
    {"memory", take_memory}, {"handshake", take_handshake}, {"wrap", take_wrap},
    {"player", take_player},
};
enum { N_KEYS = sizeof keys / sizeof keys[0] };

/* The key at s->at; moves behind it and its blanks. */
static const struct key *take_key(struct scan *s)
{
    const char *text = s->text + s->at;
    size_t n = strcspn(text, " \t");
    for (int i = 0; i < N_KEYS; i++)
        if (strlen(keys[i].name) == n && !memcmp(keys[i].name, text, n)) {
            s->at += n + strspn(text + n, " \t");
            return &keys[i];
        }
    return NULL;
}

/* One line, its end a NUL; `seen` has a bit for each key that may come once. */
static int read_line(struct scan *s, struct entries *e, unsigned *seen)
{
    s->at += strspn(s->text + s->at, " \t");
    if (s->at == s->len || s->text[s->at] == '#')
        return 0;
    size_t at = s->at;
    const struct key *key = take_key(s);
    if (!key)
        return scan_expect(s, "game, kind, games, seed, opening, time, handshake, "
                              "memory, wrap, player or #");
    unsigned bit = 1u << (key - keys);
    if (*seen & bit && key->take != take_player)
        return scan_fault(s, LUS_ETEXT, at, "this word once only");
    *seen |= bit;
    return s->at == s->len ? scan_expect(s, "a value") : key->take(s, e);
}

/* Cuts the text into lines without the blanks at their ends. */
static int read_lines(char *text, size_t n, struct entries *e, lus_fault *fault)
{
    unsigned seen = 0;
    for (size_t from = 0; from < n;) {
        size_t end = from + strcspn(text + from, "\n"), last = end;
        while (last > from && strchr(" \t\r", text[last - 1]))
            last--;
        text[last] = '\0';
        struct scan s = {.text = text, .at = from, .len = last, .fault = fault};
        for (size_t i = from; i < last; i++)
            if ((unsigned char)text[i] < ' ' && text[i] != '\t')
                return scan_fault(&s, LUS_ETEXT, i, "text without control characters");
        int status = read_line(&s, e, &seen);
        if (status < 0)
            return status;
        from = end + 1;
    }
    struct scan s = {.text = text, .at = n, .len = n, .fault = fault};
    if (!e->rules)
        return scan_expect(&s, "a line 'game NAME'");
    return e->n < 2 ? scan_expect(&s, "two lines 'player ...' or more") : 0;
}

/* Players are checked once the game is known, wherever its line stands. */
static int check_players(const struct entries *e, lus_fault *fault)
{
    for (int i = 0; i < e->n; i++) {
        struct player_spec b;
        int status = player_spec_read_typed(e->rules, e->entry[i].player, &b, fault);
        if (status < 0) {
            fault->at += e->entry[i].at;
            return status;
        }
    }
    return 0;
}

int entries_read(struct entries *e, const char *path)
{
    size_t n;
    lus_fault fault;
    char *lines = file_read(path, ENTRIES_BYTES, &n);
    e->text = lines ? malloc(n + 1) : NULL;
    if (!e->text) {
        free(lines);
        return say_failed("'%s' cannot be read, or has more than 1 MiB", path);
    }
    memcpy(e->text, lines, n + 1);
    int status = strlen(lines) == n ? read_lines(e->text, n, e, &fault) : LUS_ETEXT;
    if (status == 0)
        status = check_players(e, &fault);
    if (strlen(lines) != n)
        say_failed("'%s' is no text: it has a zero byte", path);
    else if (status < 0)
        say_failed("'%s', line %d: expected %s", path, record_line(lines, fault.at),
                   fault.expected);
    free(lines);
    return status < 0 ? EXIT_FAILED : EXIT_DONE;
}

/* ---- the command line ---- */

/* Bytes of the player at the beginning of a list. */
static size_t player_length(const char *text)
{
    size_t n = strcspn(text, ",");
    while (text[n] == ',' && !begins_player(text + n + 1))
        n += 1 + strcspn(text + n + 1, ",");
    return n;
}

int entries_split(struct entries *e, const char *players)
{
    while (*players) {
        struct entry *new = &e->entry[e->n];
        size_t n = player_length(players);
        if (e->n == MAX_ENTRIES)
            return say_usage("a tournament has at most %d players", MAX_ENTRIES);
        if (n >= PLAYER_NAME)
            return say_usage("--players takes players with commas between them");
        *new = (struct entry){0};
        snprintf(new->player, PLAYER_NAME, "%.*s", (int)n, players);
        name_player(new->name, players, n);
        e->n++;
        const char *wrong = refuse_last(e);
        if (wrong)
            return say_usage("player '%s': expected %s", new->player, wrong);
        players += n + (players[n] == ',');
    }
    return e->n < 2 ? say_usage("--players takes two players or more") : EXIT_DONE;
}
