/* SPDX-License-Identifier: MIT */
/* tutor.c - what the program thinks of a person's moves: hints when asked for, and with
   --tutor a warning before a move that loses too much. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "cli/analysis.h"
#include "cli/play.h"
#include "os/clock.h"

/* What the moves of this turn are worth, to be freed; NULL if it cannot be told. */
static struct analysis *looked_at(const struct play *p)
{
    struct analyse_limits limits = {.search = p->setup->limits};
    struct analysis *a;
    limits.search.now_ms = clock_ms;
    limits.search.stop = interrupt_flag();
    return analyse(p->game, p->throw, &limits, &a) < 0 ? NULL : a;
}

static int index_of(const struct play *p, lus_move m)
{
    int i = 0;
    while (i < p->n_moves - 1 && p->moves[i] != m)
        i++;
    return i;
}

/* " 3) A7  55.1 %, 2.0 % behind" */
static void hint_entry(const struct play *p, const struct analysis *a, int i,
                       char out[MAX_ENTRY])
{
    int value = a->move[i].value, n = show_entry(p, index_of(p, a->move[i].move), out);
    struct text t = text_on(out + n, (size_t)(MAX_ENTRY - n));
    text_str(&t, "  ");
    text_value(&t, a, value);
    text_win(&t, a, value);
    if (value < a->value) {
        text_str(&t, ", ");
        text_loss(&t, a, value);
        text_str(&t, " behind");
    }
}

void tutor_hint(const struct play *p)
{
    struct analysis *a = looked_at(p);
    if (!a)
        return;
    if (a->depth)
        printf("Best first (%s, depth %d):\n", a->source, a->depth);
    else
        printf("Best first (%s):\n", a->exact ? "perfect, from a table" : a->source);
    for (int i = 0; i < a->n; i++) {
        char entry[MAX_ENTRY];
        hint_entry(p, a, i, entry);
        printf("     %s\n", entry);
        show_reason(&p->terminal, a, i, 9);
    }
    free(a);
}

/* ---- the tutor ---- */

int tutor_threshold(const char *text)
{
    char *end;
    double value = strtod(text, &end);
    bool plain = strspn(text, "0123456789.") == (size_t)(end - text) && end > text;
    if (!plain || (*end && strcmp(end, "%") != 0) || !(value >= 0 && value <= 100))
        return 0;
    return 1 + (int)(value * 100 + 0.5);
}

/* Hundredths of a percent, or of a stone. */
static int64_t loss_of(const struct analysis *a, const struct analysis_move *m)
{
    int64_t loss = value_millionths(a, a->value) - value_millionths(a, m->value);
    return a->unit == UNIT_STONES ? loss / 10000 : loss / 100;
}

static void warn(const struct play *p, const struct analysis *a, int i)
{
    char loss[LUS_MAX_TEXT], said[LUS_MAX_TEXT + 80];
    struct text t = text_on(loss, sizeof loss);
    text_loss(&t, a, a->move[i].value);
    snprintf(said, sizeof said, "Tutor: that loses %s%s against the best move%s.", loss,
             a->unit == UNIT_STONES ? " stones" : "",
             a->move[i].exact && a->move[0].exact ? "" : ", it seems");
    ink_print(&p->terminal, INK_MARK);
    print_wrapped(said);
    ink_print(&p->terminal, INK_PLAIN);
    show_reason(&p->terminal, a, i, 2);
}

/* Enter, "no" and anything else but "yes" take the move back. */
static enum step insist(struct play *p, lus_move m)
{
    char line[MAX_LINE];
    switch (line_ask(&p->terminal, "Play it all the same (yes / no)? ", line)) {
    case LINE_END:
        return STEP_QUIT;
    case LINE_INTERRUPTED:
        return STEP_INTERRUPTED;
    case LINE_READ:
        if (!strcasecmp(line, "yes") || !strcasecmp(line, "y"))
            return play_move(p, m);
        break;
    case LINE_LONG:
        break;
    }
    puts("Not played; 'hint' ranks all moves.");
    return STEP_AGAIN;
}

enum step tutor_move(struct play *p, lus_move m)
{
    if (!p->setup->tutor || p->n_moves < 2)
        return play_move(p, m);
    struct analysis *a = looked_at(p);
    int i = 0;
    while (a && i < a->n - 1 && a->move[i].move != m)
        i++;
    bool bad = a && loss_of(a, &a->move[i]) >= p->setup->tutor;
    if (bad)
        warn(p, a, i);
    free(a);
    return bad ? insist(p, m) : play_move(p, m);
}
