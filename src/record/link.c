/* SPDX-License-Identifier: MIT */
/* link.c - see link.h.  The parts are found first, in any order; then the game is created
   from g= and p=, and the throws of r= and the moves of m= are played.

       https://example.org/#g=ur:finkel&m=4/0-4.2/0-2&x=1
                            |           |             |
       find_parts           game 2..11  moves ...     unknown, skipped

   The parts are positions in the text, not copies, so that a fault has the byte of the
   whole link. */
#include <string.h>
#include "text/buffer.h"
#include "record/link.h"
#include "record/record_internal.h"

/* ---- reading ---- */

/* Where a part's value stands, begin <= byte < end; begin 0: the part is not there. */
struct part {
    size_t begin, end;
};

struct parts {
    struct part game, position, rolloff, moves;
};

/* The part whose "x=" stands at s->at; NULL: an unknown one, which is skipped. */
static struct part *part_named(struct parts *parts, const struct scan *s, size_t end)
{
    struct part *by_letter[] = {&parts->game, &parts->position, &parts->rolloff,
                                &parts->moves};
    const char *letters = "gprm", *at;
    if (end - s->at < 2 || s->text[s->at + 1] != '=')
        return NULL;
    at = strchr(letters, s->text[s->at]);
    return at ? by_letter[at - letters] : NULL;
}

/* Splits the text behind '#' at '&'.  The part g= is required. */
static int find_parts(struct scan *s, struct parts *parts)
{
    const char *hash = strchr(s->text, '#');
    s->at = hash ? (size_t)(hash - s->text) + 1 : 0;
    do {
        size_t end = s->at + strcspn(s->text + s->at, "&");
        struct part *part = part_named(parts, s, end);
        if (part && part->begin)
            return scan_expect(s, "each part of a link only once");
        if (part)
            *part = (struct part){s->at + 2, end};
        s->at = end + 1;
    } while (s->at <= s->len);
    s->at = s->len;
    return parts->game.begin ? 0 : scan_expect(s, "g= and the game");
}

/* A part as a NUL-terminated text, for parsers that need one. */
static int copy_part(struct scan *s, struct part part, char text[LUS_MAX_TEXT])
{
    size_t n = part.end - part.begin;
    if (n >= LUS_MAX_TEXT)
        return scan_fault(s, LUS_ETEXT, part.begin, "a shorter text");
    memcpy(text, s->text + part.begin, n);
    text[n] = '\0';
    return 0;
}

/* Makes the record of g= and p=; on failure *made stays NULL. */
static int begin_game(struct scan *s, const struct parts *parts, struct record **made)
{
    char text[LUS_MAX_TEXT];
    lus_pos start;
    lus_fault inner;
    int throw = LUS_ANY_THROW;
    bool placed = parts->position.begin;
    const lus_rules *rules =
        copy_part(s, parts->game, text) < 0 ? NULL : lus_rules_find(text);
    if (!rules)
        return scan_fault(s, LUS_ERULES, parts->game.begin,
                          "the name of a game or rule set");
    if (placed && copy_part(s, parts->position, text) < 0)
        return LUS_ETEXT;
    if (placed && lus_pos_parse(rules, text, &start, &throw, &inner) < 0)
        return scan_inner(s, parts->position.begin, &inner);
    *made = record_new(lus_game_new(rules, placed ? &start : NULL));
    if (!*made)
        return scan_fault(s, LUS_EMEMORY, s->at, "memory");
    if (placed && lus_has_dice(rules))
        record_set_first_throw(*made, throw);
    return 0;
}

/* "2.3.1": the throws of the roll-off in turn, until two differ (B1). */
static int read_rolloff(struct scan *s, struct part part, lus_game *g)
{
    for (s->at = part.begin; s->at < part.end;) {
        size_t at = s->at;
        int throw = scan_int(s, 9);
        if (throw < 0 || lus_game_rolloff(g, throw) < 0)
            return scan_fault(s, LUS_ETEXT, at, "a throw of a roll-off not yet decided");
        if (s->at < part.end && (!scan_take(s, '.') || s->at == part.end))
            return scan_expect(s, "'.' and a throw");
    }
    return 0;
}

/* "4/0-4.2/0-2": every move is played, so an illegal one is found at its byte. */
static int read_moves(struct scan *s, struct part part, struct record *r)
{
    for (s->at = part.begin; s->at < part.end;) {
        size_t n = strcspn(s->text + s->at, ".&");
        int status = record_play_ply(r, s, s->at + n);
        if (status < 0)
            return status;
        if (scan_take(s, '.') && s->at == part.end)
            return scan_expect(s, "a move after '.'");
    }
    return 0;
}

int link_parse(const char *text, struct record **made, lus_fault *fault)
{
    struct scan s = scan_on(text, fault);
    struct parts parts = {0};
    struct record *r = NULL;
    int status = s.len > RECORD_MAX_BYTES
                     ? scan_fault(&s, LUS_ESPACE, RECORD_MAX_BYTES, "a shorter link")
                     : find_parts(&s, &parts);
    if (status == 0)
        status = begin_game(&s, &parts, &r);
    if (status == 0)
        status = read_rolloff(&s, parts.rolloff, record_game(r));
    if (status == 0)
        status = read_moves(&s, parts.moves, r);
    if (status < 0)
        record_free(r);
    else
        *made = r;
    return status;
}

/* ---- writing ---- */

int link_format_position(const lus_rules *r, const lus_pos *p, int throw,
                         char text[LINK_MAX_POSITION])
{
    char position[LUS_MAX_TEXT];
    struct text t = text_on(text, LINK_MAX_POSITION);
    lus_pos_format(r, p, throw, position);
    text_str(&t, "#g=");
    text_str(&t, lus_rules_name(r));
    text_str(&t, "&p=");
    text_str(&t, position);
    return (int)t.len;
}

/* The start position is left out if it is the usual one. */
char *link_format(const struct record *r)
{
    const lus_game *g = record_game(r);
    const lus_rules *rules = lus_game_rules(g);
    struct buffer b = {0};
    char text[LINK_MAX_POSITION];
    size_t n;
    link_format_position(rules, lus_game_start(g), record_first_throw(r), text);
    if (!record_is_set_up(r))
        *strchr(text, '&') = '\0';
    buffer_str(&b, text);
    for (int i = 0; i < lus_game_rolloffs(g); i++) {
        buffer_str(&b, i ? "." : "&r=");
        buffer_int(&b, lus_game_rolloff_at(g, i));
    }
    for (int ply = 0; ply < lus_game_plies(g); ply++) {
        struct text t = text_on(text, sizeof text);
        record_format_ply(g, ply, &t);
        buffer_str(&b, ply ? "." : "&m=");
        buffer_bytes(&b, text, t.len);
    }
    return buffer_take(&b, &n);
}
