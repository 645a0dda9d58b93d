/* SPDX-License-Identifier: MIT */
/* review_verdict.c - see review.h: verdicts and grades, with their thresholds. */
#include "analyse/review.h"

/* Thresholds in thousandths of a game and of a stone. */
static const struct {
    const char *name;
    int threshold[2];
} verdicts[N_VERDICTS] = {
    [VERDICT_FORCED] = {"forced", {0, 0}},
    [VERDICT_BEST] = {"best", {0, 0}},
    [VERDICT_GOOD] = {"good", {0, 0}},
    [VERDICT_INACCURACY] = {"inaccuracy", {50, 1000}},
    [VERDICT_MISTAKE] = {"mistake", {100, 2000}},
    [VERDICT_BLUNDER] = {"blunder", {200, 4000}},
};

/* Named like the levels of play (search/levels.h).  The limits lie between the losses of
   these levels, as a share of the loss of random moves, in six games of each level
   against itself:

              random  novice  beginner  casual  club  expert
       ur       1.07     .86       .65     .46   .25     .09
       senet    1.02     .87       .67     .61   .46     .31
       awari     .96     .89       .67     .50   .42     .22
       cave     1.02     .91       .68     .62   .28     .27  */
static const struct {
    const char *name;
    int limit; /* thousandths */
} grades[N_GRADES] = {
    {"master", 80},  {"expert", 220},   {"club", 400},
    {"casual", 580}, {"beginner", 760}, {"novice", 0},
};

static int64_t thousandths(int n)
{
    return n * (REVIEW_ONE / 1000);
}

const char *verdict_name(enum move_verdict verdict)
{
    return verdicts[verdict].name;
}

int64_t verdict_threshold(enum analysis_unit unit, enum move_verdict verdict)
{
    return thousandths(verdicts[verdict].threshold[unit == UNIT_STONES]);
}

const char *grade_name(int grade)
{
    return grade < 0 ? "none" : grades[grade].name;
}

int grade_limit(int grade)
{
    return grades[grade].limit;
}
