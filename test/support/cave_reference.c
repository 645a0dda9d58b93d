/* SPDX-License-Identifier: MIT */
/* cave_reference.c - see cave_reference.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "support/cave_reference.h"

/* One answer: the rows from the top, 13 bits each (eight cells of three states), four a
   word; above them in the first word whether there is an entry, whose turn it is, the answer
   and whether the other side only blocks. */
struct entry {
    uint64_t word[2];
};
enum { ROW = 13, ENTRY = 63, TURN = 62, ANSWER = 61, BLOCKS = 60 };

struct cave_reference {
    int size, length, lines;
    uint64_t line[256];
    int through[64], of_cell[64][24]; /* lines by cell */
    uint64_t ternary[256];            /* digits 0 and 1 by bits */
    unsigned mirrored[256];
    struct entry *map;
    uint64_t room, known;
};

/* ---- the rules ---- */

static void add_line(struct cave_reference *j, int row, int column, int down, int right)
{
    int last = j->length - 1, to_row = row + last * down, to = column + last * right;
    if (to_row >= j->size || to < 0 || to >= j->size)
        return;
    for (int i = 0; i <= last; i++) {
        int cell = (row + i * down) * j->size + column + i * right;
        j->line[j->lines] |= UINT64_C(1) << cell;
        j->of_cell[cell][j->through[cell]++] = j->lines;
    }
    j->lines++;
}

static void find_lines(struct cave_reference *j)
{
    for (int row = 0; row < j->size; row++)
        for (int column = 0; column < j->size; column++) {
            add_line(j, row, column, 0, 1);
            add_line(j, row, column, 1, 0);
            add_line(j, row, column, 1, 1);
            add_line(j, row, column, 1, -1);
        }
}

/* M3 */
static bool has_line(const struct cave_reference *j, uint64_t bricks)
{
    for (int i = 0; i < j->lines; i++)
        if ((bricks & j->line[i]) == j->line[i])
            return true;
    return false;
}

static bool makes_line(const struct cave_reference *j, uint64_t bricks, int cell)
{
    for (int i = 0; i < j->through[cell]; i++)
        if (!(j->line[j->of_cell[cell][i]] & ~(bricks | UINT64_C(1) << cell)))
            return true;
    return false;
}

/* Can this side still have a line? */
static bool has_hope(const struct cave_reference *j, uint64_t other)
{
    for (int i = 0; i < j->lines; i++)
        if (!(j->line[i] & other))
            return true;
    return false;
}

/* M2: the ends of the gap of each row. */
static int legal(const struct cave_reference *j, uint64_t full, int cells[16])
{
    int n = 0;
    for (int row = 0; row < j->size; row++) {
        int left = row * j->size, right = left + j->size - 1;
        while (left <= right && full >> left & 1)
            left++;
        while (left <= right && full >> right & 1)
            right--;
        if (left <= right)
            cells[n++] = left;
        if (left < right)
            cells[n++] = right;
    }
    return n;
}

/* ---- the map ---- */

static unsigned row_of(const struct cave_reference *j, uint64_t bricks, int row)
{
    return (unsigned)(bricks >> row * j->size) & ((1u << j->size) - 1);
}

static void keep_least(struct entry *least, const uint64_t *rows, int size, bool turned)
{
    struct entry e = {{0}};
    for (int i = 0; i < size; i++)
        e.word[i / 4] |= rows[turned ? size - 1 - i : i] << ROW * (i % 4);
    if (e.word[0] < least->word[0] ||
        (e.word[0] == least->word[0] && e.word[1] < least->word[1]))
        *least = e;
}

static struct entry entry_of(const struct cave_reference *j, uint64_t asker,
                             uint64_t other, bool turn)
{
    struct entry least = {{UINT64_MAX, UINT64_MAX}};
    uint64_t rows[8], images[8];
    for (int i = 0; i < j->size; i++) {
        unsigned a = row_of(j, asker, i), b = row_of(j, other, i);
        rows[i] = j->ternary[a] + 2 * j->ternary[b];
        images[i] = j->ternary[j->mirrored[a]] + 2 * j->ternary[j->mirrored[b]];
    }
    keep_least(&least, rows, j->size, false);
    keep_least(&least, rows, j->size, true);
    keep_least(&least, images, j->size, false);
    keep_least(&least, images, j->size, true);
    least.word[0] |= UINT64_C(1) << ENTRY | (uint64_t)turn << TURN;
    return least;
}

static struct entry *entry_slot(struct cave_reference *j, struct entry e)
{
    uint64_t at = (e.word[0] * UINT64_C(0x9e3779b97f4a7c15)) ^ e.word[1];
    at = (at ^ at >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    for (at ^= at >> 32;; at++) {
        struct entry *there = &j->map[at & (j->room - 1)];
        uint64_t word = there->word[0] & ~(UINT64_C(1) << ANSWER);
        if (!there->word[0] || (word == e.word[0] && there->word[1] == e.word[1]))
            return there;
    }
}

static void make_room(struct cave_reference *j)
{
    struct entry *old = j->map;
    uint64_t room = j->room;
    j->room = room ? 2 * room : 1 << 16;
    j->map = calloc(j->room, sizeof *j->map);
    assert_non_null(j->map);
    for (uint64_t i = 0; i < room; i++)
        if (old[i].word[0]) {
            struct entry e = old[i];
            e.word[0] &= ~(UINT64_C(1) << ANSWER);
            *entry_slot(j, e) = old[i];
        }
    free(old);
}

static void keep(struct cave_reference *j, struct entry e, bool answer)
{
    if (j->known >= j->room / 4 * 3)
        make_room(j);
    struct entry *there = entry_slot(j, e);
    j->known += !there->word[0];
    e.word[0] |= (uint64_t)answer << ANSWER;
    *there = e;
}

/* ---- the two questions ---- */

/* Where the asker's lines grow: both sides want that cell. */
static int worth(const struct cave_reference *j, uint64_t asker, uint64_t other, int cell)
{
    int sum = 0;
    for (int i = 0; i < j->through[cell]; i++) {
        uint64_t line = j->line[j->of_cell[cell][i]];
        if (!(line & other))
            sum += 1 << 3 * __builtin_popcountll(line & asker);
    }
    return sum;
}

/* The cells, those where the side that waits would win before all others. */
static int in_order(const struct cave_reference *j, uint64_t asker, uint64_t other,
                    bool turn, int cells[16])
{
    int n = legal(j, asker | other, cells), value[16];
    for (int i = 0; i < n; i++) {
        int cell = cells[i], at = i, v = worth(j, asker, other, cell);
        if (makes_line(j, turn ? other : asker, cell))
            v = 1 << 30;
        for (; at > 0 && value[at - 1] < v; at--) {
            value[at] = value[at - 1];
            cells[at] = cells[at - 1];
        }
        value[at] = v;
        cells[at] = cell;
    }
    return n;
}

/* Does the asker win?  `turn`: it is the asker's.  `blocks`: lines of the other side do not
   count. */
static bool ask(struct cave_reference *j, uint64_t asker, uint64_t other, bool turn,
                bool blocks)
{
    int cells[16], n = in_order(j, asker, other, turn, cells);
    for (int i = 0; i < n; i++)
        if ((turn || !blocks) && makes_line(j, turn ? asker : other, cells[i]))
            return turn;
    if (n == 0 || !has_hope(j, other))
        return false; /* M4 */
    struct entry e = entry_of(j, asker, other, turn);
    e.word[0] |= (uint64_t)blocks << BLOCKS;
    struct entry *there = entry_slot(j, e);
    if (there->word[0])
        return there->word[0] >> ANSWER & 1;
    bool answer = !turn;
    for (int i = 0; i < n && answer != turn; i++) {
        uint64_t cell = UINT64_C(1) << cells[i];
        answer =
            ask(j, asker | (turn ? cell : 0), other | (turn ? 0 : cell), !turn, blocks);
    }
    keep(j, e, answer);
    return answer;
}

/* The bricks of the side to move and of the other side. */
static void read_text(const struct cave_reference *j, const char *text, uint64_t *own,
                      uint64_t *enemy)
{
    uint64_t x = 0, o = 0;
    int cell = 0;
    for (; *text; text++) {
        if (*text >= '1' && *text <= '8')
            cell += *text - '0';
        else if (*text != '/')
            *(*text == 'x' ? &x : &o) |= UINT64_C(1) << cell++;
    }
    assert_int_equal(cell, j->size * j->size);
    bool even = __builtin_popcountll(x) == __builtin_popcountll(o);
    *own = even ? x : o;
    *enemy = even ? o : x;
}

int cave_reference_value(struct cave_reference *j, const char *text)
{
    uint64_t own, enemy;
    read_text(j, text, &own, &enemy);
    if (has_line(j, enemy))
        return -1;
    return ask(j, own, enemy, true, false)    ? 1
           : ask(j, enemy, own, false, false) ? -1
                                              : 0;
}

bool cave_reference_forces(struct cave_reference *j, const char *text, bool by_mover)
{
    uint64_t own, enemy;
    read_text(j, text, &own, &enemy);
    return by_mover ? ask(j, own, enemy, true, true) : ask(j, enemy, own, false, true);
}

/* ---- all boards ---- */

struct listing {
    const struct cave_reference *j;
    cave_reference_visit *see;
    void *arg;
};

static void write_text(int size, uint64_t x, uint64_t o, char *text)
{
    for (int cell = 0; cell < size * size; cell++) {
        uint64_t bit = UINT64_C(1) << cell;
        if (cell && cell % size == 0)
            *text++ = '/';
        if ((x | o) & bit)
            *text++ = x & bit ? 'x' : 'o';
        else if (cell % size && text[-1] >= '1' && text[-1] <= '8')
            text[-1]++;
        else
            *text++ = '1';
    }
    *text = '\0';
}

/* The cells from this one on: nothing, x or o in each; in a row one gap at most. */
static void fill(const struct listing *l, int cell, int xs, int os, uint64_t x,
                 uint64_t o)
{
    const struct cave_reference *j = l->j;
    if (cell == j->size * j->size) {
        char text[80];
        if (xs || os)
            return;
        write_text(j->size, x, o, text);
        bool even = __builtin_popcountll(x) == __builtin_popcountll(o);
        l->see(l->arg, text, !has_line(j, even ? x : o));
        return;
    }
    /* A brick behind an empty cell is of the right run, and only bricks follow it. */
    int column = cell % j->size;
    uint64_t bit = UINT64_C(1) << cell, full = x | o;
    uint64_t row = full >> (cell - column) & ((UINT64_C(1) << column) - 1);
    bool right = column && row >> (column - 1) & 1 && row != (UINT64_C(1) << column) - 1;
    if (!right)
        fill(l, cell + 1, xs, os, x, o);
    if (xs)
        fill(l, cell + 1, xs - 1, os, x | bit, o);
    if (os)
        fill(l, cell + 1, xs, os - 1, x, o | bit);
}

void cave_reference_boards(const struct cave_reference *j, int bricks,
                           cave_reference_visit *see, void *arg)
{
    struct listing l = {j, see, arg};
    fill(&l, 0, bricks - bricks / 2, bricks / 2, 0, 0);
}

/* ---- */

struct cave_reference *cave_reference_new(int size, int length)
{
    struct cave_reference *j = calloc(1, sizeof *j);
    assert_non_null(j);
    j->size = size;
    j->length = length;
    find_lines(j);
    for (unsigned bits = 0; bits < 1u << size; bits++) {
        uint64_t power = 1;
        for (int i = 0; i < size; i++, power *= 3)
            if (bits >> i & 1) {
                j->ternary[bits] += power;
                j->mirrored[bits] |= 1u << (size - 1 - i);
            }
    }
    make_room(j);
    return j;
}

void cave_reference_free(struct cave_reference *j)
{
    free(j->map);
    free(j);
}

uint64_t cave_reference_solved(const struct cave_reference *j)
{
    return j->known;
}
