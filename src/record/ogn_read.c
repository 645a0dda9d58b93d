/* SPDX-License-Identifier: MIT */
/* ogn_read.c - reading OGN and bare moves of Awari (see ogn.h).

   Bare moves have one game on each line.  In OGN there may be blanks between the letters;
   numbers of turns may be missing, but a wrong number is refused, and so is a wrong count
   of captured stones.  Variations in parentheses are skipped.  Aualé adds the stones that
   the rows yield at the end of the game to the last capture, so for the last move both
   counts are accepted. */
#include <string.h>
#include "core/registry.h"
#include "record/record_internal.h"

static const struct tag_name tag_names[] = {
    {"Variant", NULL}, {"Result", NULL},   {"FEN", NULL},       {"Outcome", NULL},
    {"Reason", NULL},  {"South", "First"}, {"North", "Second"}, {NULL, NULL},
};

/* The state while one game is read. */
struct ogn_reader {
    struct scan *s;
    struct record *record;
    lus_game *game;
    struct record_turn last;
    bool one_line;   /* bare moves: the line feed ends the game */
    bool has_stones; /* "19-25", after the moves or in the Result tag */
    size_t stones_at;
    int stones[2];
};

/* ---- moves ---- */

/* "+3" behind a move: the stones it captured, checked against the game. */
static int read_taken(struct ogn_reader *in)
{
    struct scan *s = in->s;
    size_t begin = s->at;
    int ply = lus_game_plies(in->game) - 1;
    if (ply < 0 || !scan_take(s, '+'))
        return 0;
    int stated = scan_int(s, 99), taken = ogn_taken(in->game, ply), before[2];
    const lus_pos *p = lus_game_pos_at(in->game, ply);
    lus_end end = lus_game_end(in->game);
    lus_score(lus_game_rules(in->game), p, before);
    if (stated == taken ||
        (end.over && stated == end.score[lus_side(p)] - before[lus_side(p)]))
        return 0;
    return scan_fault(s, LUS_ETEXT, begin, "the stones this move captures");
}

static int read_move(struct ogn_reader *in, struct record_turn turn)
{
    int status = record_play_ply(in->record, in->s, in->s->at + 1);
    in->last = turn;
    return status < 0 ? status : read_taken(in);
}

/* Parentheses may be nested. */
static int skip_variation(struct scan *s)
{
    size_t begin = s->at;
    int depth = 0;
    for (; s->at < s->len; s->at++) {
        depth += s->text[s->at] == '(';
        depth -= s->text[s->at] == ')';
        if (depth == 0) {
            s->at++;
            return 0;
        }
    }
    return scan_fault(s, LUS_ETEXT, begin, "')' at the end of the variation");
}

/* "12." before a move of the side that begins, or "19-25" after the last move. */
static int read_number(struct ogn_reader *in, struct record_turn turn)
{
    struct scan *s = in->s;
    size_t begin = s->at;
    int number = scan_int(s, RECORD_MAX_PLIES);
    if (number >= 0 && scan_take(s, '-')) {
        in->has_stones = true;
        in->stones_at = begin;
        in->stones[0] = number;
        in->stones[1] = scan_int(s, 99);
        return in->stones[1] < 0 ? scan_expect(s, "the stones of North") : 0;
    }
    if (!scan_take(s, '.'))
        return scan_expect(s, "'.' after the number of a turn");
    while (scan_take(s, '.'))
        ;
    return number == turn.number
               ? 0
               : scan_fault(s, LUS_ETEXT, begin, "the number of the turn");
}

/* One element of the move text: a comment, a variation, a move, a number, the result. */
static int read_item(struct ogn_reader *in, bool *ended)
{
    struct scan *s = in->s;
    struct record_turn turn =
        record_turn_of(in->game, lus_game_plies(in->game), in->last);
    int c = scan_peek(s);
    if (c == '{')
        return record_read_comment(s, in->record);
    if (c == '(')
        return skip_variation(s);
    if (c >= 'A')
        return read_move(in, turn);
    if (c == '*') {
        s->at++;
        *ended = true;
        return 0;
    }
    int status = read_number(in, turn);
    *ended = in->has_stones;
    return status;
}

/* The text ends, the tags of the next game begin, or (bare moves) the line ends. */
static bool is_over(struct ogn_reader *in)
{
    int c;
    if (!in->one_line)
        scan_white(in->s);
    c = scan_peek(in->s);
    return c < 0 || c == '[' || c == '\n' || c == '\r';
}

static int read_moves(struct ogn_reader *in)
{
    bool ended = false;
    int status = 0;
    while (status == 0 && !ended && !is_over(in))
        status = read_item(in, &ended);
    return status;
}

/* ---- the game ---- */

/* Without tags (bare moves) the default rule set; without Variant the one that has a name in
   OGN, "Oware Abapa"; NULL: an unknown variant. */
static const lus_rules *rules_of(const struct raw_tags *tags)
{
    const struct raw_tag *variant = raw_find(tags, "Variant");
    const struct game_info *game = game_with_record_format("ogn");
    if (!tags->n)
        return game->sets;
    for (int i = 0; i < game->n_sets; i++) {
        const lus_rules *r = &game->sets[i];
        if (variant ? !strcmp(r->name, variant->value) : r->record_name != NULL)
            return r;
        if (variant && r->record_name && !strcmp(r->record_name, variant->value))
            return r;
    }
    return NULL;
}

/* Creates the record from Variant and FEN and stores the other tags. */
static int begin(struct ogn_reader *in, const struct raw_tags *tags)
{
    const struct raw_tag *variant = raw_find(tags, "Variant"),
                         *fen = raw_find(tags, "FEN");
    const lus_rules *rules = rules_of(tags);
    lus_pos start;
    lus_fault inner;
    int throw;
    if (!rules)
        return scan_fault(in->s, LUS_ERULES, variant ? variant->at : in->s->at,
                          "\"Oware Abapa\" or a rule set of Awari");
    if (fen && lus_pos_parse(rules, fen->value, &start, &throw, &inner) < 0)
        return scan_inner(in->s, fen->at, &inner);
    in->game = lus_game_new(rules, fen ? &start : NULL);
    in->record = record_new(in->game);
    if (!in->record)
        return scan_fault(in->s, LUS_EMEMORY, in->s->at, "memory");
    return record_keep_tags(in->s, in->record, tags, tag_names, "?");
}

/* The stones of the Result tag, unless they stood after the moves. */
static int read_result(struct ogn_reader *in, const struct raw_tags *tags)
{
    const struct raw_tag *tag = raw_find(tags, "Result");
    if (!tag || !strcmp(tag->value, "*") || !strcmp(tag->value, "?"))
        return 0;
    int stated[2];
    if (!ogn_stones(tag->value, stated))
        return scan_fault(in->s, LUS_ETEXT, tag->at, "stones such as 19-25, or '*'");
    if (in->has_stones && (stated[0] != in->stones[0] || stated[1] != in->stones[1]))
        return scan_fault(in->s, LUS_ETEXT, in->stones_at,
                          "the stones of the Result tag");
    in->has_stones = true;
    in->stones_at = tag->at;
    memcpy(in->stones, stated, sizeof stated);
    return 0;
}

/* A result that does not follow from the moves: players may agree on it, resign or run
   out of time. */
static int decide(struct ogn_reader *in, const struct raw_tags *tags)
{
    const struct raw_tag *outcome = raw_find(tags, "Outcome"),
                         *reason = raw_find(tags, "Reason");
    int lead = in->stones[0] - in->stones[1];
    int result = lead > 0 ? RECORD_FIRST : lead < 0 ? RECORD_SECOND : RECORD_DRAW;
    char stones[16];
    struct text t = text_on(stones, sizeof stones);
    if (outcome)
        result = record_result_of(outcome->value, strlen(outcome->value));
    if (result <= RECORD_OPEN)
        return scan_fault(in->s, LUS_ETEXT, outcome->at, "1-0, 0-1 or 1/2-1/2");
    int status =
        record_decide_at(in->s, in->record, result, reason ? reason->value : "agreement",
                         reason ? reason->at : in->stones_at);
    if (status < 0)
        return status;
    text_int(&t, in->stones[0]);
    text_char(&t, '-');
    text_int(&t, in->stones[1]);
    lus_end end = lus_game_end(in->game);
    if (end.score[0] != in->stones[0] || end.score[1] != in->stones[1])
        status = record_set_tag(in->record, "Stones", stones);
    return status < 0 ? scan_fault(in->s, status, in->stones_at, "fewer tags") : 0;
}

/* Compares the stated result with the game, or decides a game that is not over. */
static int conclude(struct ogn_reader *in, const struct raw_tags *tags)
{
    lus_end end = lus_game_end(in->game);
    int status = read_result(in, tags);
    if (status < 0 || !in->has_stones)
        return status;
    if (!end.over)
        return decide(in, tags);
    if (end.score[0] != in->stones[0] || end.score[1] != in->stones[1])
        return scan_fault(in->s, LUS_ETEXT, in->stones_at,
                          "the stones that follow from the moves");
    return 0;
}

int ogn_read(struct scan *s, const struct raw_tags *tags, struct record **made)
{
    struct ogn_reader in = {.s = s, .one_line = !tags->n};
    int status = begin(&in, tags);
    if (status == 0)
        status = read_moves(&in);
    if (status == 0)
        status = conclude(&in, tags);
    *made = in.record;
    return status;
}
