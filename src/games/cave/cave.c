/* SPDX-License-Identifier: MIT */
/* cave.c - texts, levels and the classic evaluation of Magnetic Cave.

   A position text lists the rows from the top, as in FEN: x, o and digits for empty cells.
   The side to move follows from the number of bricks, since x begins:

       8/8/8/x7/8/8/8/o6x        two x, one o: o is to move */
#include "games/cave/cave.h"

/* An older name of cave:standard: 8 x 8 cells, lines of 5. */
static const struct rules_alias aliases[] = {{"cave:8x5", 0}, {NULL, 0}};

const struct game_info cave_game = {
    .id = "cave",
    .title = "Magnetic Cave",
    .sets = cave_rules,
    .n_sets = sizeof cave_rules / sizeof cave_rules[0],
    .aliases = aliases,
    .protocol = "ugi",
};

/* Depth and noise in thousandths of the winning chances; measured in doc/strength.md. */
const struct level cave_levels[N_LEVELS] = {{1, 800}, {2, 300}, {2, 100},
                                            {2, 30},  {4, 20},  {8, 0}};
/* Only the full board was measured; grades of the study sizes use its losses. */
#define CAVE_LOSSES .inaccuracy = 50000, .loss = {159906, 76084, 51568, 19696, 14078, 0}
const struct level_strength cave_standard_strength = {
    CAVE_LOSSES, .measured = N_LEVELS - 1, .score = {734, 968, 838, 961, 818, 795}};
const struct level_strength cave_study_strength = {CAVE_LOSSES};

/* Eight bits a row on every board, so small boards use the upper left corner. */
static uint64_t cell(int row, int column)
{
    return UINT64_C(1) << (8 * row + column);
}

/* There is no score: a game is won, lost or drawn. */
void cave_score(const lus_rules *r, const lus_pos *p, int score[2])
{
    (void)r, (void)p;
    score[0] = score[1] = 0;
}

/* M2: at most one gap in a row.  The empty cells of a row are one run of bits if adding
   the lowest one carries out of all of them:

       one run    00111100 + 100 = 01000000    no common bit
       two runs   00110100 + 100 = 00111000    common bits */
static bool has_one_gap(const struct cave_set *c, uint64_t full, int row)
{
    uint64_t empty = (c->board & ~full) >> 8 * row & 0xff;
    return !(empty & (empty + (empty & -empty)));
}

/* The number of bricks decides the side to move; it has no line (M5). */
bool cave_valid(const lus_rules *r, const lus_pos *p)
{
    const struct cave_set *c = cave_set(r);
    uint64_t full = p->w[0] | p->w[1];
    if (full & ~c->board || p->w[0] & p->w[1] || p->w[2] || p->w[3] > 1 ||
        bits_count(p->w[1]) - bits_count(p->w[0]) != (int)p->w[3] ||
        cave_lines(c, p->w[0]))
        return false;
    for (int row = 0; row < c->size; row++)
        if (!has_one_gap(c, full, row))
            return false;
    return true;
}

/* ---- position text: rows from the top, x, o, digits for empty runs ---- */

/* One row; it has at most one gap (M2), so a second digit is always wrong. */
static int parse_row(const lus_rules *r, struct scan *s, int row, uint64_t mask[2])
{
    int size = cave_set(r)->size;
    bool gap = false;
    for (int column = 0; column < size;) {
        int c = scan_peek(s), empty = c - '0';
        if (c == 'x' || c == 'o') {
            mask[c == 'o'] |= cell(row, column++);
        } else if (c < '0' || c > '9') {
            return scan_expect(s, "'x', 'o' or a number of empty cells");
        } else if (gap) {
            return scan_expect(s, "at most one gap in a row (M2)");
        } else if (empty < 1 || empty > size - column) {
            return scan_expect(s, "a number of empty cells that fits the row");
        } else {
            gap = true;
            column += empty;
        }
        s->at++;
    }
    return 0;
}

/* The side to move is the one that has fewer bricks, or x.  The faults of M5 are reported at
   the row they concern. */
static int parse(const lus_rules *r, struct scan *s, lus_pos *p)
{
    const struct cave_set *c = cave_set(r);
    uint64_t mask[2] = {0}, lines;
    size_t row_at[8] = {s->at};
    for (int row = 0; row < c->size; row++) {
        if (row && !scan_take(s, '/'))
            return scan_expect(s, "'/' and the next row");
        row_at[row] = s->at;
        int status = parse_row(r, s, row, mask);
        if (status < 0)
            return status;
    }
    int more = bits_count(mask[0]) - bits_count(mask[1]);
    if (more != 0 && more != 1)
        return scan_fault(s, LUS_ETEXT, row_at[0], "as many x as o, or one more x (M5)");
    if ((lines = cave_lines(c, mask[more])))
        return scan_fault(s, LUS_ETEXT, row_at[__builtin_ctzll(lines) / 8],
                          "no line of the side to move (M5)");
    *p = (lus_pos){{mask[more], mask[!more], 0, (uint64_t)more}};
    return 0;
}

/* The bricks of x (side 0) or o. */
static uint64_t mask_of(const lus_pos *p, int side)
{
    return p->w[side != pos_side(p)];
}

/* "xoxxxxo1": the digit is written when its run of empty cells ends. */
static void format_row(const lus_rules *r, const lus_pos *p, int row, struct text *out)
{
    int empty = 0, size = cave_set(r)->size;
    for (int column = 0; column < size; column++) {
        bool x = mask_of(p, 0) & cell(row, column), o = mask_of(p, 1) & cell(row, column);
        empty += !x && !o;
        if (empty && (x || o || column == size - 1)) {
            text_int(out, empty);
            empty = 0;
        }
        if (x || o)
            text_char(out, r->sides[o]);
    }
}

static void format(const lus_rules *r, const lus_pos *p, struct text *out)
{
    for (int row = 0; row < cave_set(r)->size; row++) {
        if (row)
            text_char(out, '/');
        format_row(r, p, row, out);
    }
}

/* ---- moves: "C5", or "row col" as users may type it ---- */

/* Two spellings (M1): "C5" (column letter, rows from the bottom) and "3 2" (row from the top
   and column, both from 0). */
static int parse_move(const lus_rules *r, const lus_pos *p, struct scan *s, lus_move *m)
{
    int size = cave_set(r)->size, first = scan_peek(s), row, column;
    (void)p;
    if (first >= '0' && first <= '9') {
        row = scan_int(s, size - 1);
        if (row < 0)
            return scan_expect(s, "a row of the board, counted from 0 at the top (M1)");
        if (!scan_take(s, ' '))
            return scan_expect(s, "a space between row and column");
        column = scan_int(s, size - 1);
        if (column < 0)
            return scan_expect(s, "a column of the board, counted from 0 at the left");
    } else {
        column = first >= 'a' ? first - 'a' : first - 'A';
        if (column < 0 || column >= size)
            return scan_expect(s, "a cell such as A1, or row and column as two numbers");
        s->at++;
        size_t at = s->at;
        row = size - scan_int(s, size);
        if (row < 0 || row >= size)
            return scan_fault(s, LUS_ETEXT, at, "a row number, 1 at the bottom");
    }
    *m = move_step(8 * row + column + 1, 8 * row + column + 1);
    return 0;
}

static void format_move(const lus_rules *r, const lus_pos *p, lus_move m,
                        struct text *out)
{
    int bit = move_to(m, 0) - 1;
    (void)p;
    text_char(out, (char)('A' + bit % 8));
    text_int(out, cave_set(r)->size - bit / 8);
}

/* "win": completes a line; "block": prevents one of the enemy; "place": neither. */
static const char *kind(const lus_rules *r, const lus_pos *p, int throw, lus_move m)
{
    uint64_t brick = UINT64_C(1) << (move_to(m, 0) - 1);
    (void) throw;
    if (cave_lines(cave_set(r), p->w[0] | brick))
        return "win";
    return cave_lines(cave_set(r), p->w[1] | brick) ? "block" : "place";
}

/* Called with illegal moves only; a cell of the board that is empty can only break M2. */
static const char *refuse(const lus_rules *r, const lus_pos *p, int throw, lus_move m)
{
    int number = move_to(m, 0);
    (void) throw;
    if (m == LUS_PASS)
        return "M1: there is no passing";
    if (number < 1 || number > 64 || m != move_step(number, number) ||
        !(cave_set(r)->board >> (number - 1) & 1))
        return "M1: a move is one cell of the board";
    if ((p->w[0] | p->w[1]) >> (number - 1) & 1)
        return "M2: a brick lies on that cell";
    return "M2: a brick goes into an outer column or beside a brick in its row";
}

/* ---- the board: `row col` above and at the left, names below and at the right ---- */

/* A brick, or '+' for a cell where a brick may be placed; the last one in brackets. */
static void draw_cell(const lus_rules *r, const lus_pos *p, const lus_look *look,
                      uint64_t bit, struct text *out)
{
    bool last = __builtin_ctzll(bit) + 1 == move_to(look->last, 0);
    bool over = cave_result(r, p) != LUS_ONGOING;
    text_char(out, last ? '[' : ' ');
    if (mask_of(p, 0) & bit) {
        text_ink(out, look, INK_FIRST);
        text_symbol(out, look, "■", "x");
    } else if (mask_of(p, 1) & bit) {
        text_ink(out, look, INK_SECOND);
        text_symbol(out, look, "□", "o");
    } else {
        text_ink(out, look, INK_FAINT);
        text_str(out, cave_targets(r, p) & bit && !over ? "+" : ".");
    }
    text_ink(out, look, INK_PLAIN);
    text_char(out, last ? ']' : ' ');
}

/* "     0   1   2 ..." or "     A   B   C ...". */
static void draw_heads(int size, char first, struct text *out)
{
    text_str(out, "     ");
    for (int column = 0; column < size; column++) {
        text_char(out, (char)(first + column));
        text_str(out, column < size - 1 ? "   " : "\n");
    }
}

static void draw(const lus_rules *r, const lus_pos *p, const lus_look *look,
                 struct text *out)
{
    int size = cave_set(r)->size;
    draw_heads(size, '0', out);
    for (int row = 0; row < size; row++) {
        text_right(out, row, 2);
        for (int column = 0; column < size; column++) {
            text_str(out, column ? " " : "  ");
            draw_cell(r, p, look, cell(row, column), out);
        }
        text_right(out, size - row, 3);
        text_char(out, '\n');
    }
    draw_heads(size, 'A', out);
}

/* The number of lines that a side can still complete: they contain no enemy brick. */
static int open_lines(const struct cave_set *c, uint64_t enemy)
{
    uint64_t cells = c->board & ~enemy;
    return bits_count(cave_runs(cells, 1, c->length) & c->rights) +
           bits_count(cave_runs(cells, 8, c->length)) +
           bits_count(cave_runs(cells, 9, c->length) & c->rights) +
           bits_count(cave_runs(cells, 7, c->length) & c->lefts);
}

/* Phases by bricks: up to a quarter of the cells, up to a half.  Cells count from 1 along
   the rows from the top, eight to a row, as they do in a move. */
static void summarise(const lus_rules *r, const lus_pos *p, struct pos_summary *out)
{
    const struct cave_set *c = cave_set(r);
    int full = bits_count(p->w[0] | p->w[1]), cells = c->size * c->size;
    out->phase = 4 * full <= cells ? "opening" : 2 * full <= cells ? "middle" : "end";
    out->control = open_lines(c, p->w[1]) - open_lines(c, p->w[0]);
    summary_squares(out, p, 1);
}

/* Own bricks in a row behind a cell, in one direction. */
static int row_from(const lus_pos *p, int row, int column, int down, int right)
{
    int n = 0;
    for (row += down, column += right;
         (row & 7) == row && (column & 7) == column && p->w[0] >> (8 * row + column) & 1;
         row += down, column += right)
        n++;
    return n;
}

/* The longest row the brick is part of. */
static const char *special_effect(const lus_rules *r, const lus_pos *p, int throw,
                                  lus_move m)
{
    static const int way[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    static const char *const phrase[] = {NULL,
                                         NULL,
                                         "makes two in a row",
                                         "makes three in a row",
                                         "makes four in a row",
                                         "makes five in a row"};
    int row = (move_to(m, 0) - 1) / 8, column = (move_to(m, 0) - 1) % 8, longest = 1;
    (void) throw;
    for (int i = 0; i < 4; i++) {
        int down = way[i][0], right = way[i][1];
        int n = 1 + row_from(p, row, column, down, right) +
                row_from(p, row, column, -down, -right);
        longest = n > longest ? n : longest;
    }
    return longest < cave_set(r)->length ? phrase[longest] : NULL;
}

const struct game_text cave_text = {
    .parse = parse,
    .format = format,
    .parse_move = parse_move,
    .format_move = format_move,
    .kind = kind,
    .refuse = refuse,
    .draw = draw,
    .scene = cave_scene,
    .square_centre = cave_square_centre,
    .motions = cave_motions,
    .summarise = summarise,
    .special_effect = special_effect,
    .first_label = 1,
};

/* Own bits minus enemy bits of three masks, or of one. */
static int ahead(const cave_both *mask, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += bits_count(mask[i][0]) - bits_count(mask[i][1]);
    return sum;
}

/* The features that cave_evaluate adds up. */
static void count_features(const lus_rules *r, const lus_pos *p, int count[MAX_FEATURES])
{
    const struct cave_set *c = cave_set(r);
    struct cave_counts n = cave_count_windows(c, c->length, p);
    cave_both reached = n.threats & cave_targets(r, p), other = n.threats & ~reached;
    count[0] = ahead(n.four, 3);
    count[1] = ahead(n.three, 3);
    count[2] = ahead(n.two, 3);
    count[3] = ahead(&other, 1);
    count[4] = ahead(&reached, 1);
}

const struct eval_features cave_features = {5,
                                            {"open windows with four empty cells",
                                             "with three", "with two",
                                             "threats out of reach", "within reach"},
                                            count_features};

/* ---- the classic evaluation: 10 points for each window of three own bricks, 5 for each
   window of two, own minus enemy; a lost game is -100,000 ---- */

/* The number of windows of `length` own bricks.  A window is found at its first cell, where
   `length` cells must fit; c->rights and c->lefts are for whole lines, so the masks are
   computed here. */
static int windows(const struct cave_set *c, uint64_t own, int length)
{
    uint64_t rights = CAVE_ROWS(8, CAVE_SPAN(0, c->size - length));
    uint64_t lefts = CAVE_ROWS(8, CAVE_SPAN(length - 1, c->size - 1));
    return bits_count(cave_runs(own, 1, length) & rights) +
           bits_count(cave_runs(own, 8, length)) +
           bits_count(cave_runs(own, 9, length) & rights) +
           bits_count(cave_runs(own, 7, length) & lefts);
}

/* A run of n bricks has n - 2 windows of three and n - 1 of two, so a run of four counts
   2 x 10 + 3 x 5 = 35. */
static int side_score(const struct cave_set *c, uint64_t own)
{
    return 10 * windows(c, own, 3) + 5 * windows(c, own, 2);
}

/* The original program's evaluation; a draw and an equal position are 0. */
int cave_classic(const lus_rules *r, const lus_pos *p, int me)
{
    const struct cave_set *c = cave_set(r);
    int value = 0;
    switch (cave_result(r, p)) {
    case LUS_LOSS:
        value = -100000;
        break;
    case LUS_ONGOING:
        value = side_score(c, p->w[0]) - side_score(c, p->w[1]);
        break;
    }
    return me ? -value : value;
}
