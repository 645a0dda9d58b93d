/* SPDX-License-Identifier: MIT */
/* race_solver.h - the parts of a struct solver that all race games share.

       struct solver (solve/solve.h)
         .index     race_index.c    layers are pairs of piece counts (pairs.h); the rank in a
                                    layer comes from the game (ur_index.h, senet_index.h)
         .packing   race_packing    how values are laid out for compression
         .job       race_solver.c   value iteration, one layer after another (iterate.h)

   A game adds a struct race_game (race.h): its index, its order of chunks and its kernel. */
#ifndef RACE_RACE_SOLVER_H
#define RACE_RACE_SOLVER_H

#include "race/race.h"
#include "race/team.h"

/* The index of a table of these rules; NULL: out of memory.  Free it with free(). */
void *race_index_new(const struct race_game *g, const lus_rules *r, int pieces);

/* The members of the same names of struct solver_index; see solve/solve.h for their
   contracts.  `index` is what race_index_new returned. */
int race_layers(const void *index);
uint64_t race_layer_size(const void *index, int layer);
bool race_rank(const void *index, const lus_pos *p, int *layer, uint64_t *rank);
void race_unrank(const void *index, int layer, uint64_t rank, lus_pos *p);
void race_start(const void *index, lus_pos *p);
int race_last_use(const void *index, int layer);

/* The layouts of both games, and how a layer is divided into frames. */
extern const struct solver_packing race_packing;

/* The members of the same names of struct solver_job; `job` is what race_job_new returned. */
void *race_job_new(const void *index, int threads);
void race_job_free(void *job);
int race_solve(void *job, int layer, struct solve_progress *progress, double *residual);
int race_values(void *job, int layer, uint64_t first, uint64_t n, void *values);
double race_unrounded(const void *job, int layer, uint64_t rank);
int race_states(void *job, int layer, struct solve_state state[SOLVE_MAX_STATES]);
int race_configure(void *job, const struct solve_work *work);
int race_save_state(void *job, int layer, const char *path);
int race_load_state(void *job, int layer, const char *path);
void race_release_scratch(void *job, int layer);
void race_forget(void *job, int layer);

/* The members of a struct solver; `new_index` creates the index of the game. */
#define RACE_SOLVER(new_index)                                                           \
    .kind = VALUE_KIND_WIN16, .size_name = "pieces",                                     \
    .index = {.create = new_index,                                                       \
              .destroy = free,                                                           \
              .layers = race_layers,                                                     \
              .layer_size = race_layer_size,                                             \
              .layer_name = pair_name,                                                   \
              .rank = race_rank,                                                         \
              .unrank = race_unrank,                                                     \
              .start = race_start,                                                       \
              .last_use = race_last_use},                                                \
    .packing = &race_packing,                                                            \
    .job = {.create = race_job_new,                                                      \
            .destroy = race_job_free,                                                    \
            .solve = race_solve,                                                         \
            .values = race_values,                                                       \
            .unrounded = race_unrounded,                                                 \
            .states = race_states,                                                       \
            .configure = race_configure,                                                 \
            .save_state = race_save_state,                                               \
            .load_state = race_load_state,                                               \
            .release_scratch = race_release_scratch,                                     \
            .forget = race_forget},                                                      \
    .windowed = true, .team_work = team_work

#endif
