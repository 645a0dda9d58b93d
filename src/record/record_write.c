/* SPDX-License-Identifier: MIT */
/* record_write.c - see record.h: writes records in our own format.

   Tags, an empty line, then the moves as words that buffer_word breaks into lines of at
   most 80 characters, and the result.  Writing cannot fail except for memory, which the
   buffer remembers. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "text/buffer.h"
#include "record/record.h"
#include "record/record_internal.h"

const char *const record_token[] = {
    [RECORD_OPEN] = "*",
    [RECORD_FIRST] = "1-0",
    [RECORD_SECOND] = "0-1",
    [RECORD_DRAW] = "1/2-1/2",
};

/* Known tags in the order they are written; unknown ones follow. */
static const char *const order[] = {"Game",
                                    "First",
                                    "Second",
                                    "Date",
                                    "Limits",
                                    "TimeControl",
                                    "TimeLeft",
                                    "Position",
                                    "RollOff",
                                    "Dark",
                                    "Result",
                                    "Reason",
                                    "DiceCommitment",
                                    "DiceCommittedNonce",
                                    "DiceNonce",
                                    "DiceSeed",
                                    NULL};

bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (!strcmp(name, *names))
            return true;
    return false;
}

int record_result_of(const char *text, size_t n)
{
    for (int i = RECORD_OPEN; i <= RECORD_DRAW; i++)
        if (strlen(record_token[i]) == n && !memcmp(record_token[i], text, n))
            return i;
    return -1;
}

void record_write_tag(struct buffer *b, const char *name, const char *value)
{
    buffer_str(b, "[");
    buffer_str(b, name);
    buffer_str(b, " \"");
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            buffer_str(b, "\\");
        buffer_bytes(b, value, 1);
    }
    buffer_str(b, "\"]\n");
}

bool record_by_play(const struct record *r)
{
    lus_end end = lus_game_end(record_game(r));
    return end.over && end.reason != LUS_BY_RESIGNATION;
}

/* In blockade (B1) a game without a roll-off is set up as well: a reader would otherwise
   wait for the throws of the roll-off. */
bool record_is_set_up(const struct record *r)
{
    const lus_game *g = record_game(r);
    const lus_rules *rules = lus_game_rules(g);
    lus_pos usual;
    lus_start(rules, &usual);
    bool rolled = lus_game_needs_rolloff(g) || lus_game_rolloffs(g);
    return memcmp(&usual, lus_game_start(g), sizeof usual) != 0 ||
           record_first_throw(r) != LUS_ANY_THROW || (rules->dice.rolloff && !rolled);
}

static void write_rolloff(struct buffer *b, const lus_game *g)
{
    if (!lus_game_rolloffs(g))
        return;
    buffer_str(b, "[RollOff \"");
    for (int i = 0; i < lus_game_rolloffs(g); i++) {
        buffer_str(b, i ? " " : "");
        buffer_int(b, lus_game_rolloff_at(g, i));
    }
    buffer_str(b, "\"]\n");
}

/* A tag that follows from the game, or a stored one. */
static void write_known(struct buffer *b, const struct record *r, const char *name)
{
    const lus_game *g = record_game(r);
    const lus_rules *rules = lus_game_rules(g);
    const char *value = record_tag(r, name);
    char position[LUS_MAX_TEXT];
    if (!strcmp(name, "Game")) {
        value = lus_rules_name(rules);
    } else if (!strcmp(name, "Result")) {
        value = record_token[record_result(r)];
    } else if (!strcmp(name, "Reason")) {
        value = record_reason(r);
    } else if (!strcmp(name, "RollOff")) {
        write_rolloff(b, g);
    } else if (!strcmp(name, "Dark")) {
        if (rules->dice.rolloff && !lus_game_needs_rolloff(g))
            value = lus_game_player(g, 1) ? "second" : "first";
    } else if (!strcmp(name, "Position") && record_is_set_up(r)) {
        lus_pos_format(rules, lus_game_start(g), record_first_throw(r), position);
        value = position;
    }
    if (value)
        record_write_tag(b, name, value);
}

static void write_tags(struct buffer *b, const struct record *r)
{
    const char *name, *value;
    for (int i = 0; order[i]; i++)
        write_known(b, r, order[i]);
    for (int i = 0; i < record_tags(r); i++) {
        record_tag_at(r, i, &name, &value);
        if (!is_one_of(name, order))
            record_write_tag(b, name, value);
    }
}

/* Lines may end at the blanks of a comment: the reader restores them. */
void record_write_comment(struct buffer *b, const char *comment)
{
    if (!comment)
        return;
    struct buffer braced = {0};
    buffer_str(&braced, "{");
    buffer_str(&braced, comment);
    buffer_str(&braced, "}");
    size_t n;
    char *text = buffer_take(&braced, &n);
    b->failed |= !text;
    for (const char *word = text; word && *word;) {
        size_t size = strcspn(word, " ");
        buffer_word(b, word, size);
        word += size;
        word += *word == ' ';
    }
    free(text);
}

/* The number rises with each turn of the side that began. */
struct record_turn record_turn_of(const lus_game *g, int ply, struct record_turn last)
{
    int side = lus_side(lus_game_pos_at(g, ply));
    int begins = lus_side(lus_game_start(g));
    struct record_turn t = {last.number, side, ply == 0 || side != last.side};
    t.number += t.begins && side == begins;
    return t;
}

void record_format_ply(const lus_game *g, int ply, struct text *out)
{
    const lus_rules *rules = lus_game_rules(g);
    char move[LUS_MAX_TEXT];
    if (lus_has_dice(rules)) {
        text_int(out, lus_game_throw_at(g, ply));
        text_char(out, '/');
    }
    lus_move_format(rules, lus_game_pos_at(g, ply), lus_game_move_at(g, ply), move);
    text_str(out, move);
}

/* ---- the plies ---- */

/* The longest ply with the number of its turn and a blank: "10000... 5/28-off " has 18
   bytes (test_record_reader.c checks the move texts of all games).  Chains of Senet are
   longer, but each takes a piece off the board; the slack contains them. */
enum {
    PLY_BYTES = 24,
    BRACES = 3,
    TAG_BYTES = RECORD_MAX_NAME + 2 * RECORD_MAX_VALUE + 6
};
enum { DERIVED_TAGS = 6 };

static_assert((RECORD_MAX_TAGS + DERIVED_TAGS) * TAG_BYTES + RECORD_MAX_COMMENTS +
                      RECORD_MAX_PLIES * (PLY_BYTES + BRACES) <
                  RECORD_MAX_BYTES,
              "a record that was written can be read again");

/* The number of the turn and the ply are one word, so that no line ends in a number. */
static void write_ply(struct buffer *b, const lus_game *g, int ply,
                      struct record_turn turn)
{
    char word[2 * LUS_MAX_TEXT];
    struct text t = text_on(word, sizeof word);
    bool second = turn.side != lus_side(lus_game_start(g));
    if (turn.begins && (!second || lus_has_dice(lus_game_rules(g)))) {
        text_int(&t, turn.number);
        text_str(&t, second ? "... " : ". ");
    }
    record_format_ply(g, ply, &t);
    buffer_word(b, word, t.len);
}

char *record_write(const struct record *r, size_t *n)
{
    struct buffer b = {0};
    struct record_turn turn = {0};
    const lus_game *g = record_game(r);
    write_tags(&b, r);
    buffer_str(&b, "\n");
    record_write_comment(&b, record_comment(r, -1));
    for (int ply = 0; ply < lus_game_plies(g); ply++) {
        turn = record_turn_of(g, ply, turn);
        write_ply(&b, g, ply, turn);
        record_write_comment(&b, record_comment(r, ply));
    }
    const char *token = record_token[record_result(r)];
    buffer_word(&b, token, strlen(token));
    buffer_str(&b, "\n");
    return buffer_take(&b, n);
}
