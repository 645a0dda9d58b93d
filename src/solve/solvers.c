/* SPDX-License-Identifier: MIT */
/* solvers.c - finds the solver of a game (see solve.h).  solvers.def lists them; a solver may
   still refuse single rule sets (max_size 0). */
#include <string.h>
#include "core/registry.h"
#include "solve/solve.h"

#define SOLVER(id) extern const struct solver id##_solver;
#include "solve/solvers.def"
#undef SOLVER

static const struct solver *solver_in_list(const lus_rules *r)
{
    static const struct {
        const char *id;
        const struct solver *solver;
    } all[] = {
#define SOLVER(id) {#id, &id##_solver},
#include "solve/solvers.def"
#undef SOLVER
    };
    const char *id = game_info_at(game_index(r))->id;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!strcmp(all[i].id, id))
            return all[i].solver;
    return NULL;
}

const struct solver *solver_of(const lus_rules *r)
{
    const struct solver *s = solver_in_list(r);
    return s && s->max_size(r) > 0 ? s : NULL;
}

const char *solver_refusal(const lus_rules *r)
{
    const struct solver *s = solver_in_list(r);
    return s ? s->refusal : "no solver is implemented for this game";
}
