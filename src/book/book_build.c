/* SPDX-License-Identifier: MIT */
/* book_build.c - see book_build.h. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "book/book_build.h"
#include "os/parallel.h"
#include "search/search.h"
#include "search/value.h"

enum { TABLE_MB = 8, FORCED_PLIES = 8 };

struct book *book_new(const struct book_options *o)
{
    struct book *b = calloc(1, sizeof *b);
    if (b)
        *b = (struct book){.rules = o->rules, .nodes = o->nodes, .deeper = o->deeper};
    return b;
}

/* ---- one position ---- */

/* The value of a finished game for the side to move at its end. */
static int final_value(const lus_game *g)
{
    lus_end end = lus_game_end(g);
    if (end.winner < 0)
        return 0;
    return end.winner == lus_side(lus_game_pos(g)) ? VALUE_WIN : -VALUE_WIN;
}

/* Searches a position with several moves; the values go to e->searched. */
static int search_moves(const lus_game *g, struct book_entry *e)
{
    struct search_limits limits = {.nodes = (uint64_t)e->nodes,
                                   .table_mb = TABLE_MB,
                                   .all_values = true,
                                   .selective = true};
    struct search_report report;
    int status = search_at_least_one_ply(g, 0, &limits, &report);
    e->depth = report.depth;
    for (int i = 0; status == 0 && i < e->n; i++)
        for (int k = 0; k < report.n; k++)
            if (report.moves[k].move == e->move[i])
                e->searched[i] = report.moves[k].value;
    return status;
}

/* A position with one move has the value of the next one with a choice. */
static int search_forced(lus_game *g, struct book_entry *e)
{
    int sign = 1, status = 0;
    for (int i = 0; i < FORCED_PLIES; i++) {
        struct book_entry next = {.nodes = e->nodes};
        if (lus_game_end(g).over)
            break;
        next.n = lus_moves(lus_game_rules(g), lus_game_pos(g), 0, next.move);
        if (next.n > 1) {
            status = search_moves(g, &next);
            memcpy(next.value, next.searched, sizeof next.value);
            e->searched[0] = sign * book_best(&next);
            return status;
        }
        status = lus_game_play(g, 0, next.move[0]);
        if (status < 0)
            return status;
        sign = -sign;
    }
    e->searched[0] = lus_game_end(g).over ? sign * final_value(g) : 0;
    return 0;
}

/* Fills everything except what book_link derives; pos, ply and nodes are set. */
static int search_entry(const lus_rules *r, struct book_entry *e)
{
    lus_game *g = lus_game_new(r, &e->pos);
    if (!g)
        return LUS_EMEMORY;
    e->n = lus_moves(r, &e->pos, 0, e->move);
    int status = e->n > 1 ? search_moves(g, e) : search_forced(g, e);
    lus_game_free(g);
    return status;
}

/* ---- a round on several threads ---- */

struct book_work {
    const lus_rules *rules;
    struct book_entry *entry;
    int n;
    atomic_int next, status;
};

static void search_next(void *arg, int thread)
{
    struct book_work *w = arg;
    int i;
    (void)thread;
    while ((i = atomic_fetch_add(&w->next, 1)) < w->n) {
        int status = search_entry(w->rules, &w->entry[i]);
        if (status < 0)
            atomic_store(&w->status, status);
    }
}

/* Searches the entries.  0 or a negative error. */
static int search_all(const struct book_options *o, struct book_entry *entry, int n)
{
    struct book_work w = {.rules = o->rules, .entry = entry, .n = n};
    parallel_run(o->threads < n ? o->threads : n, search_next, &w);
    return atomic_load(&w.status);
}

/* ---- expansion ---- */

/* A move that leads out of the book. */
struct book_leaf {
    int cost, entry, move;
};

/* A ply costs a tenth of a stone, or of a per cent. */
static int ply_cost(const lus_rules *r)
{
    return r->score_counts ? VALUE_STONE / 10 : VALUE_WIN / 500;
}

static int64_t move_cost(const struct book *b, const struct book_entry *e, int i)
{
    return (int64_t)book_best(e) - e->value[i] + ply_cost(b->rules);
}

/* The cost of each entry; INT_MAX: it cannot be reached.  To be freed; NULL: no memory. */
static int *entry_costs(const struct book *b, const lus_pos *start)
{
    int *cost = malloc(((size_t)b->n + 1) * sizeof *cost), root = book_find(b, start);
    for (int i = 0; cost && i < b->n; i++)
        cost[i] = i == root ? 0 : INT_MAX;
    for (int ply = 0; cost && ply <= BOOK_PLIES; ply++)
        for (int i = 0; i < b->n; i++) {
            const struct book_entry *e = &b->entry[i];
            if (e->ply != ply || cost[i] == INT_MAX)
                continue;
            for (int m = 0; m < e->n; m++) {
                int64_t to = cost[i] + move_cost(b, e, m);
                if (e->next[m] >= 0 && to < cost[e->next[m]])
                    cost[e->next[m]] = (int)to;
            }
        }
    return cost;
}

/* By cost; then in the order of the book, so that the order does not depend on qsort. */
static int compare_leaves(const void *a, const void *b)
{
    const struct book_leaf *x = a, *y = b;
    if (x->cost != y->cost)
        return x->cost < y->cost ? -1 : 1;
    if (x->entry != y->entry)
        return x->entry < y->entry ? -1 : 1;
    return x->move < y->move ? -1 : x->move > y->move;
}

/* Lists the leaves, the cheapest first.  Their number, or LUS_EMEMORY. */
static int list_leaves(const struct book *b, const int *cost, struct book_leaf **leaves)
{
    size_t cap = 1;
    int n = 0;
    for (int i = 0; i < b->n; i++)
        cap += (size_t)b->entry[i].n;
    struct book_leaf *list = malloc(cap * sizeof *list);
    if (!list)
        return LUS_EMEMORY;
    for (int i = 0; i < b->n; i++)
        for (int m = 0; m < b->entry[i].n; m++) {
            const struct book_entry *e = &b->entry[i];
            int64_t c = cost[i] + move_cost(b, e, m);
            if (cost[i] < INT_MAX && !e->known[m] && e->ply < BOOK_PLIES && c < INT_MAX)
                list[n++] = (struct book_leaf){(int)c, i, m};
        }
    qsort(list, (size_t)n, sizeof *list, compare_leaves);
    *leaves = list;
    return n;
}

/* The position after a leaf; false: the game is over there. */
static bool position_after(const struct book *b, const struct book_leaf *leaf, lus_pos *p)
{
    const struct book_entry *e = &b->entry[leaf->entry];
    lus_game *g = lus_game_new(b->rules, &e->pos);
    bool running =
        g && lus_game_play(g, 0, e->move[leaf->move]) == 0 && !lus_game_end(g).over;
    if (running)
        *p = *lus_game_pos(g);
    lus_game_free(g);
    return running;
}

/* Two moves can lead to the same position: it is searched once. */
static bool is_listed(const struct book_entry *list, int n, const lus_pos *p)
{
    for (int i = 0; i < n; i++)
        if (!memcmp(&list[i].pos, p, sizeof *p))
            return true;
    return false;
}

/* The next positions to search: at most `most`, or the start of the game. */
static int choose_leaves(const struct book *b, const struct book_options *o, int most,
                         struct book_entry *list)
{
    struct book_leaf *leaves;
    lus_pos start, after;
    lus_start(o->rules, &start);
    if (!b->n) {
        list[0] = (struct book_entry){.pos = start, .nodes = o->nodes};
        return 1;
    }
    int *cost = entry_costs(b, &start), n = 0;
    int all = cost ? list_leaves(b, cost, &leaves) : LUS_EMEMORY;
    for (int i = 0; i < all && n < most; i++)
        if (position_after(b, &leaves[i], &after) && !is_listed(list, n, &after))
            list[n++] = (struct book_entry){.pos = after,
                                            .ply = b->entry[leaves[i].entry].ply + 1,
                                            .nodes = o->nodes};
    free(cost);
    if (all >= 0)
        free(leaves);
    return all < 0 ? all : n;
}

/* ---- verification ---- */

/* Which positions a player of the book on this side can meet: its own moves are within the
   margin, the opponent plays anything. */
static void mark_reached(const struct book *b, int side, bool *reached)
{
    lus_pos start;
    lus_start(b->rules, &start);
    int root = book_find(b, &start);
    for (int i = 0; i < b->n; i++)
        reached[i] = i == root;
    for (int ply = 0; ply <= BOOK_PLIES; ply++)
        for (int i = 0; i < b->n; i++) {
            const struct book_entry *e = &b->entry[i];
            bool own = lus_side(&e->pos) == side;
            int least = own ? book_best(e) - book_margin(b->rules) : INT_MIN;
            for (int m = 0; e->ply == ply && reached[i] && m < e->n; m++)
                if (e->next[m] >= 0 && e->value[m] >= least)
                    reached[e->next[m]] = true;
        }
}

/* The next positions to verify, at most BOOK_ROUND, and *todo, the number of all. */
static int choose_unverified(const struct book *b, const struct book_options *o,
                             struct book_entry *list, int *todo)
{
    bool *reached = malloc((size_t)b->n + 1);
    int n = 0;
    *todo = 0;
    for (int side = 0; reached && side < 2; side++) {
        mark_reached(b, side, reached);
        for (int i = 0; i < b->n; i++) {
            const struct book_entry *e = &b->entry[i];
            if (!reached[i] || lus_side(&e->pos) != side || e->nodes >= o->deeper)
                continue;
            if (n < BOOK_ROUND)
                list[n++] =
                    (struct book_entry){.pos = e->pos, .ply = e->ply, .nodes = o->deeper};
            ++*todo;
        }
    }
    free(reached);
    return reached ? n : LUS_EMEMORY;
}

/* ---- rounds ---- */

/* New positions are added, verified ones replaced.  Returns 1 or LUS_EMEMORY. */
static int store_entries(struct book *b, const struct book_entry *list, int n)
{
    int status = 0;
    for (int i = 0; i < n && status == 0; i++) {
        int at = book_find(b, &list[i].pos);
        if (at >= 0)
            b->entry[at] = list[i];
        else
            status = book_add(b, &list[i]);
    }
    if (status == 0)
        book_link(b);
    return status < 0 ? status : 1;
}

/* How many positions may be added in this round: the file has to stay within its limit, also
   after the numbers of nodes in it have become longer. */
static int room(const struct book *b, const struct book_options *o)
{
    struct buffer out = {0};
    int left = o->positions - b->n, most = BOOK_ROUND;
    book_write(&out, b);
    if (b->n) {
        int entry_bytes = (int)out.len / b->n * 5 / 4;
        most = (BOOK_BYTES / 10 * 9 - (int)out.len) / entry_bytes;
    }
    free(out.bytes);
    most = most < left ? most : left;
    return most < BOOK_ROUND ? most : BOOK_ROUND;
}

int book_round(struct book *b, const struct book_options *o, struct book_progress *p)
{
    struct book_entry *list = calloc(BOOK_ROUND, sizeof *list);
    if (!list)
        return LUS_EMEMORY;
    *p = (struct book_progress){.done = b->n, .todo = o->positions};
    int most = room(b, o), n = most > 0 ? choose_leaves(b, o, most, list) : 0;
    if (n == 0) {
        p->verifies = true;
        n = choose_unverified(b, o, list, &p->todo);
        p->done = 0;
    }
    int status = n > 0 ? search_all(o, list, n) : n;
    if (n > 0 && status == 0)
        status = store_entries(b, list, n);
    free(list);
    return status;
}
