/* SPDX-License-Identifier: MIT */
/* record_read.c - the strict reader of records (see record.h). */
#include <stdlib.h>
#include <string.h>
#include "text/record_parts.h"
#include "text/utf8.h"

/* ---- words ---- */

static bool is_white(int c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

void scan_white(struct scan *s)
{
    while (is_white(scan_peek(s)))
        s->at++;
}

size_t scan_word_end(const struct scan *s)
{
    size_t end = s->at;
    while (end < s->len && !is_white(s->text[end]) && !strchr("{}[]", s->text[end]))
        end++;
    return end;
}

int scan_inner(struct scan *s, size_t at, const lus_fault *inner)
{
    return scan_fault(s, inner->code, at + inner->at, inner->expected);
}

int record_line(const char *text, size_t at)
{
    int line = 1;
    for (size_t i = 0; i < at; i++)
        line += text[i] == '\n';
    return line;
}

/* ---- tags ---- */

const struct raw_tag *raw_find(const struct raw_tags *tags, const char *name)
{
    for (int i = 0; i < tags->n; i++)
        if (!strcmp(tags->tag[i].name, name))
            return &tags->tag[i];
    return NULL;
}

static bool is_name(int c, bool first)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
           (!first && c >= '0' && c <= '9');
}

static int read_name(struct scan *s, char name[RECORD_MAX_NAME + 1])
{
    int n = 0;
    while (n < RECORD_MAX_NAME && is_name(scan_peek(s), n == 0))
        name[n++] = s->text[s->at++];
    name[n] = '\0';
    return n ? 0 : scan_expect(s, "the name of a tag");
}

static int read_value(struct scan *s, char value[RECORD_MAX_VALUE + 1])
{
    int n = 0;
    while (n < RECORD_MAX_VALUE && scan_peek(s) >= ' ' && scan_peek(s) != '"') {
        if (scan_take(s, '\\') && scan_peek(s) != '"' && scan_peek(s) != '\\')
            return scan_expect(s, "'\"' or '\\' behind '\\'");
        value[n++] = s->text[s->at++];
    }
    value[n] = '\0';
    return scan_take(s, '"') ? 0 : scan_expect(s, "'\"' at the end of the value");
}

/* [Name "value"] */
static int read_tag(struct scan *s, struct raw_tags *tags)
{
    struct raw_tag *tag = &tags->tag[tags->n];
    size_t begin = s->at++;
    int status;
    if (tags->n == RECORD_MAX_TAGS)
        return scan_fault(s, LUS_ESPACE, begin, "at most 64 tags");
    if ((status = read_name(s, tag->name)) < 0)
        return status;
    if (raw_find(tags, tag->name))
        return scan_fault(s, LUS_ETEXT, begin + 1, "each tag once");
    scan_white(s);
    if (!scan_take(s, '"'))
        return scan_expect(s, "'\"' before the value of the tag");
    tag->at = s->at;
    if ((status = read_value(s, tag->value)) < 0)
        return status;
    scan_white(s);
    tags->n++;
    return scan_take(s, ']') ? 0 : scan_expect(s, "']' at the end of the tag");
}

static int read_tags(struct scan *s, struct raw_tags *tags)
{
    tags->n = 0;
    for (scan_white(s); scan_peek(s) == '['; scan_white(s)) {
        int status = read_tag(s, tags);
        if (status < 0)
            return status;
    }
    return tags->n ? 0 : scan_expect(s, "a tag in brackets");
}

/* ---- the game the tags begin ---- */

static int read_rolloff(struct scan *s, lus_game *g, const struct raw_tag *tag)
{
    struct scan in = scan_on(tag->value, NULL);
    while (in.at < in.len) {
        size_t at = tag->at + in.at;
        if (!lus_game_needs_rolloff(g))
            return scan_fault(s, LUS_ETEXT, at, "no throw behind the one that decides");
        int throw = scan_int(&in, 9);
        if (throw < 0 || lus_game_rolloff(g, throw) < 0)
            return scan_fault(s, LUS_ETEXT, at, "a throw of the roll-off");
        if (in.at < in.len && (!scan_take(&in, ' ') || in.at == in.len))
            return scan_fault(s, LUS_ETEXT, tag->at + in.at, "a blank and a throw");
    }
    return 0;
}

/* Game, Position and RollOff make the record; all others are stored or checked. */
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
        return scan_fault(s, LUS_ERULES, game->at, "a game and rule set there is");
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

static int check_dark(struct scan *s, const lus_game *g, const struct raw_tag *tag)
{
    if (!lus_game_rules(g)->rolloff || lus_game_needs_rolloff(g))
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
    for (int i = 0; i < tags->n; i++) {
        const struct raw_tag *tag = &tags->tag[i];
        int status = !strcmp(tag->name, "Dark")
                         ? check_dark(s, record_game(r), tag)
                         : record_set_tag(r, tag->name, tag->value);
        if (status < 0 && status != LUS_ESTATE)
            return scan_fault(s, status, tag->at, "a value that can be kept");
    }
    return 0;
}

/* ---- moves ---- */

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
        return scan_fault(s, LUS_ESPACE, s->at, "at most 100000 plies");
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

/* "12." or "12...", which must be the turn that comes. */
static int read_number(struct scan *s, const lus_game *g, struct turn turn)
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
                          second ? "'...' behind the number" : "'.' behind the number");
    return 0;
}

static bool is_number(const struct scan *s)
{
    size_t at = s->at;
    while (at < s->len && s->text[at] >= '0' && s->text[at] <= '9')
        at++;
    return at > s->at && at < s->len && s->text[at] == '.';
}

static int read_comment(struct scan *s, struct record *r)
{
    int ply = lus_game_plies(record_game(r)) - 1;
    size_t begin = ++s->at;
    while (scan_peek(s) >= 0 && scan_peek(s) != '}' && scan_peek(s) != '{')
        s->at++;
    if (scan_peek(s) != '}')
        return scan_expect(s, "'}' at the end of the comment");
    if (record_comment(r, ply))
        return scan_fault(s, LUS_ETEXT, begin - 1, "one comment a move");
    size_t n = s->at++ - begin;
    char *text = malloc(n + 1);
    if (!text)
        return scan_fault(s, LUS_EMEMORY, begin, "memory");
    memcpy(text, s->text + begin, n);
    text[n] = '\0';
    int status = record_set_comment(r, ply, text);
    free(text);
    return status < 0 ? scan_fault(s, status, begin, "a comment that can be kept") : 0;
}

static int result_of(const struct scan *s, size_t end)
{
    size_t n = end - s->at;
    for (int i = RECORD_OPEN; i <= RECORD_DRAW; i++)
        if (strlen(record_token[i]) == n && !memcmp(record_token[i], s->text + s->at, n))
            return i;
    return -1;
}

/* Everything up to the result, which is returned. */
static int read_moves(struct scan *s, struct record *r)
{
    const lus_game *g = record_game(r);
    struct turn last = {0};
    for (int status = 0; status >= 0;) {
        scan_white(s);
        size_t end = scan_word_end(s);
        int result = result_of(s, end);
        if (result >= 0)
            return result;
        struct turn turn = record_turn(g, lus_game_plies(g), last);
        if (scan_peek(s) == '{') {
            status = read_comment(s, r);
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
                         *told = raw_find(tags, "Result");
    size_t at = s->at;
    s->at = scan_word_end(s);
    if (told && strcmp(told->value, record_token[result]) != 0)
        return scan_fault(s, LUS_ETEXT, told->at, "the result the moves end with");
    if (!lus_game_end(record_game(r)).over && result != RECORD_OPEN) {
        if (!reason)
            return scan_fault(s, LUS_ETEXT, at, "'*', or a Reason tag for the result");
        if (record_decide(r, result, reason->value) < 0)
            return scan_fault(s, LUS_ETEXT, reason->at, "another reason for the result");
    }
    if (record_result(r) != result)
        return scan_fault(s, LUS_ETEXT, at, "the result the moves lead to");
    const char *why = record_reason(r);
    if (reason && (!why || strcmp(why, reason->value) != 0))
        return scan_fault(s, LUS_ETEXT, reason->at, why ? why : "no Reason here");
    return 0;
}

static int read_game(struct scan *s, struct raw_tags *tags, struct record **made)
{
    struct record *r = NULL;
    int status = read_tags(s, tags);
    if (status == 0 && !raw_find(tags, "Game"))
        status = scan_expect(s, "a Game tag");
    if (status == 0)
        status = begin_record(s, tags, &r);
    if (status == 0)
        status = store_tags(s, tags, r);
    if (status == 0)
        status = read_moves(s, r);
    if (status >= 0)
        status = finish(s, tags, r, status);
    if (status < 0)
        record_free(r);
    else
        *made = r;
    return status;
}

/* ---- the file ---- */

/* UTF-8 without control characters but LF, CR before LF, and TAB. */
static int check_bytes(struct scan *s)
{
    if (s->len > RECORD_MAX_BYTES)
        return scan_fault(s, LUS_ESPACE, RECORD_MAX_BYTES, "at most 16 MiB of text");
    for (size_t at = 0; at < s->len;) {
        int c = s->text[at], size = utf8_character(s->text + at, s->len - at);
        bool pair = c == '\r' && at + 1 < s->len && s->text[at + 1] == '\n';
        if (size == 0 && (c == '\n' || c == '\t' || pair))
            size = 1;
        if (size == 0)
            return scan_fault(s, LUS_ETEXT, at, "UTF-8 without control characters");
        at += (size_t)size;
    }
    return 0;
}

static int add_record(struct record ***list, int n, struct record *r)
{
    if (n & (n - 1)) {
        (*list)[n] = r;
        return 0;
    }
    struct record **more = realloc(*list, sizeof *more * (size_t)(n ? 2 * n : 1));
    if (!more)
        return LUS_EMEMORY;
    *list = more;
    more[n] = r;
    return 0;
}

static int read_games(struct scan *s, struct raw_tags *tags, struct record ***list,
                      int *count)
{
    do {
        struct record *r = NULL;
        int status = *count == RECORD_MAX_GAMES
                         ? scan_fault(s, LUS_ESPACE, s->at, "at most 100000 games")
                         : read_game(s, tags, &r);
        if (status < 0)
            return status;
        if (add_record(list, *count, r) < 0) {
            record_free(r);
            return scan_fault(s, LUS_EMEMORY, s->at, "memory");
        }
        ++*count;
        scan_white(s);
    } while (s->at < s->len);
    return 0;
}

int record_read(const char *text, size_t n, struct record ***list, int *count,
                lus_fault *fault)
{
    struct scan s = {.text = text, .len = n, .fault = fault};
    struct record **games = NULL;
    int n_games = 0, status = check_bytes(&s);
    struct raw_tags *tags = status < 0 ? NULL : malloc(sizeof *tags);
    if (status == 0 && !tags)
        status = scan_fault(&s, LUS_EMEMORY, 0, "memory");
    if (status == 0)
        status = read_games(&s, tags, &games, &n_games);
    free(tags);
    if (status < 0) {
        record_list_free(games, n_games);
        return status;
    }
    *list = games;
    *count = n_games;
    return 0;
}
