/* SPDX-License-Identifier: MIT */
/* review_verdict.c - see review.h: verdicts and grades, with their thresholds. */
#include "analyse/review.h"
#include "search/levels.h"

enum { PER_MILLIONTH = REVIEW_ONE / 1000000 };

static const struct {
    const char *name;
    int times; /* the loss of an inaccuracy */
} verdicts[N_VERDICTS] = {
    [VERDICT_FORCED] = {"forced", 0},   [VERDICT_BEST] = {"best", 0},
    [VERDICT_GOOD] = {"good", 0},       [VERDICT_INACCURACY] = {"inaccuracy", 1},
    [VERDICT_MISTAKE] = {"mistake", 2}, [VERDICT_BLUNDER] = {"blunder", 4},
};

/* Rounded values of Ur and Awari. */
static const struct level_strength default_strength[] = {
    {.inaccuracy = 50000, .loss = {22000, 16000, 11000, 6000, 2400, 100}},
    {.inaccuracy = 1000000, .loss = {2400000, 1500000, 950000, 640000, 260000, 140000}},
};

static const struct level_strength *strength_of(const lus_rules *r)
{
    return r->search.strength ? r->search.strength : &default_strength[r->score_counts];
}

const char *verdict_name(enum move_verdict verdict)
{
    return verdicts[verdict].name;
}

int64_t verdict_threshold(const lus_rules *r, enum move_verdict verdict)
{
    return (int64_t)verdicts[verdict].times * strength_of(r)->inaccuracy * PER_MILLIONTH;
}

const char *grade_name(int grade)
{
    return grade < 0 ? "none" : level_title(N_LEVELS - grade);
}

int64_t grade_limit(const lus_rules *r, int grade)
{
    const int *loss = strength_of(r)->loss;
    int level = N_LEVELS - 1 - grade; /* of loss[] */
    return level ? ((int64_t)loss[level] + loss[level - 1]) * PER_MILLIONTH / 2 : 0;
}

int grade_of_player(const lus_rules *r, const struct review_player *p)
{
    int grade = 0, bad = 0;
    if (p->random_loss == 0)
        return -1;
    while (grade < N_GRADES - 1 && p->mean_loss >= grade_limit(r, grade))
        grade++;
    for (int i = VERDICT_INACCURACY; i < N_VERDICTS; i++)
        bad += p->verdicts[i];
    bool good_play = bad * GOOD_PLAY <= p->unforced;
    return good_play && grade > GRADE_GOOD_PLAY ? GRADE_GOOD_PLAY : grade;
}
