/* SPDX-License-Identifier: MIT */
/* senet_reads.c - declares the rows that a chunk of Senet reads and writes (see senet_sweep.h).

   The moves are those of the kernel, compiled with a flag that declares rows instead of
   reading them. */
#define SENET_LISTING 1
#include "race/senet_row_moves.h"

static void list_row(const struct senet_sweep *s, int own, int enemy, uint64_t pieces)
{
    cell best[LUS_MAX_THROWS][SENET_ROOM] __attribute__((aligned(64)));
    struct senet_inner_move inner[LUS_MAX_THROWS][SENET_MAX_INNER];
    struct senet_turn turn[LUS_MAX_THROWS];
    const struct dice_rules *dice = &s->race.r->dice;
    for (int i = 0; i < dice->n_throws; i++) {
        int points = dice->throws[i].value;
        bool again = s->race.r->index != 0 && BLOCKADE_AGAIN >> points & 1;
        /* cppcheck-suppress legacyUninitvar ; only their addresses are used here */
        turn[i] = (struct senet_turn){points, again, {{0}}, best[i], inner[i], 0};
    }
    senet_moves(s, own, enemy, pieces, turn);
}

void senet_reads(const struct race_sweep *race, uint32_t chunk, struct race_reader *to)
{
    struct senet_sweep s = *(const struct senet_sweep *)race;
    uint32_t last = s.last[chunk];
    uint32_t cells = senet_mask_of(s.x, race->own + race->enemy, last - 1);
    s.reader = to;
    if (race->it.mode == MODE_INITIAL)
        return; /* the learned evaluation reads no cells */
    for (uint32_t row = last; row-- > s.first[chunk]; cells = senet_mask_before(cells)) {
        list_row(&s, race->own, race->enemy, senet_squares(cells));
        if (race->own != race->enemy)
            list_row(&s, race->enemy, race->own, senet_squares(cells));
    }
}

void senet_writes(const struct race_sweep *race, uint32_t chunk, struct race_reader *to)
{
    const struct senet_sweep *s = (const struct senet_sweep *)race;
    for (int i = 0; i < (race->own == race->enemy ? 1 : 2); i++) {
        int own = i ? race->enemy : race->own, enemy = i ? race->own : race->enemy;
        const struct race_half *h = &race->half[own][enemy];
        uint64_t stride = (unsigned)h->stride, rows = s->last[chunk] - s->first[chunk];
        to->cells(to, h, RACE_WAITING, s->first[chunk] * stride, rows * stride);
    }
}
