/* SPDX-License-Identifier: MIT */
/* tournament_file.c - see tournament_file.h.

       # a comment
       game ur
       kind round-robin
       games 200
       seed 7
       player ai:3                     named by its level: ai:casual
       player Ada exec:python3 ada.py  NAME PLAYER

   One key per line, each once except `player`; the functions take_* read the values.  A
   fault is at a byte of the file; cmd_tournament.c reports its line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tournament/tournament_file.h"
#include "core/text.h"
#include "os/process.h"
#include "player/agent_command.h"
#include "text/utf8.h"

struct tournament_spec *tournament_spec_new(void)
{
    struct tournament_spec *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->games = TOURNAMENT_GAMES;
    s->opening.plies = -1;
    s->agent = (struct agent_limits){.handshake_ms = AGENT_HANDSHAKE_MS,
                                     .move_ms = AGENT_MOVE_MS,
                                     .memory_mb = AGENT_MEMORY_MB};
    return s;
}

void tournament_spec_free(struct tournament_spec *s)
{
    if (s)
        free(s->text);
    free(s);
}

/* ---- a player ---- */

/* Whether the text starts with random, greedy, ai, ai:, exec:, uci: or ugi:, which therefore
   cannot be names of entrants. */
static bool starts_player(const char *text)
{
    static const char *const words[] = {"random", "greedy", "ai"};
    if (!strncmp(text, "ai:", 3) || agent_command_begins(text))
        return true;
    for (int i = 0; i < 3; i++) {
        size_t n = strlen(words[i]);
        if (!strncmp(text, words[i], n) && (!text[n] || strchr(", \t", text[n])))
            return true;
    }
    return false;
}

/* A level is named by its title: "ai:3" becomes "ai:casual". */
static void name_player(char name[ENTRANT_NAME], const char *text, size_t n)
{
    char word[ENTRANT_NAME];
    snprintf(word, sizeof word, "%.*s", (int)n, text);
    int level = !strncmp(word, "ai:", 3) ? level_number(word + 3) : 0;
    if (level)
        snprintf(name, ENTRANT_NAME, "ai:%s", level_title(level));
    else
        memcpy(name, word, ENTRANT_NAME);
}

/* What was expected of the name of the last entrant; NULL: it is valid. */
static const char *check_last_name(const struct tournament_spec *e)
{
    const struct entrant *last = &e->entrant[e->n - 1];
    for (int i = 0; i < e->n - 1; i++)
        if (!strcmp(e->entrant[i].name, last->name))
            return "a name that no other player has";
    for (size_t i = 0, n = strlen(last->name); i < n;) {
        int size = utf8_character(last->name + i, n - i);
        if (!size)
            return "a name in UTF-8";
        i += (size_t)size;
    }
    return NULL;
}

/* ---- a file ---- */

/* A number up to the end of the line. */
static int take_number(struct scan *s, int min, int max, const char *expected, int *into)
{
    size_t at = s->at;
    int value = scan_int(s, max);
    if (value < min)
        return scan_fault(s, LUS_ETEXT, at, expected);
    *into = value;
    return scan_end(s);
}

/* Fewer digits than 2^53 has, so that JSON can represent it. */
static int take_seed(struct scan *s, struct tournament_spec *e)
{
    char *end;
    const char *digits = s->text + s->at;
    if (*digits < '0' || *digits > '9' || strlen(digits) > 15)
        return scan_expect(s, "a seed of up to 15 digits");
    e->has_seed = true;
    e->seed = strtoull(digits, &end, 10);
    s->at = (size_t)(end - s->text);
    return scan_end(s);
}

static int take_kind(struct scan *s, struct tournament_spec *e)
{
    const char *kind = s->text + s->at;
    e->gauntlet = !strcmp(kind, "gauntlet");
    return e->gauntlet || !strcmp(kind, "round-robin")
               ? 0
               : scan_expect(s, "round-robin or gauntlet");
}

/* GAME or GAME:RULES. */
static int take_game(struct scan *s, struct tournament_spec *e)
{
    e->rules = lus_rules_find(s->text + s->at);
    return e->rules ? 0 : scan_expect(s, "a game that 'lusoria games' lists");
}

static int take_games(struct scan *s, struct tournament_spec *e)
{
    const char *expected = "an even number of games from 2 to 1000000";
    size_t at = s->at;
    int status = take_number(s, 2, 1000000, expected, &e->games);
    return status == 0 && e->games % 2 ? scan_fault(s, LUS_ETEXT, at, expected) : status;
}

/* The sandbox command of all exec players; the text stays that of the file. */
static int take_wrap(struct scan *s, struct tournament_spec *e)
{
    char **words = command_split(s->text + s->at);
    free(words);
    e->agent.wrap = s->text + s->at;
    return words ? 0 : scan_expect(s, "a command with balanced quotes");
}

/* "PLAYER", or "NAME PLAYER" if the line does not start with a kind of player. */
static int take_player(struct scan *s, struct tournament_spec *e)
{
    const char *text = s->text + s->at;
    size_t n = starts_player(text) ? strlen(text) : strcspn(text, " \t"), at = n;
    struct entrant *new = &e->entrant[e->n];
    if (e->n == MAX_ENTRANTS)
        return scan_expect(s, "at most 64 players");
    if (n >= ENTRANT_NAME && !starts_player(text))
        return scan_expect(s, "a name of at most 63 bytes");
    at += strspn(text + at, " \t");
    const char *player = starts_player(text) ? text : text + at;
    if (!*player)
        return scan_fault(s, LUS_ETEXT, s->at + n, "a player after the name");
    if (strlen(player) >= PLAYER_NAME)
        return scan_expect(s, "a shorter player");
    *new = (struct entrant){.at = (size_t)(player - s->text)};
    snprintf(new->player, PLAYER_NAME, "%s", player);
    name_player(new->name, text, n);
    e->n++;
    const char *wrong = check_last_name(e);
    return wrong ? scan_expect(s, wrong) : 0;
}

static int take_time(struct scan *s, struct tournament_spec *e)
{
    return take_number(s, 1, 3600000, "milliseconds from 1 to 3600000",
                       &e->agent.move_ms);
}

static int take_handshake(struct scan *s, struct tournament_spec *e)
{
    return take_number(s, 1, 3600000, "milliseconds from 1 to 3600000",
                       &e->agent.handshake_ms);
}

static int take_memory(struct scan *s, struct tournament_spec *e)
{
    return take_number(s, 0, 1 << 20, "megabytes from 0 to 1048576", &e->agent.memory_mb);
}

static int take_opening(struct scan *s, struct tournament_spec *e)
{
    return opening_read(s, &e->opening);
}

static int take_balanced(struct scan *s, struct tournament_spec *e)
{
    return take_number(s, 1, BALANCE_MOST,
                       "a number from 1 to 50: per cent, or stones in Awari",
                       &e->opening.balance);
}

static int take_clock(struct scan *s, struct tournament_spec *e)
{
    lus_fault inner;
    int status = time_control_parse(s->text + s->at, &e->clock, &inner);
    return status < 0 ? scan_fault(s, status, s->at + inner.at, inner.expected) : 0;
}

/* The keys of a file and their readers. */
static const struct tournament_key {
    const char *name;
    int (*take)(struct scan *s, struct tournament_spec *e);
} keys[] = {
    {"game", take_game},     {"kind", take_kind},           {"games", take_games},
    {"seed", take_seed},     {"opening", take_opening},     {"time", take_time},
    {"memory", take_memory}, {"handshake", take_handshake}, {"wrap", take_wrap},
    {"clock", take_clock},   {"balanced", take_balanced},   {"player", take_player},
};
enum { N_KEYS = sizeof keys / sizeof keys[0] };

/* Skips the key at s->at and the blanks after it; NULL: unknown. */
static const struct tournament_key *take_key(struct scan *s)
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

/* Reads one line, which ends with a NUL.  `seen` has one bit for each key. */
static int read_line(struct scan *s, struct tournament_spec *e, unsigned *seen)
{
    s->at += strspn(s->text + s->at, " \t");
    if (s->at == s->len || s->text[s->at] == '#')
        return 0;
    size_t at = s->at;
    const struct tournament_key *key = take_key(s);
    if (!key)
        return scan_expect(s, "game, kind, games, seed, opening, balanced, clock, "
                              "time, handshake, memory, wrap, player or #");
    unsigned bit = 1u << (key - keys);
    if (*seen & bit && key->take != take_player)
        return scan_fault(s, LUS_ETEXT, at, "this key only once");
    *seen |= bit;
    return s->at == s->len ? scan_expect(s, "a value") : key->take(s, e);
}

/* Splits the text into lines in place, without blanks at their ends. */
static int read_lines(char *text, size_t n, struct tournament_spec *e, lus_fault *fault)
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
    return e->n < 2 ? scan_expect(&s, "at least two lines 'player ...'") : 0;
}

/* Checks the players after the whole file was read, because the game may follow them. */
static int check_players(const struct tournament_spec *e, lus_fault *fault)
{
    for (int i = 0; i < e->n; i++) {
        struct player_spec b;
        int status = player_spec_read_typed(e->rules, e->entrant[i].player, &b, fault);
        if (status < 0) {
            fault->at += e->entrant[i].at;
            return status;
        }
    }
    return 0;
}

int tournament_spec_read(struct tournament_spec *e, const char *text, size_t n,
                         lus_fault *fault)
{
    struct scan s = {.text = text, .len = n, .fault = fault};
    const char *nul = memchr(text, '\0', n);
    if (nul)
        return scan_fault(&s, LUS_ETEXT, (size_t)(nul - text), "text without a NUL byte");
    if (!(e->text = malloc(n + 1)))
        return LUS_EMEMORY;
    memcpy(e->text, text, n);
    e->text[n] = '\0';
    int status = read_lines(e->text, n, e, fault);
    return status < 0 ? status : check_players(e, fault);
}

/* ---- a list of players ---- */

/* Length of the first player of a list. */
static size_t player_length(const char *text)
{
    size_t n = strcspn(text, ",");
    while (text[n] == ',' && !starts_player(text + n + 1))
        n += 1 + strcspn(text + n + 1, ",");
    return n;
}

int tournament_spec_read_players(struct tournament_spec *e, const char *players,
                                 lus_fault *fault)
{
    struct scan s = scan_on(players, fault);
    while (s.at < s.len) {
        struct entrant *new = &e->entrant[e->n];
        const char *text = players + s.at;
        size_t n = player_length(text);
        if (e->n == MAX_ENTRANTS)
            return scan_expect(&s, "at most 64 players");
        if (n >= PLAYER_NAME)
            return scan_expect(&s, "players separated by commas");
        *new = (struct entrant){.at = s.at};
        snprintf(new->player, PLAYER_NAME, "%.*s", (int)n, text);
        name_player(new->name, text, n);
        e->n++;
        const char *expected = check_last_name(e);
        if (expected)
            return scan_expect(&s, expected);
        s.at += n + (text[n] == ',');
    }
    return e->n < 2 ? scan_expect(&s, "at least two players") : 0;
}
