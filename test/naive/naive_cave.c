/* SPDX-License-Identifier: MIT */
/* naive_cave.c - reference rules of Magnetic Cave: n x n cells 'x', 'o', '-', row 0 at
   the top, k in a row. */
#include "naive_game.h"

#include <string.h>

struct naive_cave_board {
    int size, length; /* n, k */
    char cell[8][8];
};

/* "standard" or "NxK". */
static int set_size(const char *name, struct naive_cave_board *b)
{
    if (name[0] == '\0' || strcmp(name, "standard") == 0)
        name = "8x5";
    if (strlen(name) != 3 || name[1] != 'x')
        return -1;
    b->size = name[0] - '0';
    b->length = name[2] - '0';
    int longest = b->size == 6 ? 6 : 5;
    return b->size >= 5 && b->size <= 8 && b->length >= 3 && b->length <= longest ? 0
                                                                                  : -1;
}

static int bricks(const struct naive_cave_board *b, char colour)
{
    int count = 0;
    for (int row = 0; row < b->size; row++)
        for (int col = 0; col < b->size; col++)
            count += b->cell[row][col] == colour;
    return count;
}

/* M1: x begins. */
static char to_move(const struct naive_cave_board *b)
{
    return bricks(b, 'x') == bricks(b, 'o') ? 'x' : 'o';
}

static int is_inside(const struct naive_cave_board *b, int row, int col)
{
    return row >= 0 && row < b->size && col >= 0 && col < b->size;
}

/* Are there `length` own bricks from this cell on in this direction? */
static int line_from(const struct naive_cave_board *b, char colour, int row, int col,
                     int down, int right)
{
    for (int i = 0; i < b->length; i++) {
        int r = row + i * down, c = col + i * right;
        if (!is_inside(b, r, c) || b->cell[r][c] != colour)
            return 0;
    }
    return 1;
}

/* M3 */
static int has_line(const struct naive_cave_board *b, char colour)
{
    for (int row = 0; row < b->size; row++)
        for (int col = 0; col < b->size; col++)
            if (line_from(b, colour, row, col, 0, 1) ||
                line_from(b, colour, row, col, 1, 0) ||
                line_from(b, colour, row, col, 1, 1) ||
                line_from(b, colour, row, col, 1, -1))
                return 1;
    return 0;
}

/* M2 */
static int is_legal(const struct naive_cave_board *b, int row, int col)
{
    if (b->cell[row][col] != '-')
        return 0;
    if (col == 0 || col == b->size - 1)
        return 1;
    return b->cell[row][col - 1] != '-' || b->cell[row][col + 1] != '-';
}

static void format(const struct naive_cave_board *b, char *text)
{
    for (int row = 0; row < b->size; row++) {
        int empty = 0;
        if (row > 0)
            *text++ = '/';
        for (int col = 0; col < b->size; col++) {
            if (b->cell[row][col] == '-')
                empty++;
            if (empty > 0 && (b->cell[row][col] != '-' || col == b->size - 1)) {
                *text++ = (char)('0' + empty);
                empty = 0;
            }
            if (b->cell[row][col] != '-')
                *text++ = b->cell[row][col];
        }
    }
    *text = '\0';
}

/* One row up to '/' or the end; returns what follows, NULL if it does not fit. */
static const char *read_row(const char *text, int size, char *cell)
{
    int col = 0;
    for (; *text != '\0' && *text != '/'; text++) {
        int empty = *text >= '1' && *text <= '8' ? *text - '0' : 0;
        if (empty == 0 && *text != 'x' && *text != 'o')
            return NULL;
        if (col + (empty ? empty : 1) > size)
            return NULL;
        if (empty == 0)
            cell[col++] = *text;
        while (empty-- > 0)
            cell[col++] = '-';
    }
    return col == size ? text : NULL;
}

/* M2: at most one gap in a row. */
static int row_is_sound(const struct naive_cave_board *b, int row)
{
    int gaps = 0;
    for (int col = 0; col < b->size; col++)
        if (b->cell[row][col] == '-' && (col == 0 || b->cell[row][col - 1] != '-'))
            gaps++;
    return gaps <= 1;
}

/* M5 */
static int is_sound(const struct naive_cave_board *b)
{
    int more = bricks(b, 'x') - bricks(b, 'o');
    for (int row = 0; row < b->size; row++)
        if (!row_is_sound(b, row))
            return 0;
    return (more == 0 || more == 1) && !has_line(b, to_move(b));
}

static int parse(const char *name, const char *text, struct naive_cave_board *b)
{
    char again[NAIVE_TEXT];
    const char *at = text;
    if (set_size(name, b) < 0)
        return -1;
    for (int row = 0; row < b->size; row++) {
        if (row > 0 && *at++ != '/')
            return -1;
        at = read_row(at, b->size, b->cell[row]);
        if (!at)
            return -1;
    }
    if (*at != '\0' || !is_sound(b))
        return -1;
    format(b, again);
    return strcmp(text, again) == 0 ? 0 : -1;
}

static int moves(const char *name, const char *position, int throw,
                 struct naive_move *out, char *pass_after)
{
    struct naive_cave_board b;
    int count = 0;
    (void) throw;
    if (parse(name, position, &b) < 0)
        return -1;
    strcpy(pass_after, position);
    if (has_line(&b, 'x') || has_line(&b, 'o'))
        return 0;
    for (int row = 0; row < b.size; row++) {
        for (int col = 0; col < b.size; col++) {
            if (!is_legal(&b, row, col))
                continue;
            struct naive_cave_board after = b;
            after.cell[row][col] = to_move(&b);
            out[count].move[0] = (char)('A' + col);
            out[count].move[1] = (char)('0' + b.size - row);
            out[count].move[2] = '\0';
            format(&after, out[count++].after);
        }
    }
    return count;
}

static int result(const char *name, const char *position, char *text)
{
    struct naive_cave_board b;
    if (parse(name, position, &b) < 0)
        return -1;
    text[0] = '\0';
    if (has_line(&b, 'x'))
        strcpy(text, "x");
    else if (has_line(&b, 'o'))
        strcpy(text, "o");
    else if (bricks(&b, '-') == 0)
        strcpy(text, "draw"); /* M4 */
    return 0;
}

static int throws(const char *name, int *values, int *weights)
{
    struct naive_cave_board b;
    values[0] = 0;
    weights[0] = 1;
    return set_size(name, &b) < 0 ? -1 : 1;
}

static int start(const char *name, char *position)
{
    struct naive_cave_board b;
    if (set_size(name, &b) < 0)
        return -1;
    memset(b.cell, '-', sizeof b.cell);
    format(&b, position);
    return 0;
}

/* Bricks of one colour in a row through a cell, in one direction and its opposite. */
static int row_through(const struct naive_cave_board *b, int row, int col, int down,
                       int right)
{
    char colour = b->cell[row][col];
    int count = 0;
    while (is_inside(b, row - down, col - right) &&
           b->cell[row - down][col - right] == colour)
        row -= down, col -= right;
    for (; is_inside(b, row, col) && b->cell[row][col] == colour; row += down)
        count++, col += right;
    return count;
}

static void special(const char *name, const char *position, const struct naive_move *move,
                    char *text)
{
    static const char *const word[] = {"",
                                       "",
                                       "makes two in a row",
                                       "makes three in a row",
                                       "makes four in a row",
                                       "makes five in a row"};
    static const int way[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    struct naive_cave_board b;
    int longest = 0;
    (void)position;
    if (parse(name, move->after, &b) < 0)
        return;
    int col = move->move[0] - 'A', row = b.size - (move->move[1] - '0');
    for (int i = 0; i < 4; i++) {
        int count = row_through(&b, row, col, way[i][0], way[i][1]);
        longest = count > longest ? count : longest;
    }
    if (longest < b.length)
        strcpy(text, word[longest]);
}

const struct naive_game naive_cave = {moves, result, throws, start,
                                      NULL,  NULL,   NULL,   special};
