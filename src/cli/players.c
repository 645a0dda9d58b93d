/* SPDX-License-Identifier: MIT */
/* players.c - who decides: a person, the program at a level, or chance. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/cli.h"
#include "cli/play.h"
#include "core/clock.h"

static const struct {
    const char *name;
    int level;
} levels[] = {
    {"beginner", 1}, {"easy", 2},   {"medium", 4},
    {"hard", 6},     {"expert", 8}, {"master", 10},
};
enum { N_LEVELS = sizeof levels / sizeof levels[0] };

int level_read(const char *text)
{
    char *end;
    long n = strtol(text, &end, 10);
    if (end != text && !*end)
        return n >= 1 && n <= MAX_LEVEL ? (int)n : 0;
    for (int i = 0; i < N_LEVELS; i++)
        if (!strcmp(text, levels[i].name))
            return levels[i].level;
    return 0;
}

const char *level_name(int i)
{
    return i >= 0 && i < N_LEVELS ? levels[i].name : NULL;
}

bool player_read(const char *text, struct player *p)
{
    static const char *const kinds[] = {
        [PLAYER_HUMAN] = "human", [PLAYER_AI] = "ai", [PLAYER_RANDOM] = "random"};
    for (int kind = PLAYER_HUMAN; kind <= PLAYER_RANDOM; kind++)
        if (!strcmp(text, kinds[kind])) {
            *p = (struct player){.kind = (enum player_kind)kind};
            return true;
        }
    if (!strncmp(text, "ai:", 3)) {
        int level = level_read(text + 3);
        if (level) {
            *p = (struct player){PLAYER_AI, level};
            return true;
        }
    }
    say_usage("'%s' is no player: there are human, ai, ai:LEVEL and random; LEVEL is\n"
              "  1 to %d, beginner, easy, medium, hard, expert or master",
              text, MAX_LEVEL);
    return false;
}

void player_write(const struct player *p, char text[32])
{
    if (p->kind == PLAYER_AI && p->level)
        snprintf(text, 32, "ai:%d", p->level);
    else
        snprintf(text, 32, "%s",
                 p->kind == PLAYER_AI       ? "ai"
                 : p->kind == PLAYER_RANDOM ? "random"
                                            : "human");
}

struct search_limits player_limits(const struct setup *s, const struct player *who)
{
    struct search_limits limits = s->limits;
    if (who->level)
        limits = (struct search_limits){.depth = who->level, .time_ms = DEFAULT_TIME_MS};
    limits.now_ms = clock_ms;
    limits.stop = interrupt_flag();
    return limits;
}

/* A number from the seed and the turn alone, so that --seed repeats the game and undo
   does not change it: FNV-1a, then the finish of splitmix64. */
static uint64_t chance(const char *seed, int turn)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (; *seed; seed++)
        h = (h ^ (unsigned char)*seed) * UINT64_C(0x100000001b3);
    h += ((uint64_t)(unsigned)turn + 1) * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ h >> 27) * UINT64_C(0x94d049bb133111eb);
    return h ^ h >> 31;
}

int player_choose(const struct play *p, const struct player *who, lus_move *m,
                  struct search_report *report)
{
    if (who->kind == PLAYER_RANDOM) {
        uint64_t n = chance(p->throws.dice.seed, lus_game_plies(p->game));
        *m = p->moves[n % (unsigned)p->n_moves];
        return 0;
    }
    struct search_limits limits = player_limits(p->setup, who);
    int status = search_run(p->game, p->throw, &limits, report);
    if (status >= 0)
        *m = report->line[0].move;
    return status;
}
