/* SPDX-License-Identifier: MIT */
/* lesson_cases.c - reads spec cases and checks whether they hold in a rule set: see
   lesson_internal.h. */
#include <stdlib.h>
#include <string.h>
#include "play/lesson_internal.h"

enum { MAX_WORD = LUS_MAX_TEXT }; /* bytes of a position */

bool lesson_rule_applies(const struct lesson_rule *rule, const lus_rules *r)
{
    return !rule->set || !strcmp(rule->set, lus_rules_name(r));
}

bool lesson_names_rule(const char *numbers, const char *number)
{
    size_t n = strlen(number);
    for (; numbers; numbers = strchr(numbers, ',')) {
        numbers += *numbers == ',';
        if (!strncmp(numbers, number, n) && (!numbers[n] || numbers[n] == ','))
            return true;
    }
    return false;
}

const char *lesson_word(const char *text, char *word, size_t size)
{
    if (!text)
        return NULL;
    text += strspn(text, " ");
    size_t n = strcspn(text, " ");
    if (!n || n >= size)
        return NULL;
    memcpy(word, text, n);
    word[n] = '\0';
    return text + n;
}

bool lesson_has_fact(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
                     enum fact_kind kind)
{
    struct fact facts[MAX_FACTS];
    int n = move_facts(r, p, throw, m, facts);
    for (int i = 0; i < n; i++)
        if (facts[i].kind == kind)
            return true;
    return false;
}

bool lesson_read_board(const lus_rules *r, struct lesson_step *s)
{
    const struct lesson_case *c = s->shown;
    lus_fault fault;
    s->throw = LUS_ANY_THROW;
    if (!c->board)
        lus_start(r, &s->pos);
    else if (lus_pos_parse(r, c->board, &s->pos, &s->throw, &fault) < 0)
        return false;
    if (!lus_has_dice(r))
        s->throw = 0;
    else if (c->throw >= 0)
        s->throw = c->throw;
    else if (c->line && strchr(c->line, '/'))
        s->throw = atoi(c->line);
    return !lus_has_dice(r) || s->throw == LUS_ANY_THROW || lus_is_throw(r, s->throw);
}

/* Whether the legal moves are those of the case. */
static bool moves_hold(const lus_rules *r, const struct lesson_case *c,
                       const struct lesson_step *s, const lus_move *moves, int n)
{
    char word[MAX_WORD], text[LUS_MAX_TEXT];
    const char *at = c->moves;
    if (!at || !strcmp(at, "pass") || !strcmp(at, "none"))
        return !at || n == 0;
    for (int i = 0; i < n; i++) {
        lus_move_format(r, &s->pos, moves[i], text);
        at = lesson_word(at, word, sizeof word);
        if (!at || strcmp(word, text) != 0)
            return false;
    }
    return !lesson_word(at, word, sizeof word);
}

/* Whether the positions after moves are those of the case.  "pass" is not checked: at the
   end of a game it is not a move. */
static bool after_holds(const lus_rules *r, const struct lesson_case *c,
                        const struct lesson_step *s)
{
    char move[MAX_WORD], want[MAX_WORD], got[LUS_MAX_TEXT];
    const char *at = c->after;
    lus_fault fault;
    lus_move m;
    while ((at = lesson_word(at, move, sizeof move)) &&
           (at = lesson_word(at, want, sizeof want))) {
        lus_pos next = s->pos;
        if (!strcmp(move, "pass"))
            continue;
        if (lus_move_parse(r, &s->pos, s->throw, move, &m, &fault) < 0 ||
            lus_play(r, &next, s->throw, m) < 0)
            return false;
        lus_pos_format(r, &next, LUS_ANY_THROW, got);
        if (strcmp(want, got) != 0)
            return false;
    }
    return true;
}

/* Whether the moves of the case are refused by the rules it names. */
static bool refusals_hold(const lus_rules *r, const struct lesson_case *c,
                          const struct lesson_step *s)
{
    char move[MAX_WORD], rule[16];
    const char *at = c->refuse;
    lus_fault fault;
    lus_move m;
    while ((at = lesson_word(at, move, sizeof move)) &&
           (at = lesson_word(at, rule, sizeof rule)))
        if (lus_move_parse(r, &s->pos, s->throw, move, &m, &fault) != LUS_EILLEGAL ||
            strncmp(fault.expected, rule, strlen(rule)) != 0)
            return false;
    return true;
}

bool lesson_case_holds(const lus_rules *r, const struct lesson_step *s,
                       const lus_move *moves, int n)
{
    return moves_hold(r, s->shown, s, moves, n) && after_holds(r, s->shown, s) &&
           refusals_hold(r, s->shown, s);
}
