/* SPDX-License-Identifier: MIT */
/* protocol.c - see protocol.h.  Arguments are words between blanks, read from left to
   right; a fault is at the first word that is not understood.

   A position is read into a record first, because record_play_ply reads THROW/MOVE and
   plays it; only the game of the record is kept. */
#include <string.h>
#include "core/game_clock.h"
#include "text/json.h"
#include "record/protocol.h"
#include "record/record_internal.h"

/* ---- words ---- */

/* The byte after the word at s->at. */
static size_t word_end(const struct scan *s)
{
    return s->at + strcspn(s->text + s->at, " ");
}

/* Skips the blanks before the next word. */
static void next_word(struct scan *s)
{
    s->at += strspn(s->text + s->at, " ");
}

/* Takes the word, and the blanks after it, if it is the next one. */
static bool take_word(struct scan *s, const char *word)
{
    const char *rest = line_after(s->text + s->at, word);
    if (rest)
        s->at = (size_t)(rest - s->text);
    return rest;
}

/* Reads a word that is a number and the blanks after it; negative: a fault. */
static int read_number(struct scan *s, int least, int most, const char *expected)
{
    size_t at = s->at;
    int n = scan_int(s, most);
    if (n < least || s->at != word_end(s))
        return scan_fault(s, LUS_ETEXT, at, expected);
    next_word(s);
    return n;
}

/* ---- position ---- */

/* The first word: a position text, or "start". */
static int read_start(const lus_rules *r, struct scan *s, struct record **made)
{
    char text[LUS_MAX_TEXT];
    lus_pos start;
    lus_fault inner;
    int throw = LUS_ANY_THROW;
    size_t n = word_end(s) - s->at;
    if (n == 0 || n >= sizeof text)
        return scan_expect(s, "a position or 'start'");
    memcpy(text, s->text + s->at, n);
    text[n] = '\0';
    lus_start(r, &start);
    if (strcmp(text, "start") != 0 && lus_pos_parse(r, text, &start, &throw, &inner) < 0)
        return scan_inner(s, s->at, &inner);
    if (!(*made = record_new(lus_game_new(r, &start))))
        return scan_fault(s, LUS_EMEMORY, s->at, "memory");
    if (lus_has_dice(r))
        record_set_first_throw(*made, throw);
    s->at += n;
    next_word(s);
    return 0;
}

static int read_moves(struct scan *s, struct record *r)
{
    while (s->at < s->len && !line_after(s->text + s->at, "throw")) {
        int status = record_play_ply(r, s, word_end(s));
        if (status < 0)
            return status;
        next_word(s);
    }
    return 0;
}

/* The throw of this turn: after the word "throw", or part of a position without moves. */
static int read_throw(struct scan *s, const struct record *r, int *throw)
{
    const lus_rules *rules = lus_game_rules(record_game(r));
    int made = LUS_ANY_THROW;
    if (!lus_game_plies(record_game(r)))
        made = record_first_throw(r);
    if (take_word(s, "throw")) {
        size_t at = s->at;
        int stated = read_number(s, 0, 9, "a throw of this game");
        if (stated < 0)
            return stated;
        if (!lus_is_throw(rules, stated) || (made != LUS_ANY_THROW && made != stated))
            return scan_fault(s, LUS_ETEXT, at, "a throw of this game, given once");
        made = stated;
    }
    if (s->at < s->len)
        return scan_expect(s, "moves, throw or the end of the line");
    *throw = lus_has_dice(rules) ? made : 0;
    return 0;
}

int protocol_position(const lus_rules *r, const char *args, lus_game **game, int *throw,
                      lus_fault *fault)
{
    struct scan s = scan_on(args, fault);
    struct record *record = NULL;
    lus_game *read = NULL;
    int status = read_start(r, &s, &record);
    if (status == 0 && take_word(&s, "moves"))
        status = read_moves(&s, record);
    if (status == 0)
        status = read_throw(&s, record, throw);
    if (status == 0 && !(read = lus_game_copy(record_game(record))))
        status = scan_fault(&s, LUS_EMEMORY, s.at, "memory");
    record_free(record);
    if (status == 0)
        *game = read;
    return status;
}

/* ---- go ---- */

/* "clock OWN OTHER INCREMENT", behind the word.  Sets *time_ms to the share of one move.
   What the opponent has left is read and checked, but does not change the share. */
static int read_clock(struct scan *s, int moves, int *time_ms)
{
    enum { MOST = 2000000000 };
    static const char *const expected[] = {"milliseconds that the agent has left",
                                           "milliseconds that the opponent has left",
                                           "milliseconds that each move adds"};
    int n[3];
    for (int i = 0; i < 3; i++)
        if ((n[i] = read_number(s, 0, MOST, expected[i])) < 0)
            return n[i];
    *time_ms = game_clock_share(n[0], n[2], moves);
    return 0;
}

/* One limit of `go`: its word, where its number goes, the largest number, and what is
   expected instead of another one.  All numbers are at least 1. */
struct go_limit {
    const char *name;
    int *into, most;
    const char *expected;
};

/* The limit whose name is the next word, which is skipped; NULL: none of them. */
static const struct go_limit *take_limit(struct scan *s, const struct go_limit *known,
                                         int n)
{
    for (int i = 0; i < n; i++)
        if (take_word(s, known[i].name))
            return &known[i];
    return NULL;
}

int protocol_go(const char *args, int moves, struct search_limits *limits,
                lus_fault *fault)
{
    struct scan s = scan_on(args, fault);
    int depth = 0, nodes = 0, time_ms = 0, share_ms = 0, n;
    const struct go_limit known[] = {
        {"depth", &depth, 63, "a depth from 1 to 63"},
        {"nodes", &nodes, 2000000000, "a number of nodes, up to 2000000000"},
        {"movetime", &time_ms, 3600000, "milliseconds, up to 3600000"},
    };
    while (s.at < s.len) {
        const struct go_limit *limit = take_limit(&s, known, 3);
        if (limit)
            *limit->into = n = read_number(&s, 1, limit->most, limit->expected);
        else if (take_word(&s, "clock"))
            n = read_clock(&s, moves, &share_ms);
        else
            return scan_expect(&s, "depth, nodes, movetime or clock");
        if (n < 0)
            return n;
    }
    if (share_ms && (!time_ms || share_ms < time_ms))
        time_ms = share_ms;
    if (depth || nodes || time_ms) {
        limits->depth = depth;
        limits->nodes = (uint64_t)nodes;
        limits->time_ms = time_ms;
    }
    return 0;
}

/* ---- answers ---- */

void protocol_legal(struct buffer *out, const lus_game *g, int throw)
{
    const lus_rules *r = lus_game_rules(g);
    lus_move list[LUS_MAX_MOVES] = {LUS_PASS};
    char text[LUS_MAX_TEXT];
    int n = lus_moves(r, lus_game_pos(g), throw, list);
    n = lus_game_end(g).over ? 0 : n > 0 ? n : 1;
    buffer_str(out, "legal");
    for (int i = 0; i < n; i++) {
        lus_move_format(r, lus_game_pos(g), list[i], text);
        buffer_str(out, " ");
        buffer_str(out, text);
    }
}

void protocol_value(struct buffer *out, enum analysis_unit unit, int value)
{
    static const char *const units[] = {"win", "stones", "points"};
    struct json number = json_on(out);
    buffer_str(out, " value ");
    json_millionths(&number, NULL, unit_millionths(unit, value));
    buffer_str(out, " unit ");
    buffer_str(out, units[unit]);
}
