/* SPDX-License-Identifier: MIT */
/* walk.c - see walk.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "walk.h"

int any_throw(struct random *random, const lus_rules *r)
{
    return lus_throw_value(r, (int)random_below(random, (uint32_t)lus_throws(r)));
}

/* Room for this many tests: 64 rule sets with a dozen properties. */
enum { MAX_TESTS = 1024, MAX_NAME = 96 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void scramble_once(struct random *random, const lus_rules *r, char *text)
{
    size_t n = strlen(text);
    size_t i = random_below(random, (uint32_t)n), j = random_below(random, (uint32_t)n);
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
            memmove(text + i, text + i + 1, n - i);
        break;
    case 3:
        if (n + 1 < LUS_MAX_TEXT) {
            memmove(text + i + 1, text + i, n - i + 1);
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

void text_scramble(struct random *random, const lus_rules *r, char text[LUS_MAX_TEXT])
{
    for (uint32_t i = 1 + random_below(random, 3); i > 0; i--)
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
    int throw = any_throw(&w->random, w->rules);
    int n = lus_moves(w->rules, &w->pos, throw, list);
    lus_play(w->rules, &w->pos, throw,
             n ? list[random_below(&w->random, (uint32_t)n)] : LUS_PASS);
}

struct walk walk_on(const lus_rules *r, uint64_t seed)
{
    return (struct walk){.rules = r, .random = random_stream(seed, 0)};
}

void walk_next(struct walk *w)
{
    if (w->steps-- == 0 || lus_result(w->rules, &w->pos) != LUS_ONGOING) {
        lus_start(w->rules, &w->pos);
        w->steps = 1 + (int)random_below(&w->random, 200);
        w->thin = random_below(&w->random, 2);
        w->changes = (int)random_below(&w->random, w->thin ? 160 : 20);
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

void fail_at(const lus_rules *r, const lus_pos *p, const char *format, ...)
{
    char why[2048], text[LUS_MAX_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    lus_pos_format(r, p, LUS_ANY_THROW, text);
    fail_msg("%s %s: %s", lus_rules_name(r), text, why);
}

int run_for_rule_sets(const struct rules_test *tests, int n)
{
    static struct CMUnitTest all[MAX_TESTS];
    static char name[MAX_TESTS][MAX_NAME];
    const lus_rules *r;
    size_t made = 0;
    for (int s = 0; (r = lus_rules_at(s)); s++)
        for (int i = 0; i < n && made < MAX_TESTS; i++, made++) {
            snprintf(name[made], MAX_NAME, "%s %s", lus_rules_name(r), tests[i].name);
            all[made] =
                (struct CMUnitTest){name[made], tests[i].run, NULL, NULL, (void *)r};
        }
    return _cmocka_run_group_tests("rule sets", all, made, NULL, NULL);
}
