/* SPDX-License-Identifier: MIT */
/* ur_draw.c - the board of Ur as text, 7 lines of at most 60 columns (see ur.h).

         +-4-+-3-+-2-+-1-+       +14-+13-+
         | * |   | L |   |       | * |   |  L Light  hand 5  home 1
         +-5-+-6-+-7-+-8-+-9-+10-+11-+12-+
         |   | D |   |*L*|   |   |[D]|   |
         +-4-+-3-+-2-+-1-+---+---+14-+13-+
         | * |   |   |   |       | * |   |  D Dark   hand 6  home 0
         +---+---+---+---+       +---+---+

   The number of a square stands in the wall above it: Light's in the upper row,
   Dark's in the lower, in the shared one those of the side to move, because its player
   types them.  `*` is a rosette, [D] the last move, home[1] if it left the board. */
#include <string.h>
#include "games/ur/ur.h"

/* What all drawing functions need. */
struct ur_picture {
    struct text *out;
    const lus_look *look;
    const struct ur_set *set;
    uint64_t mask[2]; /* of Light and Dark */
    int hand[2], home[2];
    int side, length; /* the side to move; tiles of the longest row */
};

/* A tile of the board; shared tiles have a square of both paths. */
struct ur_tile {
    int square[2]; /* of Light's and Dark's path, 0: none */
    bool exists;
};

/* Row 'A', 'B' or 'C' from the top, column 1..12 from the left; 12 is 'c' in a path. */
static struct ur_tile tile_at(const struct ur_picture *pic, char row, int column)
{
    struct ur_tile t = {.exists = false};
    char mirror = (char)('A' + 'C' - row);
    char digit = (char)(column < 10 ? '0' + column : 'a' + column - 10);
    for (int s = 1; column && s <= pic->set->length; s++) {
        const char *name = pic->set->path + 2 * (s - 1);
        if (name[1] == digit && name[0] == row)
            t.square[0] = s;
        if (name[1] == digit && name[0] == mirror)
            t.square[1] = s;
    }
    t.exists = t.square[0] || t.square[1];
    return t;
}

static void faint(const struct ur_picture *pic, const char *unicode, const char *ascii)
{
    text_ink(pic->out, pic->look, INK_FAINT);
    text_symbol(pic->out, pic->look, unicode, ascii);
    text_ink(pic->out, pic->look, INK_PLAIN);
}

/* ---- walls ---- */

/* The joint left of `column`, between the rows above and below: by which of its four
   walls exist, up 1, down 2, left 4, right 8. */
static void draw_joint(const struct ur_picture *pic, char above, char below, int column)
{
    static const char *const joints[] = {" ", "│", "│", "│", "─", "┘", "┐", "┤",
                                         "─", "└", "┌", "├", "─", "┴", "┬", "┼"};
    bool up =
        tile_at(pic, above, column - 1).exists || tile_at(pic, above, column).exists;
    bool down =
        tile_at(pic, below, column - 1).exists || tile_at(pic, below, column).exists;
    bool left =
        tile_at(pic, above, column - 1).exists || tile_at(pic, below, column - 1).exists;
    bool right = tile_at(pic, above, column).exists || tile_at(pic, below, column).exists;
    int walls = (up ? 1 : 0) + (down ? 2 : 0) + (left ? 4 : 0) + (right ? 8 : 0);
    faint(pic, joints[walls], walls ? "+" : " ");
}

/* The number of the tile below in the wall above it, or the wall alone. */
static void draw_number(const struct ur_picture *pic, struct ur_tile below)
{
    int square =
        below.square[pic->side] ? below.square[pic->side] : below.square[!pic->side];
    if (!square) {
        faint(pic, "───", "---");
        return;
    }
    if (square < 10)
        faint(pic, "─", "-");
    text_int(pic->out, square);
    faint(pic, "─", "-");
}

/* The wall between two rows, as long as the longer of the two; '-' means none. */
static void draw_wall(const struct ur_picture *pic, char above, char below)
{
    int last = pic->length;
    while (!tile_at(pic, above, last).exists && !tile_at(pic, below, last).exists)
        last--;
    text_str(pic->out, "  ");
    for (int column = 1; column <= last; column++) {
        draw_joint(pic, above, below, column);
        if (tile_at(pic, above, column).exists || tile_at(pic, below, column).exists)
            draw_number(pic, tile_at(pic, below, column));
        else
            text_str(pic->out, "   ");
    }
    draw_joint(pic, above, below, last + 1);
    text_char(pic->out, '\n');
}

/* ---- tiles ---- */

static void draw_piece(const struct ur_picture *pic, int side)
{
    text_ink(pic->out, pic->look, side ? INK_SECOND : INK_FIRST);
    text_symbol(pic->out, pic->look, side ? "●" : "○", side ? "D" : "L");
    text_ink(pic->out, pic->look, INK_PLAIN);
}

/* The character left or right of a piece: a bracket of the last move, a rosette, a blank. */
static void draw_beside(const struct ur_picture *pic, bool last, bool rosette,
                        char bracket)
{
    text_ink(pic->out, pic->look, last ? INK_BOLD : INK_MARK);
    if (last)
        text_char(pic->out, bracket);
    else if (rosette)
        text_symbol(pic->out, pic->look, "✿", "*");
    else
        text_char(pic->out, ' ');
    text_ink(pic->out, pic->look, INK_PLAIN);
}

static void draw_tile(const struct ur_picture *pic, struct ur_tile t)
{
    const lus_look *look = pic->look;
    int light = t.square[0], dark = t.square[1], owner = -1;
    bool rosette = pic->set->rosettes & UR_BIT(light ? light : dark);
    if (light && pic->mask[0] & UR_BIT(light))
        owner = 0;
    if (dark && pic->mask[1] & UR_BIT(dark))
        owner = 1;
    bool last = look->last && owner == look->last_side &&
                move_to(look->last, 0) == t.square[look->last_side];
    draw_beside(pic, last, rosette && owner >= 0, '[');
    if (owner >= 0)
        draw_piece(pic, owner);
    else
        draw_beside(pic, false, rosette, ' ');
    draw_beside(pic, last, rosette && owner >= 0, ']');
}

/* ---- the board ---- */

static void draw_tray(const struct ur_picture *pic, int side)
{
    text_str(pic->out, "  ");
    draw_piece(pic, side);
    text_str(pic->out, side ? " Dark   hand " : " Light  hand ");
    text_int(pic->out, pic->hand[side]);
    bool off = move_to(pic->look->last, 0) == LUS_OFF && pic->look->last_side == side;
    text_str(pic->out, off ? " home[" : "  home ");
    text_int(pic->out, pic->home[side]);
    text_str(pic->out, off ? "]" : "");
}

/* The tiles of a row up to the last one, then the tray of the side that owns it. */
static void draw_row(const struct ur_picture *pic, char row)
{
    int last = pic->length;
    while (!tile_at(pic, row, last).exists)
        last--;
    text_str(pic->out, "  ");
    for (int column = 1; column <= last; column++) {
        struct ur_tile t = tile_at(pic, row, column);
        bool wall = t.exists || tile_at(pic, row, column - 1).exists;
        faint(pic, wall ? "│" : " ", wall ? "|" : " ");
        if (t.exists)
            draw_tile(pic, t);
        else
            text_str(pic->out, "   ");
    }
    faint(pic, "│", "|");
    if (row != 'B')
        draw_tray(pic, row == 'C');
    text_char(pic->out, '\n');
}

void ur_draw(const lus_rules *r, const lus_pos *p, const lus_look *look, struct text *out)
{
    struct ur_picture pic = {.out = out, .look = look, .set = ur_set(r)};
    pic.side = pos_side(p);
    pic.mask[pic.side] = p->w[0];
    pic.mask[!pic.side] = p->w[1];
    pic.hand[pic.side] = (int)(p->w[2] & 0xff);
    pic.hand[!pic.side] = (int)(p->w[2] >> 8 & 0xff);
    lus_score(r, p, pic.home);
    pic.length = strstr(pic.set->path, "Bc") ? 12 : 8;
    draw_wall(&pic, '-', 'A');
    for (char row = 'A'; row <= 'C'; row++) {
        draw_row(&pic, row);
        draw_wall(&pic, row, row == 'C' ? '-' : (char)(row + 1));
    }
}
