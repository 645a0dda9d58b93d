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

/* The mean loss of an unforced decision. */
static const struct {
    const char *word;
    int below[2];
} grades[N_GRADES] = {
    {"flawless", {1, 20}}, {"master", {5, 100}}, {"expert", {10, 250}},
    {"strong", {20, 500}}, {"fair", {40, 1000}}, {"casual", {80, 2000}},
    {"beginner", {0, 0}},
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
    return grade < 0 ? "no decisions" : grades[grade].word;
}

int64_t grade_below(enum analysis_unit unit, int grade)
{
    return thousandths(grades[grade].below[unit == UNIT_STONES]);
}
