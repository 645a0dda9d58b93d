/* SPDX-License-Identifier: MIT */
/* levels.c - see levels.h.

   value + noise x normal(seed, position, move): the error of a move in a position is always
   the same within a game, so a weak player does not change its mind when it searches again.
   Measured strengths: doc/strength.md. */
#include <stdlib.h>
#include <string.h>
#include "search/levels.h"
#include "core/random.h"
#include "search/value.h"

static const char *const names[N_LEVELS] = {"novice", "beginner", "casual",
                                            "club",   "expert",   "master"};

/* Everyday names: easy is level 2; perfect is the last one, which uses tablebases. */
static const char *const everyday[N_LEVELS] = {NULL,   "easy",   "medium",
                                               "hard", "expert", "perfect"};

struct level level_at(const lus_rules *r, int number)
{
    return r->search.levels ? r->search.levels[number - 1] : (struct level){number, 0};
}

const char *level_title(int number)
{
    return number >= 1 && number <= N_LEVELS ? names[number - 1] : NULL;
}

const char *level_everyday_title(int number)
{
    return number >= 1 && number <= N_LEVELS ? everyday[number - 1] : NULL;
}

int level_number(const char *text)
{
    for (int i = 1; i <= N_LEVELS; i++)
        if (!strcmp(text, names[i - 1]) || (text[0] == '0' + i && !text[1]) ||
            (everyday[i - 1] && !strcmp(text, everyday[i - 1])))
            return i;
    return 0;
}

/* ---- noise ---- */

/* An approximately normal random number: the sum of four numbers of 16 bits, whose standard
   deviation is 65536 / sqrt(3).  It never exceeds 3.5 deviations. */
static int64_t normal(uint64_t bits)
{
    int64_t sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (int64_t)(bits >> (16 * i) & 0xffff);
    return sum - 2 * 0xffff;
}

enum { NORMAL_DEVIATION = 37837 };

static uint64_t random_of(uint64_t seed, const lus_pos *p, lus_move m)
{
    uint64_t state = seed ^ m;
    for (int i = 0; i < 4; i++)
        state = random_split(&state) ^ p->w[i];
    return random_split(&state);
}

/* 1: a proven win, -1: a proven loss, 0: neither. */
static int decided(int value)
{
    return (value >= VALUE_WIN) - (value <= -VALUE_WIN);
}

/* Noise changes estimates only: levels with two or more plies do not overlook an end of the
   game that the search has found, in Magnetic Cave a line of four. */
int level_choose(const lus_rules *r, const struct search_report *report, const lus_pos *p,
                 int noise, uint64_t seed)
{
    int64_t unit = r->score_counts ? VALUE_STONE / 100 : 2 * VALUE_WIN / 1000,
            best_value = 0;
    int best = 0;
    for (int i = 0; i < report->n; i++) {
        const struct root_move *line = &report->moves[i];
        int64_t error =
            normal(random_of(seed, p, line->move)) * noise * unit / NORMAL_DEVIATION;
        if (report->depth >= 2 && decided(line->value) != decided(report->moves[0].value))
            continue;
        if (i == 0 || line->value + error > best_value) {
            best_value = line->value + error;
            best = i;
        }
    }
    return best;
}
