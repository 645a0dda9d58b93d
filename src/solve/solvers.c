/* SPDX-License-Identifier: MIT */
/* solvers.c - the solver of a game. */
#include <string.h>
#include "core/registry.h"
#include "solve/frame.h"
#include "solve/solve.h"

#define SOLVER(id) extern const struct solver id##_solver;
#include "solve/solvers.def"
#undef SOLVER

const struct solver *solver_of(const lus_rules *r)
{
    static const struct {
        const char *id;
        const struct solver *solver;
    } all[] = {
#define SOLVER(id) {#id, &id##_solver},
#include "solve/solvers.def"
#undef SOLVER
    };
    const char *id = game_kind_at(game_number(r))->id;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!strcmp(all[i].id, id))
            return all[i].solver->largest(r) > 0 ? all[i].solver : NULL;
    return NULL;
}

struct frame_shape solver_shape(const struct solver *s, const void *index, int layer,
                                uint64_t first, int n, struct frame_row *row)
{
    static const int8_t no_lanes[1];
    if (value_kind_bytes(s->kind) == 1) /* packed as they are */
        return (struct frame_shape){row, 0, no_lanes};
    if (s->rows)
        return (struct frame_shape){row, s->rows(index, layer, first, n, row),
                                    s->lane_back};
    for (int i = 0; i < n; i++) /* rows of one number each, with no axis */
        row[i] = (struct frame_row){.n = 1};
    return (struct frame_shape){row, n, no_lanes};
}
