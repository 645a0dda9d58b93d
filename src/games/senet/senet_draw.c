/* SPDX-License-Identifier: MIT */
/* senet_draw.c - the board of Senet as text, an S of three rows (see senet.h); 12 lines of
   59 columns.

         +----+----+- ... -+----+----+        The walls between the rows are open
       > |  1 |  2 |       |  9 | 10 |        where the track turns: 10-11 and
         |  W |  B |       |  W |  B |        20-21.
         +----+----+- ... -+----+  v |
         | 20 | 19 |       | 12 | 11 | <      A cell is four columns wide: the
         |    |    |       |    |    |        number over the piece, or the symbol
         |  v +----+- ... -+----+----+        of an empty house.
       > | 21 | 22 |       | 29 | 30 |
         |    |    |       | II |  I | > off  The last move: (from) and [to].
         +----+----+- ... -+----+----+

   Arrows and house symbols are one column wide in every terminal; pieces and walls are one
   column wide where the ambiguous width is one, and there is a space beside each piece. */
#include <string.h>
#include "games/senet/senet.h"

/* What all drawing functions need. */
struct senet_picture {
    struct text *out;
    const lus_look *look;
    const lus_rules *rules;
    uint64_t mask[2];  /* of side 0 and side 1 */
    uint64_t from, to; /* squares of the last move */
    bool left;         /* a piece left the board with the last move */
};

static void symbol(const struct senet_picture *pic, const char *unicode,
                   const char *ascii)
{
    text_symbol(pic->out, pic->look, unicode, ascii);
}

static void ink(const struct senet_picture *pic, enum ink ink)
{
    text_ink(pic->out, pic->look, ink);
}

/* Row 0..2, column 0..9 from the left. */
static int square_at(int row, int column)
{
    return row == 1 ? 20 - column : 10 * row + column + 1;
}

static bool is_house(int square)
{
    return square == REBIRTH || square >= HAPPINESS;
}

/* Three columns for an empty house. */
static void draw_house(const struct senet_picture *pic, int square)
{
    static const char *const symbols[][2] = {
        [HAPPINESS - 26] = {" ❂ ", " * "}, [WATER - 26] = {"≋≋≋", "~~~"},
        [TRUTHS - 26] = {"III", "III"},    [ATOUM - 26] = {"II ", "II "},
        [HORUS - 26] = {" I ", " I "},
    };
    ink(pic, INK_MARK);
    if (square == REBIRTH)
        symbol(pic, " ☥ ", "Reb");
    else
        symbol(pic, symbols[square - HAPPINESS][0], symbols[square - HAPPINESS][1]);
    ink(pic, INK_PLAIN);
}

static void draw_piece(const struct senet_picture *pic, int side)
{
    char letter[2] = {pic->rules->sides[side], '\0'};
    ink(pic, side ? INK_SECOND : INK_FIRST);
    symbol(pic, side ? "●" : "○", letter);
    ink(pic, INK_PLAIN);
}

static void draw_mark(const struct senet_picture *pic, char mark)
{
    ink(pic, INK_BOLD);
    text_char(pic->out, mark);
    ink(pic, INK_PLAIN);
}

/* The lower line of a cell: piece, house or blank, marked if the last move touched it. */
static void draw_content(const struct senet_picture *pic, int square)
{
    uint64_t bit = SENET_BIT(square);
    bool from = pic->from & bit, to = pic->to & bit;
    text_char(pic->out, ' ');
    if (!from && !to && is_house(square) && !((pic->mask[0] | pic->mask[1]) & bit)) {
        draw_house(pic, square);
        return;
    }
    draw_mark(pic, to ? '[' : from ? '(' : ' ');
    if ((pic->mask[0] | pic->mask[1]) & bit)
        draw_piece(pic, pic->mask[1] & bit ? 1 : 0);
    else
        text_char(pic->out, ' ');
    draw_mark(pic, to ? ']' : from ? ')' : ' ');
}

static void draw_number(const struct senet_picture *pic, int square)
{
    ink(pic, is_house(square) ? INK_MARK : INK_FAINT);
    text_right(pic->out, square, 3);
    ink(pic, INK_PLAIN);
    text_char(pic->out, ' ');
}

static void draw_bar(const struct senet_picture *pic)
{
    ink(pic, INK_FAINT);
    symbol(pic, "│", "|");
    ink(pic, INK_PLAIN);
}

/* The wall above row 0..2, or below the board (3). */
static void draw_wall(const struct senet_picture *pic, int row)
{
    static const char *const walls[][2] = {
        {"  ┌────┬────┬────┬────┬────┬────┬────┬────┬────┬────┐",
         "  +----+----+----+----+----+----+----+----+----+----+"},
        {"  ├────┼────┼────┼────┼────┼────┼────┼────┼────┤  ▾ │",
         "  +----+----+----+----+----+----+----+----+----+  v |"},
        {"  │  ▾ ├────┼────┼────┼────┼────┼────┼────┼────┼────┤",
         "  |  v +----+----+----+----+----+----+----+----+----+"},
        {"  └────┴────┴────┴────┴────┴────┴────┴────┴────┴────┘",
         "  +----+----+----+----+----+----+----+----+----+----+"},
    };
    ink(pic, INK_FAINT);
    symbol(pic, walls[row][0], walls[row][1]);
    ink(pic, INK_PLAIN);
    text_char(pic->out, '\n');
}

/* Two lines: the numbers, then the pieces. */
static void draw_row(const struct senet_picture *pic, int row)
{
    for (int line = 0; line < 2; line++) {
        symbol(pic, line || row == 1 ? "  " : "▸ ", line || row == 1 ? "  " : "> ");
        for (int column = 0; column < 10; column++) {
            draw_bar(pic);
            if (line)
                draw_content(pic, square_at(row, column));
            else
                draw_number(pic, square_at(row, column));
        }
        draw_bar(pic);
        if (row == 1 && !line)
            symbol(pic, " ◂", " <");
        if (row == 2 && line) {
            symbol(pic, pic->left ? " [off]" : " ▸ off", pic->left ? " [off]" : " > off");
        }
        text_char(pic->out, '\n');
    }
}

/* One line: the pieces that a side has off, and names of houses below their squares. */
static void draw_tray(const struct senet_picture *pic, int side)
{
    static const char *const houses[] = {"Happiness Truths    Horus",
                                         "     Water     Re-Atoum"};
    const char *name = pic->rules->side_name[side];
    int pieces = senet_set(pic->rules)->pieces;
    int off = pieces - bits_count(pic->mask[side]);
    text_str(pic->out, "  ");
    draw_piece(pic, side);
    text_char(pic->out, ' ');
    text_str(pic->out, name);
    text_fill(pic->out, ' ', 7 - (int)strlen(name));
    for (int i = 0; i < off; i++)
        draw_piece(pic, side);
    ink(pic, INK_FAINT);
    for (int i = off; i < pieces; i++)
        symbol(pic, "∙", ".");
    ink(pic, INK_PLAIN);
    text_right(pic->out, off, 3);
    text_str(pic->out, " off");
    text_fill(pic->out, ' ', 11 - pieces);
    ink(pic, INK_FAINT);
    text_str(pic->out, houses[side]);
    ink(pic, INK_PLAIN);
    text_char(pic->out, '\n');
}

/* A chain (B9) marks the squares of all its steps. */
void senet_draw(const lus_rules *r, const lus_pos *p, const lus_look *look,
                struct text *out)
{
    struct senet_picture pic = {.out = out, .look = look, .rules = r};
    pic.mask[pos_side(p)] = p->w[0];
    pic.mask[!pos_side(p)] = p->w[1];
    for (lus_move m = look->last; m; m >>= 16) {
        pic.from |= SENET_BIT(move_from(m, 0) & 31);
        pic.to |= SENET_BIT(move_to(m, 0) & 31);
        pic.left |= move_to(m, 0) == LUS_OFF;
    }
    for (int row = 0; row < 3; row++) {
        draw_wall(&pic, row);
        draw_row(&pic, row);
    }
    draw_wall(&pic, 3);
    draw_tray(&pic, 0);
    draw_tray(&pic, 1);
}
