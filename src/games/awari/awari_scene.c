/* SPDX-License-Identifier: MIT */
/* awari_scene.c - the Awari board as shapes, as South sees it (see awari_board.h):

       +-------+ f e d c b a +-------+
       | North |             | South |       a store is as high as both rows
       +-------+ A B C D E F +-------+

   PIT and STORE are the widths in the units of core/scene.h. */
#include "core/motion.h"
#include "core/scene.h"
#include "games/awari/awari.h"
#include "games/awari/awari_board.h"

enum { PIT = 76, STORE = 72 };

/* Pits 0..5 are A..F, 6..11 a..f; 12 and 13 the stores. */
static struct scene_point centre(int i)
{
    int column = i < AWARI_PITS ? i : 2 * AWARI_PITS - 1 - i;
    if (i >= 2 * AWARI_PITS)
        return (struct scene_point){i == 12 ? SCENE_EDGE + STORE + AWARI_PITS * PIT +
                                                  STORE / 2
                                            : SCENE_EDGE + STORE / 2,
                                    SCENE_EDGE + PIT};
    return (struct scene_point){SCENE_EDGE + STORE + PIT * column + PIT / 2,
                                SCENE_EDGE + (i < AWARI_PITS ? PIT : 0) + PIT / 2};
}

/* A move names the pits from its own side: 1..6 own, 7..12 the other's; LUS_OFF is the
   store of that side. */
struct scene_point awari_square_centre(const lus_rules *r, int side, int square)
{
    (void)r;
    if (square == LUS_OFF)
        return centre(2 * AWARI_PITS + side);
    return centre((square - 1 + side * AWARI_PITS) % (2 * AWARI_PITS));
}

/* A pit or a store with its stones; returns the text of its label, still empty. */
static struct text put_tile(struct scene *s, int i, int width, int height, int stones)
{
    struct scene_point at = centre(i);
    bool store = i >= 2 * AWARI_PITS;
    struct scene_tile *t =
        scene_add_tile(s, at.x - width / 2, at.y - height / 2, TILE_PIT);
    t->width = width;
    t->height = height;
    s->piece[s->n_pieces++] = (struct scene_piece){at.x, at.y, 0, stones, store, false};
    return text_on(t->label, sizeof t->label);
}

void awari_scene(const lus_rules *r, const lus_pos *p, struct scene *s)
{
    uint8_t count[AWARI_COUNTS];
    *s = (struct scene){.width = 2 * SCENE_EDGE + 2 * STORE + AWARI_PITS * PIT,
                        .height = 2 * SCENE_EDGE + 2 * PIT,
                        .style = SCENE_STONES};
    awari_counts(p, count);
    for (int i = 0; i < 2 * AWARI_PITS; i++) {
        struct text label = put_tile(s, i, PIT, PIT, count[i]);
        text_char(&label, (char)((i < AWARI_PITS ? 'A' : 'a') + i % AWARI_PITS));
    }
    for (int side = 0; side < 2; side++) {
        int i = 2 * AWARI_PITS + side;
        struct text label = put_tile(s, i, STORE, 2 * PIT, count[i]);
        text_str(&label, r->side_name[side]);
    }
}

static int stones_of(uint64_t row, int pit)
{
    return (int)(row >> 8 * pit & 0xff);
}

/* A1: one stone in each pit that follows, without the origin. */
static void add_sowing(struct motions *out, const lus_pos *p, int pit)
{
    struct motion *sow = motion_add(out, MOTION_SOW, pos_side(p));
    motion_visit(sow, pit + 1);
    for (int at = pit, left = awari_stones(p, pit); left; left--) {
        at = (at + 1) % (2 * AWARI_PITS);
        if (at == pit)
            at = (at + 1) % (2 * AWARI_PITS);
        motion_visit(sow, at + 1);
    }
}

/* Sowing, then A2: the captured pits from the last one back, and the store they go to. */
void awari_motions(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
                   struct motions *out)
{
    int pit = move_from(m, 0) - 1;
    const struct awari_sow *s = &awari_sow[pit][awari_stones(p, pit)];
    uint64_t sown = p->w[1] + s->enemy;
    lus_pos after = *p;
    (void) throw;
    add_sowing(out, p, pit);
    awari_sown(r, &after, (unsigned)pit);
    if (after.w[1] == sown)
        return;
    struct motion *take = motion_add(out, MOTION_TAKE, pos_side(p));
    for (int i = AWARI_PITS - 1; i >= 0; i--)
        if (stones_of(sown, i) != stones_of(after.w[1], i))
            motion_visit(take, AWARI_PITS + i + 1);
    motion_visit(take, LUS_OFF);
}
