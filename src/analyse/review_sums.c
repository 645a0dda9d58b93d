/* SPDX-License-Identifier: MIT */
/* review_sums.c - the sums of a review over its plies: luck, loss, verdicts, moments, grade. */
#include "analyse/review_internal.h"

/* Inserts an inaccuracy or worse into the list of the REVIEW_MOMENTS largest losses; the
   earlier ply comes first among equal ones. */
static void add_moment(const struct review *v, struct review_player *p, int ply)
{
    int at = p->n_moments;
    if (v->ply[ply].verdict < VERDICT_INACCURACY)
        return;
    while (at > 0 && v->ply[p->moment[at - 1]].loss < v->ply[ply].loss)
        at--;
    if (at == REVIEW_MOMENTS)
        return;
    p->n_moments += p->n_moments < REVIEW_MOMENTS;
    for (int i = p->n_moments - 1; i > at; i--)
        p->moment[i] = p->moment[i - 1];
    p->moment[at] = ply;
}

static void add_ply(struct review *v, int i)
{
    const struct review_ply *ply = &v->ply[i];
    struct review_player *p = &v->player[ply->player];
    p->plies++;
    p->unforced += ply->n_moves >= 2;
    p->verdicts[ply->verdict]++;
    p->luck += ply->luck;
    p->loss += ply->loss;
    p->random_loss += ply->random_loss;
    add_moment(v, p, i);
    if (ply->luck > 0 && (p->luckiest < 0 || ply->luck > v->ply[p->luckiest].luck))
        p->luckiest = i;
    if (ply->luck < 0 && (p->unluckiest < 0 || ply->luck < v->ply[p->unluckiest].luck))
        p->unluckiest = i;
    v->n_exact += ply->exact;
    if (ply->exact)
        return;
    v->depth_min = !v->depth_min || ply->depth < v->depth_min ? ply->depth : v->depth_min;
    v->depth_max = ply->depth > v->depth_max ? ply->depth : v->depth_max;
}

void review_sum_up(struct review *v)
{
    for (int i = 0; i < v->n; i++)
        add_ply(v, i);
    v->exact = v->n_exact == v->n;
    for (int k = 0; k < 2; k++) {
        struct review_player *p = &v->player[k];
        p->mean_loss = p->unforced ? p->loss / p->unforced : 0;
        p->random_loss = p->unforced ? p->random_loss / p->unforced : 0;
        p->grade = grade_of_player(v->rules, p);
    }
    for (int k = 0; k < 2; k++) {
        struct review_player *p = &v->player[k];
        p->loss += p->forfeit;
        p->adjusted = p->result - p->luck + v->player[!k].luck;
    }
}
