/* SPDX-License-Identifier: MIT */
/* awari_board.c - see awari_board.h.

   A set-up file has three lines of numbers, separated by blanks.  The start:

       0 0                South's store, North's store
       4 4 4 4 4 4        South's pits A..F
       4 4 4 4 4 4        North's pits a..f

   Empty lines may follow.  At most 48 stones in all, at least one. */
#include "games/awari/awari.h"
#include "games/awari/awari_board.h"

void awari_counts(const lus_pos *p, uint8_t count[AWARI_COUNTS])
{
    int side = pos_side(p);
    for (int i = 0; i < AWARI_PITS; i++) {
        count[i] = (uint8_t)(p->w[side] >> 8 * i);
        count[AWARI_PITS + i] = (uint8_t)(p->w[!side] >> 8 * i);
    }
    count[12] = (uint8_t)awari_store(p, side);
    count[13] = (uint8_t)awari_store(p, !side);
}

void awari_set_up(const uint8_t count[AWARI_COUNTS], lus_pos *p)
{
    *p = (lus_pos){{0, 0, count[12] | (uint64_t)count[13] << 8, 0}};
    for (int i = 0; i < AWARI_PITS; i++) {
        p->w[0] |= (uint64_t)count[i] << 8 * i;
        p->w[1] |= (uint64_t)count[AWARI_PITS + i] << 8 * i;
    }
}

/* ---- the set-up file ---- */

/* The three lines: where their counts go, and the messages for a faulty line. */
static const struct setup_line {
    int first, n;
    const char *number, *end;
} lines[] = {
    {12, 2, "line 1: the stones in South's and North's store, at most 48 in all",
     "line 1: its end after the two stores"},
    {0, 6, "line 2: the stones in South's six pits A..F, at most 48 in all",
     "line 2: its end after South's six pits"},
    {6, 6, "line 3: the stones in North's six pits a..f, at most 48 in all",
     "line 3: its end after North's six pits"},
};

static bool skip_blanks(struct scan *s)
{
    size_t at = s->at;
    while (scan_take(s, ' ') || scan_take(s, '\t'))
        continue;
    return s->at > at;
}

/* Blanks, then LF, CR LF or the end of the text. */
static bool end_of_line(struct scan *s)
{
    skip_blanks(s);
    if (scan_take(s, '\r'))
        return scan_take(s, '\n');
    return scan_take(s, '\n') || scan_peek(s) < 0;
}

/* Reads the counts of one line; *left is the number of stones not yet used. */
static int read_line(struct scan *s, const struct setup_line *l, uint8_t *count,
                     int *left)
{
    for (int i = 0; i < l->n; i++) {
        bool apart = i == 0 || skip_blanks(s);
        int n = apart ? scan_int(s, *left) : -1;
        if (n < 0)
            return scan_expect(s, l->number);
        count[l->first + i] = (uint8_t)n;
        *left -= n;
    }
    return end_of_line(s) ? 0 : scan_expect(s, l->end);
}

int awari_setup_read(const lus_rules *r, struct scan *s, lus_pos *p)
{
    uint8_t count[AWARI_COUNTS];
    int left = AWARI_STONES;
    (void)r;
    for (int i = 0; i < 3; i++) {
        int status = read_line(s, &lines[i], count, &left);
        if (status < 0)
            return status;
    }
    if (left == AWARI_STONES)
        return scan_fault(s, LUS_ETEXT, 0, "line 1: at least one stone on the board");
    while (scan_peek(s) >= 0)
        if (!end_of_line(s))
            return scan_expect(s, "after line 3: the end of the file");
    awari_set_up(count, p);
    return 0;
}

/* The file does not contain the side to move, so it must be South. */
int awari_setup_write(const lus_rules *r, const lus_pos *p, struct text *out)
{
    uint8_t count[AWARI_COUNTS];
    (void)r;
    if (pos_side(p))
        return LUS_ESTATE;
    awari_counts(p, count);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < lines[i].n; k++) {
            text_int(out, count[lines[i].first + k]);
            text_char(out, k + 1 < lines[i].n ? ' ' : '\n');
        }
    return 0;
}
