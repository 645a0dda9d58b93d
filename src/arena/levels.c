/* SPDX-License-Identifier: MIT */
/* levels.c - see levels.h. */
#include <stdlib.h>
#include <string.h>
#include "arena/levels.h"
#include "core/random.h"
#include "core/registry.h"
#include "search/value.h"

static const char *const names[N_LEVELS] = {"novice", "beginner", "casual",
                                            "club",   "expert",   "master"};

/* By the name of the rule set, else of the game. */
static const struct {
    const char *name;
    struct level level[N_LEVELS];
} grades[] = {
    {"senet:blockade", {{1, 110}, {1, 48}, {1, 22}, {2, 11}, {2, 5}, {5, 0}}},
    {"senet", {{1, 220}, {1, 90}, {1, 50}, {1, 25}, {2, 10}, {4, 0}}},
    {"ur", {{1, 280}, {1, 100}, {1, 60}, {1, 30}, {2, 12}, {5, 0}}},
    {"awari", {{1, 1200}, {1, 350}, {2, 250}, {3, 150}, {6, 80}, {14, 0}}},
    {"cave", {{1, 800}, {2, 300}, {2, 100}, {2, 30}, {4, 20}, {8, 0}}},
};
enum { N_GRADES = sizeof grades / sizeof grades[0] };

struct level level_at(const lus_rules *r, int number)
{
    const char *id = game_info_at(game_index(r))->id;
    for (int i = 0; i < N_GRADES; i++)
        if (!strcmp(grades[i].name, r->name) || !strcmp(grades[i].name, id))
            return grades[i].level[number - 1];
    return (struct level){number, 0}; /* a game nobody has graded yet */
}

const char *level_title(int number)
{
    return number >= 1 && number <= N_LEVELS ? names[number - 1] : NULL;
}

int level_number(const char *text)
{
    for (int i = 1; i <= N_LEVELS; i++)
        if (!strcmp(text, names[i - 1]) || (text[0] == '0' + i && !text[1]))
            return i;
    return 0;
}

/* ---- noise ---- */

/* Close to normal and in whole numbers: the sum of four numbers of 16 bits has
   the deviation 65536 / sqrt(3).  It never exceeds 3.5 deviations. */
static int64_t bell(uint64_t bits)
{
    int64_t sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (int64_t)(bits >> (16 * i) & 0xffff);
    return sum - 2 * 0xffff;
}

enum { BELL_DEVIATION = 37837 };

static uint64_t mixed(uint64_t seed, const lus_pos *p, lus_move m)
{
    uint64_t state = seed ^ m;
    for (int i = 0; i < 4; i++)
        state = random_split(&state) ^ p->w[i];
    return random_split(&state);
}

/* 1: won, -1: lost, whatever else happens. */
static int decided(int value)
{
    return (value >= VALUE_WIN) - (value <= -VALUE_WIN);
}

/* Noise is about judgement: from two plies on nobody overlooks an end that the search
   has seen, in Magnetic Cave a line of four. */
int level_prefers(const lus_rules *r, const struct search_report *report,
                  const lus_pos *p, int noise, uint64_t seed)
{
    int64_t unit = r->score_counts ? VALUE_STONE / 100 : 2 * VALUE_WIN / 1000,
            best_value = 0;
    int best = 0;
    for (int i = 0; i < report->n; i++) {
        const struct search_line *line = &report->line[i];
        int64_t error = bell(mixed(seed, p, line->move)) * noise * unit / BELL_DEVIATION;
        if (report->depth >= 2 && decided(line->value) != decided(report->line[0].value))
            continue;
        if (i == 0 || line->value + error > best_value) {
            best_value = line->value + error;
            best = i;
        }
    }
    return best;
}
