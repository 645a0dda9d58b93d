/* SPDX-License-Identifier: MIT */
/* awari_draw.c - the Awari board as South sees it (see awari_board.h); sowing runs
   counterclockwise.

              f      e      d      c      b      a
       +------+------+------+------+------+------+------+------+
       |North |  4   |  4   |  4   |  4   |  4   |  4   |      |     Two lines a pit:
       |      |  ::  |  ::  |  ::  |  ::  |  ::  |  ::  |      |     the number and
       |  0   +------+------+------+------+------+------+  0   |     the stones.
       |      |  4   |  4   |  4   |  4   |  4   |  4   |      |
       |      |  ::  |  ::  |  ::  |  ::  |  ::  |  ::  |South |
       +------+------+------+------+------+------+------+------+
                 A      B      C      D      E      F

   Cells are six columns wide.  Stones are braille patterns, the only dots that
   are one column wide in every terminal. */
#include "games/awari/awari.h"
#include "games/awari/awari_board.h"

enum { CELL = 6, STORE = 12 }; /* STORE + side is a store's count */

/* What all drawing functions need. */
struct awari_picture {
    struct text *out;
    const lus_look *look;
    uint8_t count[AWARI_COUNTS];
    int mover;      /* the side whose letters are bright */
    int from, last; /* pits 0..11 of the last move, -1: none */
};

/* Pits are drawn from South's left: column 0 is A below f. */
static int pit_at(int side, int column)
{
    return side ? 2 * AWARI_PITS - 1 - column : column;
}

static void ink_of(const struct awari_picture *pic, int side)
{
    text_ink(pic->out, pic->look, side ? INK_SECOND : INK_FIRST);
}

static void plain(const struct awari_picture *pic)
{
    text_ink(pic->out, pic->look, INK_PLAIN);
}

static void draw_bar(const struct awari_picture *pic)
{
    text_symbol(pic->out, pic->look, "│", "|");
}

/* A number in the left half of a cell of six columns; 0 is faint. */
static void draw_count(const struct awari_picture *pic, int side, int i)
{
    int n = pic->count[i];
    if (n)
        ink_of(pic, side);
    else
        text_ink(pic->out, pic->look, INK_FAINT);
    text_right(pic->out, n, CELL / 2);
    plain(pic);
    text_fill(pic->out, ' ', CELL / 2);
}

/* Up to four stones a column, eight where the cell is too narrow. */
static void draw_dots(struct text *out, int stones, int each)
{
    static const char *const dots[] = {"", "⠂", "⠒", "⠖", "⠶", "⠷", "⠿", "⡿", "⣿"};
    for (; stones > 0; stones -= each)
        text_str(out, dots[stones < each ? stones : each]);
}

/* Two stones a column; '+' where there are more than fit. */
static void draw_colons(struct text *out, int stones)
{
    int fit = stones > 2 * CELL ? CELL - 1 : stones / 2;
    for (int i = 0; i < fit; i++)
        text_char(out, ':');
    if (stones > 2 * CELL)
        text_char(out, '+');
    else if (stones & 1)
        text_char(out, '.');
}

/* The stones of a pit or store, centred in the cell. */
static void draw_stones(const struct awari_picture *pic, int side, int i)
{
    int n = pic->count[i], each = !pic->look->unicode ? 2 : n > 4 * CELL ? 8 : 4;
    int width = (n + each - 1) / each;
    width = width > CELL ? CELL : width;
    text_fill(pic->out, ' ', (CELL - width) / 2);
    ink_of(pic, side);
    if (pic->look->unicode)
        draw_dots(pic->out, n, each);
    else
        draw_colons(pic->out, n);
    plain(pic);
    text_fill(pic->out, ' ', CELL - width - (CELL - width) / 2);
}

/* [C] is the pit emptied by the last move, *f* where its last stone fell. */
static void draw_letter(const struct awari_picture *pic, int side, int pit)
{
    bool from = pit == pic->from, last = pit == pic->last;
    const char *mark = from ? "[]" : last ? "**" : "  ";
    text_ink(pic->out, pic->look,
             from || last         ? INK_MARK
             : side == pic->mover ? INK_BOLD
                                  : INK_FAINT);
    text_char(pic->out, mark[0]);
    text_char(pic->out, (char)((side ? 'a' : 'A') + pit % AWARI_PITS));
    if (from || last)
        text_char(pic->out, mark[1]);
    plain(pic);
}

static void draw_letters(const struct awari_picture *pic, int side)
{
    int blanks = CELL + 4;
    for (int column = 0; column < AWARI_PITS; column++) {
        int pit = pit_at(side, column);
        text_fill(pic->out, ' ', blanks);
        draw_letter(pic, side, pit);
        blanks = pit == pic->from || pit == pic->last ? CELL - 2 : CELL - 1;
    }
    text_char(pic->out, '\n');
}

/* A horizontal line over `cells` cells with the given corners. */
static void draw_border(const struct awari_picture *pic, const char *left,
                        const char *cross, const char *right, int cells)
{
    text_symbol(pic->out, pic->look, left, "+");
    for (int i = 0; i < cells; i++) {
        text_symbol(pic->out, pic->look, "──────", "------");
        text_symbol(pic->out, pic->look, i + 1 < cells ? cross : right, "+");
    }
}

static void draw_outer(const struct awari_picture *pic, const char *left,
                       const char *cross, const char *right)
{
    text_char(pic->out, ' ');
    draw_border(pic, left, cross, right, AWARI_PITS + 2);
    text_char(pic->out, '\n');
}

/* What a store shows beside line 0..4 of the pits. */
static void draw_store(const lus_rules *r, const struct awari_picture *pic, int side,
                       int line)
{
    if (line == 2)
        draw_count(pic, side, STORE + side);
    else if (line == 3)
        draw_stones(pic, side, STORE + side);
    else if (line == (side ? 0 : 4)) {
        ink_of(pic, side);
        text_str(pic->out, r->side_name[side]);
        plain(pic);
        text_char(pic->out, ' ');
    } else
        text_fill(pic->out, ' ', CELL);
}

/* Line 0..4 between the outer borders: North's pits (0, 1), the middle border (2), South's
   pits (3, 4), with a store at each end. */
static void draw_line(const lus_rules *r, const struct awari_picture *pic, int line)
{
    int side = line < 2;
    text_char(pic->out, ' ');
    draw_bar(pic);
    draw_store(r, pic, 1, line);
    if (line == 2)
        draw_border(pic, "├", "┼", "┤", AWARI_PITS);
    else
        draw_bar(pic);
    for (int column = 0; line != 2 && column < AWARI_PITS; column++) {
        if (line == 0 || line == 3)
            draw_count(pic, side, pit_at(side, column));
        else
            draw_stones(pic, side, pit_at(side, column));
        draw_bar(pic);
    }
    draw_store(r, pic, 0, line);
    draw_bar(pic);
    text_char(pic->out, '\n');
}

void awari_draw(const lus_rules *r, const lus_pos *p, const lus_look *look,
                struct text *out)
{
    struct awari_picture pic = {out, look, {0}, pos_side(p), -1, -1};
    awari_counts(p, pic.count);
    if (look->last != LUS_PASS) {
        int shift = pic.mover ? 0 : AWARI_PITS; /* the side to move did not move last */
        pic.from = (move_from(look->last, 0) - 1 + shift) % 12;
        pic.last = (move_to(look->last, 0) - 1 + shift) % 12;
    }
    draw_letters(&pic, 1);
    draw_outer(&pic, "╭", "┬", "╮");
    for (int line = 0; line < 5; line++)
        draw_line(r, &pic, line);
    draw_outer(&pic, "╰", "┴", "╯");
    draw_letters(&pic, 0);
}
