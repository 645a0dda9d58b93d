/* SPDX-License-Identifier: MIT */
/* solvers.c - finds the solver of a game (see solve.h).  solvers.def lists them; a solver may
   still refuse single rule sets (max_size 0). */
#include <string.h>
#include "core/registry.h"
#include "solve/solve.h"

#define SOLVER(game, id) extern const struct solver id##_solver;
#include "solve/solvers.def"
#undef SOLVER

/* The first solver of the game that accepts r, otherwise the last one of the game; NULL: the
   game has none. */
static const struct solver *solver_in_list(const lus_rules *r)
{
    static const struct {
        const char *id;
        const struct solver *solver;
    } all[] = {
#define SOLVER(game, id) {#game, &id##_solver},
#include "solve/solvers.def"
#undef SOLVER
    };
    const char *id = game_info_at(game_index(r))->id;
    const struct solver *found = NULL;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!strcmp(all[i].id, id) && !(found && found->max_size(r)))
            found = all[i].solver;
    return found;
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
