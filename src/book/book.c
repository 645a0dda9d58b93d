/* SPDX-License-Identifier: MIT */
/* book.c - see book.h: the entries, their values, the choice of a move. */
#include <stdlib.h>
#include <string.h>
#include "book/book.h"
#include "core/hash.h"
#include "search/value.h"

void book_free(struct book *b)
{
    if (b)
        free(b->entry);
    free(b);
}

/* ---- entries ----

   Sorted by the bytes of the position.  An entry has 1.4 KB, mostly room for the moves of other
   games: 2 MB for 1,500 positions, once per process. */

/* The first entry that is not before the position. */
static int lower_bound(const struct book *b, const lus_pos *p)
{
    int low = 0, high = b->n;
    while (low < high) {
        int mid = low + (high - low) / 2;
        if (memcmp(&b->entry[mid].pos, p, sizeof *p) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

int book_find(const struct book *b, const lus_pos *p)
{
    int at = lower_bound(b, p);
    return at < b->n && !memcmp(&b->entry[at].pos, p, sizeof *p) ? at : -1;
}

int book_add(struct book *b, const struct book_entry *e)
{
    if (b->n == b->cap) {
        int cap = b->cap ? 2 * b->cap : 64;
        struct book_entry *more = realloc(b->entry, (size_t)cap * sizeof *more);
        if (!more)
            return LUS_EMEMORY;
        b->entry = more;
        b->cap = cap;
    }
    int at = lower_bound(b, &e->pos);
    memmove(b->entry + at + 1, b->entry + at, (size_t)(b->n - at) * sizeof *e);
    b->entry[at] = *e;
    b->n++;
    return 0;
}

/* ---- values ---- */

int book_best(const struct book_entry *e)
{
    int best = e->value[0];
    for (int i = 1; i < e->n; i++)
        best = e->value[i] > best ? e->value[i] : best;
    return best;
}

/* Only a position farther from the start is a successor: there are no cycles. */
static void link_moves(const struct book *b, struct book_entry *e)
{
    for (int i = 0; i < e->n; i++) {
        lus_pos after = e->pos;
        b->rules->play(b->rules, &after, 0, e->move[i]);
        int at = book_find(b, &after);
        e->known[i] = at >= 0;
        e->next[i] = at >= 0 && b->entry[at].ply > e->ply ? at : -1;
    }
}

/* From the farthest positions to the start.  Both sides have the same number of turns. */
void book_link(struct book *b)
{
    int farthest = 0;
    for (int i = 0; i < b->n; i++) {
        link_moves(b, &b->entry[i]);
        farthest = b->entry[i].ply > farthest ? b->entry[i].ply : farthest;
    }
    for (int ply = farthest; ply >= 0; ply--)
        for (int i = 0; i < b->n; i++) {
            struct book_entry *e = &b->entry[i];
            for (int m = 0; e->ply == ply && m < e->n; m++)
                e->value[m] =
                    e->next[m] >= 0 ? -book_best(&b->entry[e->next[m]]) : e->searched[m];
        }
}

/* ---- choosing ---- */

int book_margin(const lus_rules *r)
{
    return r->score_counts ? VALUE_STONE / 4 : VALUE_WIN / 100;
}

/* The hash includes the position, so that a seed does not choose the first move everywhere. */
bool book_choose(const struct book *b, const lus_game *g, uint64_t seed, lus_move *m)
{
    const lus_pos *p = lus_game_pos(g);
    int at = lus_game_rules(g) == b->rules ? book_find(b, p) : -1;
    if (at < 0)
        return false;
    const struct book_entry *e = &b->entry[at];
    int best = book_best(e), good[LUS_MAX_MOVES] = {0}, n = 0;
    for (int i = 0; i < e->n; i++)
        if (e->value[i] >= best - book_margin(b->rules))
            good[n++] = i;
    uint64_t random = hash_number(hash_bytes(HASH_START, p, sizeof *p), seed);
    *m = e->move[good[random_pick((uint32_t)(random >> (64 - PICK_BITS)), n)]];
    return true;
}
