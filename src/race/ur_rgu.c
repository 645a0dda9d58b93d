/* SPDX-License-Identifier: MIT */
/* ur_rgu.c - writes the public format (.rgu) of the RoyalUr project.

   Big-endian: "RGU", version 0, a JSON header, then maps of ascending keys and their
   values.  A key, most significant first:

       Light's hand 3 | Dark's hand 3 | Light's private tiles s | war tiles | Dark's s

   War tiles form one or two segments.  A segment is the number of its combination (per
   tile 0 empty, 1 Dark, 2 Light) among those with at most n pieces of a colour.  Five
   nested loops in this order produce all keys in ascending order without sorting: one walk
   counts, one writes the keys, one the values.  Light is to throw; Dark has not finished;
   if Light has, the value is 1. */
#include <stdlib.h>
#include <string.h>
#include "solve/table.h"
#include "race/ur_index.h"
#include "race/ur_rgu.h"

enum { MAX_PRIVATE = 6, MAX_WAR = 12, MAX_COMBINATIONS = 6561, MAX_MAPS = 4 };

struct war_tile {
    int index, light, dark; /* on the board and on the two paths */
};

struct combination {
    uint32_t light, dark; /* masks of squares on their own paths */
};

/* All combinations of some war tiles, in ascending order of their codes. */
struct segment {
    int n, bits; /* combinations; bits of their numbers */
    struct combination *is;
};

/* The table, the board in the numbering of RGU, and the state of the walk. */
struct rgu {
    const struct table_info *info;
    uint16_t **value;
    FILE *out;
    int pieces, n_private, n_war;
    int private[MAX_PRIVATE]; /* squares, ordered by the tile's row */
    struct war_tile war[MAX_WAR];
    struct segment segment[2]; /* the second may have a single, empty combination */
    enum walk { COUNT, KEYS, VALUES } walk;
    uint64_t count[MAX_MAPS];
};

/* ---- the board ---- */

/* "A4" -> 9: RGU numbers tiles row by row, three in a row. */
static int tile_index(const char *name)
{
    int row = name[1] >= 'a' ? name[1] - 'a' + 10 : name[1] - '0';
    return (row - 1) * 3 + (name[0] - 'A');
}

static int by_index(const void *a, const void *b)
{
    return ((const struct war_tile *)a)->index - ((const struct war_tile *)b)->index;
}

/* War tiles are those of both paths; private tiles are the same squares for both sides. */
static void find_tiles(struct rgu *g, const struct ur_set *u)
{
    struct war_tile own[MAX_PRIVATE] = {{0, 0, 0}};
    for (int s = 1; s <= u->length; s++) {
        int meet = ur_meet(u, s);
        struct war_tile tile = {tile_index(u->path + 2 * (s - 1)), s, meet};
        if (meet)
            g->war[g->n_war++] = tile;
        else
            own[g->n_private++] = tile;
    }
    qsort(g->war, (size_t)g->n_war, sizeof g->war[0], by_index);
    qsort(own, (size_t)g->n_private, sizeof own[0], by_index);
    for (int i = 0; i < g->n_private; i++)
        g->private[i] = own[i].light;
}

/* Lists the combinations of `tiles` war tiles from number `first` on.  False: no memory. */
static bool make_segment(struct rgu *g, struct segment *s, int first, int tiles)
{
    int all = 1;
    for (int i = 0; i < tiles; i++)
        all *= 3;
    s->is = calloc((size_t)all, sizeof *s->is);
    for (int code = 0; s->is && code < all; code++) {
        struct combination c = {0, 0};
        for (int i = tiles - 1, rest = code; i >= 0; i--, rest /= 3) {
            if (rest % 3 == 1)
                c.dark |= UR_BIT(g->war[first + i].dark);
            else if (rest % 3 == 2)
                c.light |= UR_BIT(g->war[first + i].light);
        }
        if (__builtin_popcount(c.dark) <= g->pieces &&
            __builtin_popcount(c.light) <= g->pieces)
            s->is[s->n++] = c;
    }
    while (1 << s->bits < s->n)
        s->bits++;
    return s->is;
}

/* Bits by the order of RGU as a mask of squares. */
static uint32_t private_mask(const struct rgu *g, unsigned bits)
{
    uint32_t mask = 0;
    for (int i = 0; i < g->n_private; i++)
        if (bits >> i & 1)
            mask |= UR_BIT(g->private[i]);
    return mask;
}

/* ---- the walk ---- */

static void put_big(FILE *f, uint64_t v, int bytes)
{
    for (int i = bytes - 1; i >= 0; i--)
        putc((int)(v >> (8 * i) & 0xff), f);
}

/* What the walk does with a position; the upper half of the key is the number of its map.  A
   position that the table does not contain has been won by Light. */
static void visit(struct rgu *g, uint64_t key, const lus_pos *p)
{
    unsigned value = 65535;
    int layer;
    uint64_t rank;
    if (g->walk == COUNT) {
        g->count[key >> 32]++;
    } else if (g->walk == KEYS) {
        put_big(g->out, key & 0xffffffff, 4);
    } else {
        if (g->info->solver->index.rank(g->info->index, p, &layer, &rank))
            value = g->value[layer][rank];
        put_big(g->out, value, 2);
    }
}

/* All combinations of Dark's private tiles; the rest is fixed. */
static void walk_dark(struct rgu *g, uint64_t key, int hand, int dark_hand,
                      struct combination c)
{
    int room = g->pieces - dark_hand - __builtin_popcount(c.dark);
    for (unsigned bits = 0; room >= 0 && bits < 1u << g->n_private; bits++) {
        uint32_t dark = c.dark | private_mask(g, bits);
        if (__builtin_popcount(bits) > room || (!dark && !dark_hand))
            continue;
        lus_pos p = {{c.light, dark, (uint64_t)hand | (uint64_t)dark_hand << 8, 0}};
        visit(g, key << g->n_private | bits, &p);
    }
}

static void walk_board(struct rgu *g, uint64_t hands, int hand, int dark_hand)
{
    const struct segment *s = g->segment;
    for (unsigned bits = 0; bits < 1u << g->n_private; bits++) {
        uint32_t own = private_mask(g, bits);
        for (int a = 0; a < s[0].n; a++)
            for (int b = 0; b < s[1].n; b++) {
                struct combination c = {own | s[0].is[a].light | s[1].is[b].light,
                                        s[0].is[a].dark | s[1].is[b].dark};
                uint64_t key = hands << g->n_private | bits;
                key = (key << s[0].bits | (unsigned)a) << s[1].bits | (unsigned)b;
                if (hand + __builtin_popcount(c.light) <= g->pieces)
                    walk_dark(g, key, hand, dark_hand, c);
            }
    }
}

static void walk(struct rgu *g, enum walk what)
{
    g->walk = what;
    for (int hand = 0; hand <= g->pieces; hand++)
        for (int dark_hand = 0; dark_hand <= g->pieces; dark_hand++)
            walk_board(g, (uint64_t)(hand << 3 | dark_hand), hand, dark_hand);
}

/* ---- the file ---- */

static void put_header(const struct rgu *g, int maps)
{
    const lus_rules *r = g->info->r;
    const struct ur_set *u = ur_set(r);
    char json[512];
    const char *paths = u->turn_first ? "masters" : u->length == 14 ? "bell" : "aseb";
    int n = snprintf(
        json, sizeof json,
        "{\"value_type\":\"percent16\",\"author\":\"Lusoria " LUS_VERSION
        "\",\"game_settings\":{\"board_shape\":\"%s\",\"paths\":\"%s\",\"dice\":\"%s\","
        "\"start_pieces\":%d,\"safe_rosettes\":%s,\"rosettes_grant_rolls\":true,"
        "\"captures_grant_rolls\":%s}}",
        !strcmp(paths, "aseb") ? "aseb" : "standard", paths,
        r->dice.sticks == 3 ? "three_binary_0eq4" : "four_binary", g->pieces,
        u->safe_rosettes ? "true" : "false", u->extra_on_capture ? "true" : "false");
    fwrite("RGU", 1, 4, g->out);
    put_big(g->out, (uint64_t)n, 4);
    fwrite(json, 1, (size_t)n, g->out);
    put_big(g->out, (uint64_t)maps, 4);
    for (int i = 0; i < maps; i++)
        put_big(g->out, g->count[i], 4);
}

static int write_all(struct rgu *g)
{
    int tiles = g->n_war <= 8 ? g->n_war : (g->n_war + 1) / 2;
    if (!make_segment(g, &g->segment[0], 0, tiles) ||
        !make_segment(g, &g->segment[1], tiles, g->n_war - tiles))
        return LUS_EMEMORY;
    int bits = 6 + 2 * g->n_private + g->segment[0].bits + g->segment[1].bits;
    walk(g, COUNT);
    put_header(g, bits > 32 ? 1 << (bits - 32) : 1);
    walk(g, KEYS);
    walk(g, VALUES);
    return fflush(g->out) || ferror(g->out) ? LUS_EFILE : 0;
}

int ur_convert(struct table *t, const char *format, FILE *out)
{
    struct rgu g = {.info = table_info(t), .out = out, .pieces = table_info(t)->size};
    if (strcmp(format, "rgu") != 0)
        return LUS_ERULES;
    find_tiles(&g, ur_set(g.info->r));
    int status = table_load(t, 2, &g.value);
    if (status)
        return status;
    status = write_all(&g);
    table_unload(t, g.value);
    free(g.segment[0].is);
    free(g.segment[1].is);
    return status;
}
