/* SPDX-License-Identifier: MIT */
/* rgn_read.c - reading RGN (see rgn.h).  The RoyalUr project does not write the rule set:
   without a Rules tag the first rule set is used under which every move is legal.

   "2 --" is an error if the throw 2 has a legal move, except at the end of a game: there the
   throw was made but not played yet, and it is left out.  A "--" alone is a pass whose throw
   is not recorded: the smallest throw without a legal move is used. */
#include <string.h>
#include "core/registry.h"
#include "record/record_internal.h"

static const struct tag_name tag_names[] = {
    {"Rules", NULL},    {"Result", NULL},   {"Reason", NULL}, {"Position", NULL},
    {"Light", "First"}, {"Dark", "Second"}, {NULL, NULL},
};

/* The state while one game is read under one rule set. */
struct rgn_reader {
    struct scan *s;
    struct record *record;
    lus_game *game;
    const lus_rules *rules;
    struct record_turn last;
    bool ended; /* '#' was read */
};

/* ---- actions ---- */

/* The square of a tile on the path of `side`.  If there is no such tile, *found is false
   and the length of the path is returned. */
static int find_tile(const lus_rules *r, int side, const char *tile, bool *found)
{
    char name[8];
    for (int square = 1;; square++) {
        struct text t = text_on(name, sizeof name);
        r->text->tile_name(r, side, square, &t);
        *found = t.len && !strcmp(name, tile);
        if (*found || !t.len)
            return *found ? square : square - 1;
    }
}

/* L, the number of squares of a path; tile_name writes nothing behind the last. */
static int path_length(const lus_rules *r)
{
    bool found;
    return find_tile(r, 0, "", &found);
}

/* A row and what follows: the path square of the side; 0 the hand, L + 1 the end. */
static int read_square(struct rgn_reader *in, bool target)
{
    struct scan *s = in->s;
    size_t begin = s->at;
    int side = lus_side(lus_game_pos(in->game)), row = scan_peek(s);
    if (row < 'A' || row > 'C')
        return scan_expect(s, "a tile: row A to C and a column");
    s->at++;
    if (row == (side ? 'C' : 'A') && scan_take(s, target ? '+' : '@'))
        return target ? path_length(in->rules) + 1 : 0;
    char tile[8];
    bool found;
    struct text t = text_on(tile, sizeof tile);
    text_char(&t, (char)row);
    text_int(&t, scan_int(s, 12));
    int square = find_tile(in->rules, side, tile, &found);
    return found ? square
                 : scan_fault(s, LUS_ETEXT, begin,
                              "a tile of the path of the side to move");
}

static int refuse_move(struct rgn_reader *in, size_t at, int throw, lus_move m)
{
    const char *why = lus_move_refuse(in->rules, lus_game_pos(in->game), throw, m);
    return scan_fault(in->s, LUS_EILLEGAL, at, why ? why : "a move that can be played");
}

/* 'x' and '*' must be there exactly if the move captures and lands on a rosette. */
static int read_marks(struct rgn_reader *in, int throw, lus_move m)
{
    struct scan *s = in->s;
    const lus_pos *p = lus_game_pos(in->game);
    bool takes = !strcmp(lus_move_kind(in->rules, p, throw, m), "capture");
    bool rosette = move_to(m, 0) != LUS_OFF &&
                   in->rules->text->square_info(in->rules, move_to(m, 0)).name;
    size_t at = s->at;
    if (scan_take(s, 'x') != takes)
        return scan_fault(s, LUS_ETEXT, at,
                          takes ? "'x' for the capture" : "no capture here");
    at = s->at;
    scan_white(s);
    if (scan_take(s, '*') == rosette)
        return 0;
    return scan_fault(s, LUS_ETEXT, at, rosette ? "'*' for the rosette" : "no '*' here");
}

static int play(struct rgn_reader *in, size_t at, int throw, lus_move m)
{
    int first = lus_game_plies(in->game) ? LUS_ANY_THROW : record_first_throw(in->record);
    if (first != LUS_ANY_THROW && throw != first)
        return scan_fault(in->s, LUS_ETEXT, at, "a move with the throw of the Position");
    int status = lus_game_play(in->game, throw, m);
    return status < 0 ? scan_fault(in->s, status, at, "a move that can be played") : 0;
}

/* Two squares, "B3B6x": their distance is the throw. */
static int read_move(struct rgn_reader *in)
{
    size_t begin = in->s->at;
    int from = read_square(in, false);
    if (from < 0)
        return from;
    int to = read_square(in, true), off = path_length(in->rules) + 1;
    if (to < 0)
        return to;
    lus_move m = move_step(from, to == off ? LUS_OFF : to);
    int throw = to - from;
    if (throw <= 0 || !lus_is_throw(in->rules, throw))
        return scan_fault(in->s, LUS_EILLEGAL, begin, "tiles as far apart as a throw");
    if (lus_move_refuse(in->rules, lus_game_pos(in->game), throw, m))
        return refuse_move(in, begin, throw, m);
    int status = read_marks(in, throw, m);
    return status < 0 ? status : play(in, begin, throw, m);
}

static int moves_with(const struct rgn_reader *in, int throw)
{
    lus_move list[LUS_MAX_MOVES];
    return lus_moves(in->rules, lus_game_pos(in->game), throw, list);
}

/* "2 --", or "--" if the throw is not recorded. */
static int read_pass(struct rgn_reader *in)
{
    struct scan *s = in->s;
    size_t begin = s->at;
    int throw = scan_int(s, 9), i = 0;
    bool known = throw >= 0;
    scan_white(s);
    if (!scan_take(s, '-') || !scan_take(s, '-'))
        return scan_expect(s, "'--', a throw without a move");
    for (; !known && i < lus_throws(in->rules); i++)
        if (moves_with(in, throw = lus_throw_value(in->rules, i)) == 0)
            break;
    if (!lus_is_throw(in->rules, throw) || i == lus_throws(in->rules))
        return scan_fault(s, LUS_ETEXT, begin, "a possible throw without a legal move");
    if (moves_with(in, throw) == 0)
        return play(in, begin, throw, LUS_PASS);
    scan_white(s);
    if (known && (s->at == s->len || scan_peek(s) == '['))
        return 0;
    return refuse_move(in, begin, throw, LUS_PASS);
}

/* ---- turns ---- */

static int read_number(struct rgn_reader *in, struct record_turn turn)
{
    struct scan *s = in->s;
    size_t begin = s->at;
    int number = scan_int(s, RECORD_MAX_PLIES);
    scan_take(s, '.');
    if (turn.side != 0)
        return scan_fault(s, LUS_ETEXT, begin, "an action of Dark, whose turn it is");
    if (number != turn.number)
        return scan_fault(s, LUS_ETEXT, begin, "the number of the turn");
    return 0;
}

/* '/' before the turn of Dark, the number of a turn, a move or a pass. */
static int read_item(struct rgn_reader *in, struct record_turn turn)
{
    struct scan *s = in->s, number = *s;
    if (turn.side && scan_take(s, '/'))
        return 0;
    if (scan_int(&number, RECORD_MAX_PLIES) >= 0 && scan_peek(&number) == '.')
        return read_number(in, turn);
    if (lus_game_end(in->game).over)
        return scan_expect(s, "nothing more: the game is over");
    if (lus_game_plies(in->game) == RECORD_MAX_PLIES)
        return scan_fault(s, LUS_ESPACE, s->at, "at most 20000 plies");
    if (scan_peek(s) == '/')
        return scan_expect(s, "an action of Light, whose turn it is");
    in->last = turn;
    return scan_peek(s) >= 'A' ? read_move(in) : read_pass(in);
}

static int read_actions(struct rgn_reader *in)
{
    struct scan *s = in->s;
    int status = 0;
    for (scan_white(s);
         status == 0 && s->at < s->len && scan_peek(s) != '[' && !in->ended;
         scan_white(s)) {
        struct record_turn turn =
            record_turn_of(in->game, lus_game_plies(in->game), in->last);
        if (scan_take(s, '#')) {
            in->ended = true;
            if (!lus_game_end(in->game).over)
                status =
                    scan_fault(s, LUS_ETEXT, s->at - 1, "a move: the game is not over");
        } else {
            status = read_item(in, turn);
        }
    }
    return status;
}

/* ---- the game ---- */

static int begin(struct rgn_reader *in, const struct raw_tags *tags)
{
    const struct raw_tag *position = raw_find(tags, "Position");
    lus_pos start;
    lus_fault inner;
    int throw = LUS_ANY_THROW;
    if (position && lus_pos_parse(in->rules, position->value, &start, &throw, &inner) < 0)
        return scan_inner(in->s, position->at, &inner);
    in->game = lus_game_new(in->rules, position ? &start : NULL);
    in->record = record_new(in->game);
    if (!in->record)
        return scan_fault(in->s, LUS_EMEMORY, in->s->at, "memory");
    record_set_first_throw(in->record, throw);
    return record_keep_tags(in->s, in->record, tags, tag_names, NULL);
}

/* A game that did not end by play may have a Result and a Reason. */
static int conclude(struct rgn_reader *in, const struct raw_tags *tags)
{
    const struct raw_tag *stated = raw_find(tags, "Result"),
                         *reason = raw_find(tags, "Reason");
    int result = stated ? record_result_of(stated->value, strlen(stated->value)) : -1;
    if (!stated || !reason || lus_game_end(in->game).over)
        return 0;
    if (result <= RECORD_OPEN)
        return scan_fault(in->s, LUS_ETEXT, stated->at, "1-0, 0-1 or 1/2-1/2");
    return record_decide_at(in->s, in->record, result, reason->value, reason->at);
}

/* Reads the game under one rule set; *made is what was read, also on failure. */
static int read_under(const lus_rules *rules, struct scan *s, const struct raw_tags *tags,
                      struct record **made)
{
    struct rgn_reader in = {.s = s, .rules = rules};
    int status = begin(&in, tags);
    if (status == 0)
        status = read_actions(&in);
    if (status == 0)
        status = conclude(&in, tags);
    *made = in.record;
    return status;
}

/* [Rules Finkel] or [Rules "ur:finkel"] */
static const lus_rules *rules_called(const struct game_info *game, const char *name)
{
    for (int i = 0; i < game->n_sets; i++) {
        const char *full = lus_rules_name(&game->sets[i]), *part = strchr(full, ':') + 1;
        if (!strcmp(full, name) ||
            ((name[0] | 0x20) == part[0] && !strcmp(name + 1, part + 1)))
            return &game->sets[i];
    }
    return NULL;
}

/* Without a Rules tag all rule sets are tried; if none fits, the fault is that of the
   first one. */
int rgn_read(struct scan *s, const struct raw_tags *tags, struct record **made)
{
    const struct game_info *game = game_with_record_format("rgn");
    const struct raw_tag *stated = raw_find(tags, "Rules");
    const lus_rules *rules = stated ? rules_called(game, stated->value) : game->sets;
    if (!rules)
        return scan_fault(s, LUS_ERULES, stated ? stated->at : s->at,
                          "finkel, blitz, masters or aseb");
    struct scan again = *s;
    int status = read_under(rules, s, tags, made), other = status;
    again.fault = NULL;
    for (int i = 1; other < 0 && other != LUS_EMEMORY && !stated && i < game->n_sets;
         i++) {
        struct scan try = again;
        struct record *read = NULL;
        other = read_under(&game->sets[i], &try, tags, &read);
        if (other == 0) {
            s->at = try.at;
            record_free(*made);
            *made = read;
        } else {
            record_free(read);
        }
    }
    if (other == LUS_EMEMORY)
        return scan_fault(s, other, s->at, "memory");
    return other < 0 ? status : 0;
}
