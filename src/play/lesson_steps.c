/* SPDX-License-Identifier: MIT */
/* lesson_steps.c - chooses the steps of a lesson: see lesson_internal.h.

       cases of the game --> candidates   cases that hold in this rule set and can be asked
                         --> steps        the candidate that adds most, again and again
                         --> sorted       from how pieces move to the end of the game

   Cases that are marked "lesson" come first; if they are not enough, or if there are none,
   the others follow: a candidate adds rules that no step shows yet, a kind of question, a
   kind of move.  Cases of other rule sets of the game are taken if everything they say holds
   here, too. */
#include <stdlib.h>
#include <string.h>
#include "play/lesson_internal.h"

/* The order of the steps. */
enum { STAGE_MOVE, STAGE_CAPTURE, STAGE_SPECIAL, STAGE_LIMIT, STAGE_END };
/* Steps of a lesson: enough, if all are marked; unless more rules are left; bytes of a
   position. */
enum { ENOUGH_STEPS = 6, USUAL_STEPS = 9, MAX_WORD = LUS_MAX_TEXT };

/* A step that may be chosen. */
struct lesson_candidate {
    struct lesson_step step;
    uint64_t rules; /* bit i: rule i of the source */
    int n_moves;
    bool own, used;
};

/* ---- the question of a case ---- */

/* Whether the game is over on this board; *winner is a side, or -1. */
static bool is_over(const lus_rules *r, const lus_pos *p, int *winner)
{
    lus_game *g = lus_game_new(r, p);
    lus_end end = lus_game_end(g);
    lus_game_free(g);
    *winner = end.winner;
    return end.over;
}

/* The first fact of a move that is worth asking for and that not all moves have; `strong`:
   only those that a person sees at once. */
static bool find_fact(const lus_rules *r, struct lesson_step *s, const lus_move *moves,
                      int n, bool strong)
{
    enum { STRONG = 5 }; /* the first of the list */
    static const enum fact_kind kinds[] = {FACT_WINS,   FACT_CAPTURES, FACT_SWAPS,
                                           FACT_HOME,   FACT_AGAIN,    FACT_LANDS,
                                           FACT_ENTERS, FACT_BACK};
    for (unsigned k = 0; k < (strong ? STRONG : sizeof kinds / sizeof kinds[0]); k++) {
        int having = 0;
        if (!lesson_has_fact(r, &s->pos, s->throw, s->move, kinds[k]))
            continue;
        for (int i = 0; i < n; i++)
            having += lesson_has_fact(r, &s->pos, s->throw, moves[i], kinds[k]);
        s->fact = kinds[k];
        if (having < n || s->fact == FACT_WINS)
            return true;
    }
    return false;
}

/* The move that the case shows: the first of `after`, or of `line`.  Returns how many moves
   `after` has; 0 and LUS_PASS if the case shows none. */
static int find_shown(const lus_rules *r, const struct lesson_case *c,
                      struct lesson_step *s)
{
    char move[MAX_WORD], word[MAX_WORD];
    int n = 0;
    lus_fault fault;
    s->move = LUS_PASS;
    for (const char *at = c->after; (at = lesson_word(at, move, sizeof move)) &&
                                    (at = lesson_word(at, word, sizeof word));
         n++)
        if (!n)
            lus_move_parse(r, &s->pos, s->throw, move, &s->move, &fault);
    if (!n && lesson_word(c->line, word, sizeof word)) {
        const char *slash = strchr(word, '/');
        n = lus_move_parse(r, &s->pos, s->throw, slash ? slash + 1 : word, &s->move,
                           &fault) == 0;
    }
    return n;
}

/* A question about a move; false: the case has none. */
static bool ask_move(const lus_rules *r, struct lesson_step *s, const lus_move *moves,
                     int n)
{
    int shown = find_shown(r, s->shown, s);
    if (n == 0) {
        s->goal = GOAL_PASS;
        return s->shown->moves && !strcmp(s->shown->moves, "pass");
    }
    bool told = shown == n && n > 1; /* the case shows every move */
    if (s->move != LUS_PASS && find_fact(r, s, moves, n, told) &&
        (n > 1 || s->fact == FACT_WINS)) {
        s->goal = GOAL_FACT;
        return true;
    }
    s->goal = n == 1 ? GOAL_ONLY_MOVE : GOAL_ANY_MOVE;
    if (s->move == LUS_PASS)
        s->move = moves[0];
    return s->shown->moves && (n == 1 || told || !shown || s->shown->lesson);
}

/* "May Light play 4-8?", about the first move that a rule of the case refuses. */
static bool ask_refusal(struct lesson_step *s)
{
    char rule[16];
    const char *at = s->shown->refuse;
    s->goal = GOAL_REFUSE;
    s->move = LUS_PASS;
    s->right = 1; /* of yes, no */
    while ((at = lesson_word(at, s->refused, sizeof s->refused)) &&
           (at = lesson_word(at, rule, sizeof rule)))
        if (lesson_names_rule(s->shown->rules, rule))
            return true;
    return false;
}

/* By what the answer shows. */
static int stage_of(const lus_rules *r, const struct lesson_step *s)
{
    static const enum fact_kind special[] = {FACT_HOME, FACT_AGAIN, FACT_LANDS,
                                             FACT_BACK};
    int winner;
    lus_pos next = s->pos;
    if (s->goal == GOAL_FACT && s->fact == FACT_WINS)
        return STAGE_END;
    if (s->move == LUS_PASS || (s->goal == GOAL_ONLY_MOVE && s->shown->refuse))
        return STAGE_LIMIT;
    if (lesson_has_fact(r, &s->pos, s->throw, s->move, FACT_ENTERS))
        return STAGE_MOVE;
    if (lus_play(r, &next, s->throw, s->move) == 0 && is_over(r, &next, &winner))
        return STAGE_END;
    if (lesson_has_fact(r, &s->pos, s->throw, s->move, FACT_CAPTURES) ||
        lesson_has_fact(r, &s->pos, s->throw, s->move, FACT_SWAPS))
        return STAGE_CAPTURE;
    for (unsigned i = 0; i < sizeof special / sizeof special[0]; i++)
        if (lesson_has_fact(r, &s->pos, s->throw, s->move, special[i]))
            return STAGE_SPECIAL;
    return STAGE_MOVE;
}

/* ---- candidates ---- */

/* The rules of a case as bits; 0: it names a rule that this rule set does not have. */
static uint64_t rules_of(const struct lesson *l, const char *numbers)
{
    uint64_t bits = 0;
    const struct lesson_rule *rule = l->source->rules;
    for (int i = 0; i < 64 && rule[i].number; i++)
        if (lesson_rule_applies(&rule[i], l->rules) &&
            lesson_names_rule(numbers, rule[i].number))
            bits |= UINT64_C(1) << i;
    return bits;
}

/* The candidates of one case, at most three: a move, a refusal, a result. */
static int case_candidates(const struct lesson *l, const struct lesson_case *c,
                           struct lesson_candidate out[3])
{
    const lus_rules *r = l->rules;
    struct lesson_candidate base = {.step.shown = c,
                                    .own = !strcmp(c->set, lus_rules_name(r)),
                                    .rules = rules_of(l, c->rules)};
    lus_move moves[LUS_MAX_MOVES];
    int n = 0, winner;
    if (!base.rules || !lesson_read_board(r, &base.step))
        return 0;
    if (is_over(r, &base.step.pos, &winner)) {
        base.step.goal = GOAL_RESULT;
        base.step.right = winner < 0 ? 2 : winner;
        base.step.stage = STAGE_END;
        out[0] = base;
        return c->moves && base.own;
    }
    base.n_moves = lus_moves(r, &base.step.pos, base.step.throw, moves);
    if (base.n_moves < 0 || !lesson_case_holds(r, &base.step, moves, base.n_moves))
        return 0;
    out[n] = base;
    if (c->lesson != LESSON_REFUSE)
        n += ask_move(r, &out[n].step, moves, base.n_moves);
    out[n] = base;
    if (c->lesson != LESSON_MOVE || !n)
        n += ask_refusal(&out[n].step);
    for (int i = 0; i < n; i++)
        out[i].step.stage = stage_of(r, &out[i].step);
    return n;
}

/* All candidates of the game, to be freed; NULL: none, or no memory. */
static struct lesson_candidate *all_candidates(const struct lesson *l, int *n)
{
    int cases = 0;
    while (l->source->cases[cases].set)
        cases++;
    struct lesson_candidate *list = calloc(3 * (size_t)cases + 1, sizeof *list);
    *n = 0;
    for (int i = 0; list && i < cases; i++)
        *n += case_candidates(l, &l->source->cases[i], list + *n);
    return list;
}

/* ---- choosing ---- */

static int count_bits(uint64_t bits)
{
    int n = 0;
    for (; bits; bits &= bits - 1)
        n++;
    return n;
}

/* How often the steps so far ask in the same way, for the same fact. */
static int count_alike(const struct lesson *l, const struct lesson_step *s)
{
    int n = 0;
    for (int i = 0; i < l->n; i++)
        n += l->step[i].goal == s->goal &&
             (s->goal != GOAL_FACT || l->step[i].fact == s->fact);
    return n;
}

/* What a candidate adds to the steps so far; `shown` are their rules. */
static int gain(const struct lesson *l, const struct lesson_candidate *c, uint64_t shown)
{
    const struct lesson_step *s = &c->step;
    int fresh = count_bits(c->rules & ~shown), alike = count_alike(l, s);
    int value = (fresh ? 20 + 3 * fresh : 0) + (c->own ? 8 : 0);
    value += alike ? -3 * alike : s->goal == GOAL_REFUSE ? 12 : 6;
    if (s->shown->lesson)
        value += 100;
    if (s->goal == GOAL_RESULT) /* a move says more */
        value -= fresh ? 8 : 30;
    value -= (int)strlen(s->shown->title) / 20;
    if (s->goal == GOAL_ANY_MOVE && c->n_moves > 8 && !s->shown->lesson)
        value -= 4;
    if (s->goal == GOAL_FACT)
        value += 4;
    return value;
}

/* The best candidate that is left; NULL: none. */
static struct lesson_candidate *best(const struct lesson *l,
                                     struct lesson_candidate *list, int n, uint64_t shown)
{
    struct lesson_candidate *found = NULL;
    for (int i = 0; i < n; i++)
        if (!list[i].used && (!found || gain(l, &list[i], shown) > gain(l, found, shown)))
            found = &list[i];
    return found;
}

/* A case is asked about once; so is a position. */
static void mark_used(struct lesson_candidate *list, int n, const struct lesson_step *s)
{
    for (int i = 0; i < n; i++)
        if (list[i].step.shown == s->shown ||
            (!memcmp(&list[i].step.pos, &s->pos, sizeof s->pos) &&
             list[i].step.throw == s->throw))
            list[i].used = true;
}

/* By stage, then in the order of the cases, which is that of the rules. */
static int compare_steps(const void *a, const void *b)
{
    const struct lesson_step *x = a, *y = b;
    if (x->stage != y->stage)
        return x->stage - y->stage;
    return (x->shown > y->shown) - (x->shown < y->shown);
}

/* Whether the steps so far are enough without this candidate: more than USUAL_STEPS are
   only for rules that were not shown yet. */
static bool is_enough(const struct lesson *l, const struct lesson_candidate *next,
                      uint64_t shown, int marked)
{
    if (next->step.shown->lesson)
        return false;
    return marked >= ENOUGH_STEPS || (l->n >= USUAL_STEPS && !(next->rules & ~shown));
}

void lesson_choose_steps(struct lesson *l)
{
    int n, marked = 0;
    uint64_t shown = 0;
    struct lesson_candidate *list = all_candidates(l, &n), *next;
    while (list && l->n < LESSON_MAX_STEPS && (next = best(l, list, n, shown))) {
        if (is_enough(l, next, shown, marked))
            break;
        marked += next->step.shown->lesson != LESSON_NONE;
        l->step[l->n++] = next->step;
        shown |= next->rules;
        mark_used(list, n, &next->step);
    }
    free(list);
    qsort(l->step, (size_t)l->n, sizeof l->step[0], compare_steps);
}
