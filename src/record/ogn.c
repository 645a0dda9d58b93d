/* SPDX-License-Identifier: MIT */
/* ogn.c - writing OGN and bare moves of Awari (see ogn.h).

   A game that was not ended by play has two results: the stones (Result) and who won
   (Outcome, Reason).  Both are written, so that reading restores the record. */
#include <string.h>
#include "core/registry.h"
#include "text/buffer.h"
#include "record/ogn.h"
#include "record/record_internal.h"

/* The tags that write_roster writes in a fixed order. */
static const char *const roster[] = {"Event", "Site",   "Date", "Round",
                                     "First", "Second", NULL};

/* The formats are for the game whose game_info has record_format "ogn", which is Awari. */
static int check_rules(const struct record *r)
{
    const struct game_info *game = game_info_of(lus_game_rules(record_game(r)));
    return game == game_with_record_format("ogn") ? 0 : LUS_ERULES;
}

/* Gives the text to the caller of a public function; LUS_EMEMORY: *text is untouched. */
static int hand_over(struct buffer *b, char **text, size_t *n)
{
    char *made = buffer_take(b, n);
    if (!made)
        return LUS_EMEMORY;
    *text = made;
    return 0;
}

/* "19-25": the Stones tag of a game read from OGN, otherwise counted. */
static void format_stones(const struct record *r, struct text *t)
{
    int stones[2];
    const char *stated = record_by_play(r) ? NULL : record_tag(r, "Stones");
    if (record_result(r) == RECORD_OPEN) {
        text_char(t, '*');
        return;
    }
    if (!stated || !ogn_stones(stated, stones))
        memcpy(stones, lus_game_end(record_game(r)).score, sizeof stones);
    text_int(t, stones[0]);
    text_char(t, '-');
    text_int(t, stones[1]);
}

/* The tags that other programs expect, in their order; '?' for an unknown value. */
static void write_roster(struct buffer *b, const struct record *r, const char *stones)
{
    static const char *const names[][2] = {{"Event", "Event"}, {"Site", "Site"},
                                           {"Date", "Date"},   {"Round", "Round"},
                                           {"South", "First"}, {"North", "Second"}};
    const lus_rules *rules = lus_game_rules(record_game(r));
    record_write_tag(b, "Variant",
                     rules->record_name ? rules->record_name : lus_rules_name(rules));
    for (int i = 0; i < 6; i++) {
        const char *value = record_tag(r, names[i][1]);
        record_write_tag(b, names[i][0], value && *value ? value : "?");
    }
    record_write_tag(b, "Result", stones);
}

/* All tags: the roster, the start position, our own tags, a result against the stones. */
static void write_tags(struct buffer *b, const struct record *r, const char *stones)
{
    const lus_game *g = record_game(r);
    const char *name, *value;
    char position[LUS_MAX_TEXT];
    write_roster(b, r, stones);
    if (record_is_set_up(r)) {
        lus_pos_format(lus_game_rules(g), lus_game_start(g), 0, position);
        record_write_tag(b, "FEN", position);
    }
    for (int i = 0; i < record_tags(r); i++) {
        record_tag_at(r, i, &name, &value);
        if (!is_one_of(name, roster) && !is_one_of(name, foreign_names))
            record_write_tag(b, name, value);
    }
    if (record_result(r) != RECORD_OPEN && !record_by_play(r)) {
        record_write_tag(b, "Outcome", record_token[record_result(r)]);
        record_write_tag(b, "Reason", record_reason(r));
    }
}

bool ogn_stones(const char *text, int stones[2])
{
    struct scan s = scan_on(text, NULL);
    stones[0] = scan_int(&s, 99);
    stones[1] = scan_take(&s, '-') ? scan_int(&s, 99) : -1;
    return stones[0] >= 0 && stones[1] >= 0 && s.at == s.len;
}

int ogn_taken(const lus_game *g, int ply)
{
    const lus_rules *rules = lus_game_rules(g);
    int before[2], after[2];
    rules->score(rules, lus_game_pos_at(g, ply), before);
    rules->score(rules, lus_game_pos_at(g, ply + 1), after);
    return after[1] - before[0];
}

/* "12. F+3" or "c" */
static void write_ply(struct buffer *b, const lus_game *g, int ply,
                      struct record_turn turn)
{
    char word[2 * LUS_MAX_TEXT];
    struct text t = text_on(word, sizeof word);
    int taken = ogn_taken(g, ply);
    if (turn.side == lus_side(lus_game_start(g))) {
        text_int(&t, turn.number);
        text_str(&t, ". ");
    }
    record_format_ply(g, ply, &t);
    if (taken) {
        text_char(&t, '+');
        text_int(&t, taken);
    }
    buffer_word(b, word, t.len);
}

int ogn_write(const struct record *r, char **text, size_t *n)
{
    const lus_game *g = record_game(r);
    struct buffer b = {0};
    struct record_turn turn = {0};
    char stones[16];
    struct text t = text_on(stones, sizeof stones);
    if (check_rules(r) < 0)
        return LUS_ERULES;
    format_stones(r, &t);
    write_tags(&b, r, stones);
    buffer_str(&b, "\n");
    for (int ply = 0; ply < lus_game_plies(g); ply++) {
        turn = record_turn_of(g, ply, turn);
        write_ply(&b, g, ply, turn);
        record_write_comment(&b, record_comment(r, ply));
    }
    if (record_result(r) != RECORD_OPEN)
        buffer_word(&b, stones, t.len);
    buffer_str(&b, b.column ? "\n" : "");
    return hand_over(&b, text, n);
}

int ogn_write_moves(const struct record *r, char **text, size_t *n)
{
    const lus_game *g = record_game(r);
    struct buffer b = {0};
    if (check_rules(r) < 0)
        return LUS_ERULES;
    if (record_is_set_up(r))
        return LUS_ESTATE;
    for (int ply = 0; ply < lus_game_plies(g); ply++) {
        char word[LUS_MAX_TEXT];
        struct text t = text_on(word, sizeof word);
        record_format_ply(g, ply, &t);
        buffer_bytes(&b, word, t.len);
    }
    buffer_str(&b, "\n");
    return hand_over(&b, text, n);
}
