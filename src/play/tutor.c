/* SPDX-License-Identifier: MIT */
/* tutor.c - see tutor.h. */
#include <stdlib.h>
#include <string.h>
#include "os/clock.h"
#include "play/tutor.h"

int tutor_verdict_threshold(const lus_rules *r, enum move_verdict verdict)
{
    int64_t unit = r->score_counts ? REVIEW_ONE / 100 : REVIEW_ONE / 10000;
    return (int)(verdict_threshold(r, verdict) / unit);
}

int tutor_threshold(const lus_rules *r, const char *text)
{
    char *end;
    for (int i = VERDICT_INACCURACY; i < N_VERDICTS; i++)
        if (strcmp(text, verdict_name((enum move_verdict)i)) == 0)
            return tutor_verdict_threshold(r, (enum move_verdict)i);
    double value = strtod(text, &end);
    bool plain = strspn(text, "0123456789.") == (size_t)(end - text) && end > text;
    if (!plain || (*end && strcmp(end, "%") != 0) || !(value >= 0 && value <= 100))
        return 0;
    return 1 + (int)(value * 100 + 0.5);
}

/* The analysis does not depend on the strength of the opponent: a hint against a weak
   opponent must be a good hint.  Two million nodes are at most 0.4 s in every game on an
   AMD EPYC, and a node limit gives the same hint on every machine. */
enum { HINT_NODES = 2000000 };

struct analysis *tutor_analyse(const struct play *p)
{
    struct search_limits limits = p->options->limits;
    limits.depth = 0;
    limits.nodes = HINT_NODES;
    struct analysis *a;
    limits.now_ms = clock_ms;
    limits.stop = p->options->stop;
    return analyse(p->game, p->throw, &limits, &a) < 0 ? NULL : a;
}

/* What move i loses: hundredths of a percent, or of a stone. */
static int64_t loss_of(const struct analysis *a, int i)
{
    int64_t loss = value_millionths(a, a->value) - value_millionths(a, a->move[i].value);
    return a->unit == UNIT_STONES ? loss / 10000 : loss / 100;
}

enum play_step play_try_move(struct play *p, lus_move m)
{
    if (!p->tutor || p->n_moves < 2)
        return play_move(p, m);
    struct analysis *a = tutor_analyse(p);
    enum play_step step = PLAY_ON;
    int i = 0;
    while (a && i < a->n - 1 && a->move[i].move != m)
        i++;
    if (a && loss_of(a, i) >= p->tutor)
        step = p->events->confirm(p->events->arg, p, a, i);
    free(a);
    return step == PLAY_ON ? play_move(p, m) : step;
}
