/* SPDX-License-Identifier: MIT */
/* opening.c - see opening.h.

   Draw number t of a pair takes the stream (seed + t, pair); draw 0 is the stream of a match
   without balance, so that a rule without it repeats earlier matches. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include "arena/opening.h"
#include "arena/playout.h"
#include "search/search.h"
#include "search/value.h"

enum { BALANCE_DRAWS = 100, BALANCE_DEPTH = 6 };

int opening_read(struct scan *s, struct opening_rule *rule)
{
    size_t at = s->at;
    int plies = scan_int(s, OPENING_MOST), most = plies;
    if (plies >= 0 && scan_take(s, '-'))
        most = scan_int(s, OPENING_MOST);
    if (plies < 0 || most < plies || scan_peek(s) >= 0)
        return scan_fault(s, LUS_ETEXT, at,
                          "a number of plies from 0 to 100, or two as in 4-8");
    rule->plies = plies;
    rule->most = most;
    return 0;
}

void opening_format(const struct opening_rule *rule, char text[OPENING_TEXT])
{
    if (rule->most > rule->plies)
        snprintf(text, OPENING_TEXT, "%d-%d", rule->plies, rule->most);
    else
        snprintf(text, OPENING_TEXT, "%d", rule->plies);
}

/* The number of plies is taken from another stream than the moves. */
static struct opening draw(const struct opening_rule *rule, uint64_t seed, int64_t pair)
{
    struct opening o = {random_stream(seed, (uint64_t)pair), rule->plies};
    struct random plies = random_stream(~seed, (uint64_t)pair);
    if (rule->most > rule->plies)
        o.plies += (int)random_below(&plies, (uint32_t)(rule->most - rule->plies + 1));
    return o;
}

/* Sets *ahead to the advantage of either side after the opening, on the scale of value.h;
   INT_MAX if the game is over.  Returns 0 or a negative error. */
static int measure(const lus_rules *r, const struct opening *o, int *ahead)
{
    const struct search_limits limits = {.depth = BALANCE_DEPTH};
    struct random chance = o->chance;
    struct search_report report;
    lus_pos start;
    r->start(r, &start);
    lus_game *g = lus_game_new(r, &start);
    int status = g ? 0 : LUS_EMEMORY;
    *ahead = INT_MAX;
    while (status == 0 && lus_game_plies(g) < o->plies && !lus_game_end(g).over) {
        lus_move list[LUS_MAX_MOVES];
        int n = r->moves(r, lus_game_pos(g), 0, list);
        status =
            lus_game_play(g, 0, list[random_pick(turn_pick(random_next(&chance), 0), n)]);
    }
    if (status == 0 && !lus_game_end(g).over &&
        (status = search_run(g, 0, &limits, &report)) == 0)
        *ahead = abs(report.moves[0].value);
    lus_game_free(g);
    return status;
}

int opening_draw(const lus_rules *r, const struct opening_rule *rule, uint64_t seed,
                 int64_t pair, struct opening *drawn)
{
    int unit = r->score_counts ? VALUE_STONE : 2 * VALUE_WIN / 100, least = INT_MAX;
    *drawn = draw(rule, seed, pair);
    for (int i = 0; rule->balance && i < BALANCE_DRAWS && least > rule->balance * unit;
         i++) {
        struct opening next = draw(rule, seed + (uint64_t)i, pair);
        int ahead, status = measure(r, &next, &ahead);
        if (status < 0)
            return status;
        if (ahead < least) {
            least = ahead;
            *drawn = next;
        }
    }
    return 0;
}
