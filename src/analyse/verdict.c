/* SPDX-License-Identifier: MIT */
/* verdict.c - words for a loss, with their thresholds in chances and in stones. */
#include "analyse/review.h"

/* In thousandths of a game, and of a stone. */
static const struct {
    const char *word;
    int from[2];
} verdicts[N_VERDICTS] = {
    [VERDICT_FORCED] = {"forced", {0, 0}},
    [VERDICT_BEST] = {"best", {0, 0}},
    [VERDICT_GOOD] = {"good", {0, 0}},
    [VERDICT_INACCURACY] = {"inaccuracy", {50, 1000}},
    [VERDICT_MISTAKE] = {"mistake", {100, 2000}},
    [VERDICT_BLUNDER] = {"blunder", {200, 4000}},
};

/* Named like the levels of play (arena/levels.h), between what those lose of what lots
   would, in six games each against themselves:

              random  novice  beginner  casual  club  expert
       ur       1.07     .86       .65     .46   .25     .09
       senet    1.02     .87       .67     .61   .46     .31
       awari     .96     .89       .67     .50   .42     .22
       cave     1.02     .91       .68     .62   .28     .27  */
static const struct {
    const char *word;
    int below;
} grades[N_GRADES] = {
    {"master", 80},  {"expert", 220},   {"club", 400},
    {"casual", 580}, {"beginner", 760}, {"novice", 0},
};

static int64_t thousandths(int n)
{
    return n * (REVIEW_ONE / 1000);
}

const char *verdict_word(enum verdict verdict)
{
    return verdicts[verdict].word;
}

int64_t verdict_from(enum analysis_unit unit, enum verdict verdict)
{
    return thousandths(verdicts[verdict].from[unit == UNIT_STONES]);
}

const char *grade_word(int grade)
{
    return grade < 0 ? "none" : grades[grade].word;
}

int grade_below(int grade)
{
    return grades[grade].below;
}
