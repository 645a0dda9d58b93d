/* SPDX-License-Identifier: MIT */
/* rgn.c - writing RGN (see rgn.h).

   A line is a turn of Light and, after '/', the turn of Dark; each may have several moves
   (rosettes).  Values of tags are quoted only where the unquoted form would be read
   differently. */
#include <string.h>
#include "core/registry.h"
#include "text/buffer.h"
#include "record/record_internal.h"
#include "record/rgn.h"

/* A tag of a record under its name in RGN. */
static const char *const renamed[][2] = {{"First", "Light"}, {"Second", "Dark"}};

/* Writes a move: from the hand to a rosette "A@A1 *", a capture "B3B6x", bearing off "A7A+",
   a throw of 0 without a move "0 --".  The throw of a move is not written: it is the
   distance on the path. */
static void format_action(const lus_game *g, int ply, struct text *t)
{
    const lus_rules *r = lus_game_rules(g);
    const lus_pos *p = lus_game_pos_at(g, ply);
    lus_move m = lus_game_move_at(g, ply);
    int side = lus_side(p), from = move_from(m, 0), to = move_to(m, 0);
    const char *home = side ? "C" : "A";
    if (m == LUS_PASS) {
        text_int(t, lus_game_throw_at(g, ply));
        text_str(t, " --");
        return;
    }
    if (from)
        r->text->tile_name(r, side, from, t);
    else
        text_str(t, home), text_char(t, '@');
    if (to == LUS_OFF) {
        text_str(t, home), text_char(t, '+');
        return;
    }
    r->text->tile_name(r, side, to, t);
    if (!strcmp(lus_move_kind(r, p, lus_game_throw_at(g, ply), m), "capture"))
        text_char(t, 'x');
    if (r->text->square_info(r, to).name)
        text_str(t, " *");
}

/* A value that needs no quotes: a letter, then letters, digits, '_', '.', '-'. */
static bool is_plain(const char *value)
{
    const char *rest = value + strspn(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                             "abcdefghijklmnopqrstuvwxyz");
    return rest > value && !rest[strspn(rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-"
                                              "abcdefghijklmnopqrstuvwxyz")];
}

/* [Light Ada], or [Light "Ada L."] where quotes are needed. */
static void write_tag(struct buffer *b, const char *name, const char *value)
{
    if (!is_plain(value)) {
        record_write_tag(b, name, value);
        return;
    }
    buffer_str(b, "[");
    buffer_str(b, name);
    buffer_str(b, " ");
    buffer_str(b, value);
    buffer_str(b, "]\n");
}

/* Rules first, then Light and Dark, then our own tags, the start and the result. */
static void write_tags(struct buffer *b, const struct record *r)
{
    const lus_game *g = record_game(r);
    const lus_rules *rules = lus_game_rules(g);
    const char *name, *value;
    char position[LUS_MAX_TEXT];
    write_tag(b, "Rules", strchr(lus_rules_name(rules), ':') + 1);
    for (int i = 0; i < 2; i++)
        if ((value = record_tag(r, renamed[i][0])))
            write_tag(b, renamed[i][1], value);
    for (int i = 0; i < record_tags(r); i++) {
        record_tag_at(r, i, &name, &value);
        if (!is_one_of(name, foreign_names) && strcmp(name, "First") != 0 &&
            strcmp(name, "Second") != 0)
            write_tag(b, name, value);
    }
    if (record_is_set_up(r)) {
        lus_pos_format(rules, lus_game_start(g), record_first_throw(r), position);
        write_tag(b, "Position", position);
    }
    if (record_result(r) != RECORD_OPEN && !record_by_play(r)) {
        write_tag(b, "Result", record_token[record_result(r)]);
        write_tag(b, "Reason", record_reason(r));
    }
}

/* A turn of Light begins a line; '#' follows the last move of a game that was played out. */
int rgn_write(const struct record *r, char **text, size_t *n)
{
    const lus_game *g = record_game(r);
    struct buffer b = {0};
    struct record_turn turn = {0};
    int plies = lus_game_plies(g);
    if (game_info_of(lus_game_rules(g)) != game_with_record_format("rgn"))
        return LUS_ERULES;
    write_tags(&b, r);
    buffer_str(&b, "\n");
    for (int ply = 0; ply < plies; ply++) {
        char word[LUS_MAX_TEXT];
        struct text t = text_on(word, sizeof word);
        turn = record_turn_of(g, ply, turn);
        if (turn.begins && turn.side == 0) {
            buffer_str(&b, b.column ? "\n" : "");
            text_int(&t, turn.number);
            text_str(&t, ". ");
        } else if (turn.begins) {
            text_str(&t, "/ ");
        }
        format_action(g, ply, &t);
        if (ply == plies - 1 && record_by_play(r))
            text_char(&t, '#');
        buffer_word(&b, word, t.len);
    }
    buffer_str(&b, b.column ? "\n" : "");
    char *made = buffer_take(&b, n);
    if (made)
        *text = made;
    return made ? 0 : LUS_EMEMORY;
}
