/* SPDX-License-Identifier: MIT */
/* record_read.c - a game in our own format (see record.h).

   The tags are known before the first move is read: Game, Position and RollOff create the
   game, others are stored or checked.  Every move is played, so an illegal one is found at
   its byte; result, Reason and Dark must agree with the game at its end. */
#include <stdlib.h>
#include <string.h>
#include "record/record_internal.h"

/* ---- the start, from the tags ---- */

/* [RollOff "2 3 1"]: throws until one decides (B1), none after it. */
static int read_rolloff(struct scan *s, lus_game *g, const struct raw_tag *tag)
{
    struct scan in = scan_on(tag->value, NULL);
    while (in.at < in.len) {
        size_t at = tag->at + in.at;
        if (!lus_game_needs_rolloff(g))
            return scan_fault(s, LUS_ETEXT, at, "no throw after the one that decides");
        int throw = scan_int(&in, 9);
        if (throw < 0 || lus_game_rolloff(g, throw) < 0)
            return scan_fault(s, LUS_ETEXT, at, "a throw of the roll-off");
        if (in.at < in.len && (!scan_take(&in, ' ') || in.at == in.len))
            return scan_fault(s, LUS_ETEXT, tag->at + in.at, "a blank and a throw");
    }
    return 0;
}

/* Creates the record from Game, Position and RollOff; other tags are stored or checked. */
static int begin_record(struct scan *s, const struct raw_tags *tags, struct record **made)
{
    const struct raw_tag *game = raw_find(tags, "Game"),
                         *position = raw_find(tags, "Position"),
                         *rolloff = raw_find(tags, "RollOff");
    const lus_rules *rules = lus_rules_find(game->value);
    lus_pos start;
    lus_fault inner;
    int throw = LUS_ANY_THROW;
    if (!rules)
        return scan_fault(s, LUS_ERULES, game->at, "the name of a game or rule set");
    if (position && lus_pos_parse(rules, position->value, &start, &throw, &inner) < 0)
        return scan_inner(s, position->at, &inner);
    struct record *r = record_new(lus_game_new(rules, position ? &start : NULL));
    if (!r)
        return scan_fault(s, LUS_EMEMORY, s->at, "memory");
    if (lus_has_dice(rules))
        record_set_first_throw(r, throw);
    int status = rolloff ? read_rolloff(s, record_game(r), rolloff) : 0;
    if (status < 0)
        record_free(r);
    else
        *made = r;
    return status;
}

/* [Dark "second"] follows from the roll-off and must agree with it. */
static int check_dark(struct scan *s, const lus_game *g, const struct raw_tag *tag)
{
    if (!lus_game_rules(g)->dice.rolloff || lus_game_needs_rolloff(g))
        return scan_fault(s, LUS_ETEXT, tag->at, "no Dark without a finished roll-off");
    const char *owner = lus_game_player(g, 1) ? "second" : "first";
    if (!strcmp(tag->value, owner))
        return 0;
    return scan_fault(s, LUS_ETEXT, tag->at,
                      owner[0] == 's' ? "\"second\", who owns Dark"
                                      : "\"first\", who owns Dark");
}

static int store_tags(struct scan *s, const struct raw_tags *tags, struct record *r)
{
    static const struct tag_name names[] = {{"Dark", NULL}, {NULL, NULL}};
    const struct raw_tag *dark = raw_find(tags, "Dark");
    int status = dark ? check_dark(s, record_game(r), dark) : 0;
    return status < 0 ? status : record_keep_tags(s, r, tags, names, NULL);
}

/* ---- moves ---- */

/* Every ply of every format but RGN goes through here; see record_internal.h. */
int record_play_ply(struct record *r, struct scan *s, size_t end)
{
    lus_game *g = record_game(r);
    const lus_rules *rules = lus_game_rules(g);
    char word[LUS_MAX_TEXT];
    lus_move move;
    lus_fault inner;
    int throw = 0, first = lus_game_plies(g) ? LUS_ANY_THROW : record_first_throw(r);
    if (lus_game_needs_rolloff(g))
        return scan_expect(s, "no move before the roll-off is decided");
    if (lus_game_end(g).over)
        return scan_expect(s, "the result: the game is over");
    if (lus_game_plies(g) == RECORD_MAX_PLIES)
        return scan_fault(s, LUS_ESPACE, s->at, "at most 20000 plies");
    if (lus_has_dice(rules)) {
        size_t at = s->at;
        throw = scan_int(s, 9);
        if (!lus_is_throw(rules, throw) || (first != LUS_ANY_THROW && throw != first))
            return scan_fault(s, LUS_ETEXT, at, "a throw, '/' and a move");
        if (!scan_take(s, '/'))
            return scan_expect(s, "'/' between throw and move");
    }
    size_t n = end - s->at;
    if (n == 0 || n >= sizeof word)
        return scan_expect(s, "a move");
    memcpy(word, s->text + s->at, n);
    word[n] = '\0';
    if (lus_move_parse(rules, lus_game_pos(g), throw, word, &move, &inner) < 0)
        return scan_inner(s, s->at, &inner);
    s->at = end;
    int status = lus_game_play(g, throw, move);
    return status < 0 ? scan_fault(s, status, end, "a move that can be played") : 0;
}

/* Reads "12." or "12...", which must be the number of the next turn. */
static int read_number(struct scan *s, const lus_game *g, struct record_turn turn)
{
    size_t at = s->at;
    int number = scan_int(s, RECORD_MAX_PLIES), dots = 0;
    while (scan_take(s, '.'))
        dots++;
    bool second = turn.side != lus_side(lus_game_start(g));
    if (number != turn.number)
        return scan_fault(s, LUS_ETEXT, at, "the number of the turn");
    if (dots != (second ? 3 : 1))
        return scan_fault(s, LUS_ETEXT, at,
                          second ? "'...' after the number" : "'.' after the number");
    return 0;
}

/* Digits followed by a dot: a throw has '/' instead. */
static bool is_number(const struct scan *s)
{
    size_t at = s->at;
    while (at < s->len && s->text[at] >= '0' && s->text[at] <= '9')
        at++;
    return at > s->at && at < s->len && s->text[at] == '.';
}

int record_read_comment(struct scan *s, struct record *r)
{
    int ply = lus_game_plies(record_game(r)) - 1;
    size_t begin = ++s->at;
    while (scan_peek(s) >= 0 && scan_peek(s) != '}' && scan_peek(s) != '{')
        s->at++;
    if (scan_peek(s) != '}')
        return scan_expect(s, "'}' at the end of the comment");
    if (record_comment(r, ply))
        return scan_fault(s, LUS_ETEXT, begin - 1, "one comment for each move");
    size_t n = s->at++ - begin;
    char *text = malloc(n + 1);
    if (!text)
        return scan_fault(s, LUS_EMEMORY, begin, "memory");
    memcpy(text, s->text + begin, n);
    text[n] = '\0';
    int status = record_set_comment(r, ply, text);
    free(text);
    if (status == LUS_ESPACE)
        return scan_fault(s, status, begin, "at most 320 KiB of comments in a game");
    return status < 0
               ? scan_fault(s, status, begin, "a comment without control characters")
               : 0;
}

/* Reads the moves up to the result, which is returned. */
static int read_moves(struct scan *s, struct record *r)
{
    const lus_game *g = record_game(r);
    struct record_turn last = {0};
    for (int status = 0; status >= 0;) {
        scan_white(s);
        size_t end = scan_word_end(s);
        int result = record_result_of(s->text + s->at, end - s->at);
        if (result >= 0)
            return result;
        struct record_turn turn = record_turn_of(g, lus_game_plies(g), last);
        if (scan_peek(s) == '{') {
            status = record_read_comment(s, r);
        } else if (end == s->at) {
            return scan_expect(s, "a move or the result");
        } else if (is_number(s)) {
            status = read_number(s, g, turn);
        } else {
            status = record_play_ply(r, s, end);
            last = turn;
        }
        if (status < 0)
            return status;
    }
    return LUS_ETEXT;
}

/* ---- the end ---- */

/* The result must follow from the moves, or a Reason must say why there is one. */
static int finish(struct scan *s, const struct raw_tags *tags, struct record *r,
                  int result)
{
    const struct raw_tag *reason = raw_find(tags, "Reason"),
                         *stated = raw_find(tags, "Result");
    size_t at = s->at;
    s->at = scan_word_end(s);
    if (stated && strcmp(stated->value, record_token[result]) != 0)
        return scan_fault(s, LUS_ETEXT, stated->at, "the same result as after the moves");
    if (!lus_game_end(record_game(r)).over && result != RECORD_OPEN) {
        if (!reason)
            return scan_fault(s, LUS_ETEXT, at, "'*', or a Reason tag for the result");
        int status = record_decide_at(s, r, result, reason->value, reason->at);
        if (status < 0)
            return status;
    }
    if (record_result(r) != result)
        return scan_fault(s, LUS_ETEXT, at, "the result that follows from the moves");
    const char *why = record_reason(r);
    if (reason && (!why || strcmp(why, reason->value) != 0))
        return scan_fault(s, LUS_ETEXT, reason->at,
                          why ? why : "no Reason: the game was ended by play");
    return 0;
}

/* Values without quotes are for RGN. */
static int check_quotes(struct scan *s, const struct raw_tags *tags)
{
    for (int i = 0; i < tags->n; i++)
        if (tags->tag[i].bare)
            return scan_fault(s, LUS_ETEXT, tags->tag[i].at, "'\"' before the value");
    return 0;
}

int own_read(struct scan *s, const struct raw_tags *tags, struct record **made)
{
    struct record *r = NULL;
    int status = check_quotes(s, tags);
    if (status == 0)
        status = begin_record(s, tags, &r);
    if (status == 0)
        status = store_tags(s, tags, r);
    if (status == 0)
        status = read_moves(s, r);
    if (status >= 0)
        status = finish(s, tags, r, status);
    *made = r;
    return status;
}
