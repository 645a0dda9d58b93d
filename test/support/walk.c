/* SPDX-License-Identifier: MIT */
/* walk.c - see walk.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>
#include "walk.h"

/* splitmix64: any seed is a good one. */
uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

int random_below(uint64_t *state, int n)
{
    return (int)((random_next(state) >> 32) * (uint64_t)n >> 32);
}

/* Each value alike: tests want the rare throws too. */
int random_throw(uint64_t *state, const lus_rules *r)
{
    return lus_throw_value(r, random_below(state, lus_throws(r)));
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void scramble_once(uint64_t *random, const lus_rules *r, char *text)
{
    int n = (int)strlen(text), i = random_below(random, n), j = random_below(random, n);
    char old = text[i], other = text[j];
    if (random_below(random, 4) == 0)
        other = r->sides[random_below(random, 2)];
    switch (random_below(random, 6)) {
    case 0:
        text[i] = text[j], text[j] = old;
        break;
    case 1:
        text[i] = other;
        break;
    case 2:
        if (n > 1)
            memmove(text + i, text + i + 1, (size_t)(n - i));
        break;
    case 3:
        if (n + 1 < LUS_MAX_TEXT) {
            memmove(text + i + 1, text + i, (size_t)(n - i + 1));
            text[i] = other;
        }
        break;
    default:
        if (is_digit(old))
            text[i] = (char)(old + (random_below(random, 2) ? 1 : -1));
        else
            text[i] = other;
    }
}

void text_scramble(uint64_t *random, const lus_rules *r, char text[LUS_MAX_TEXT])
{
    for (int i = 1 + random_below(random, 3); i > 0; i--)
        scramble_once(random, r, text);
}

static int score_sum(const lus_rules *r, const lus_pos *p)
{
    int score[2];
    r->score(r, p, score);
    return score[0] + score[1];
}

/* Another position with nearly the same text; gives up after some tries. */
static bool change(struct walk *w)
{
    char text[LUS_MAX_TEXT], other[LUS_MAX_TEXT];
    lus_pos p;
    int throw;
    lus_pos_format(w->rules, &w->pos, LUS_ANY_THROW, text);
    for (int tries = 0; tries < 100; tries++) {
        strcpy(other, text);
        text_scramble(&w->random, w->rules, other);
        if (lus_pos_parse(w->rules, other, &p, &throw, NULL) < 0 ||
            !memcmp(&p, &w->pos, sizeof p))
            continue;
        if (w->thin && score_sum(w->rules, &p) < score_sum(w->rules, &w->pos))
            continue;
        w->pos = p;
        return true;
    }
    return false;
}

static void play(struct walk *w)
{
    lus_move list[LUS_MAX_MOVES];
    int throw = random_throw(&w->random, w->rules);
    int n = lus_moves(w->rules, &w->pos, throw, list);
    lus_play(w->rules, &w->pos, throw, n ? list[random_below(&w->random, n)] : LUS_PASS);
}

struct walk walk_on(const lus_rules *r, uint64_t seed)
{
    return (struct walk){.rules = r, .random = seed};
}

void walk_next(struct walk *w)
{
    if (w->steps-- == 0 || lus_result(w->rules, &w->pos) != LUS_ONGOING) {
        lus_start(w->rules, &w->pos);
        w->steps = 1 + random_below(&w->random, 200);
        w->thin = random_below(&w->random, 2);
        w->changes = random_below(&w->random, w->thin ? 160 : 20);
        return;
    }
    if (w->changes > 0 || random_below(&w->random, 8) == 0) {
        w->changes--;
        if (change(w))
            return;
    }
    if (lus_result(w->rules, &w->pos) == LUS_ONGOING)
        play(w);
}

int tests_of_rule_sets(struct CMUnitTest *tests, int most, void (*test)(void **state))
{
    const lus_rules *r;
    int n = 0;
    for (; n < most && (r = lus_rules_at(n)); n++)
        tests[n] = (struct CMUnitTest){lus_rules_name(r), test, NULL, NULL, (void *)r};
    return n;
}
