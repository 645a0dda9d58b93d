/* SPDX-License-Identifier: MIT */
/* lesson_internal.h - what the files of the lessons share. */
#ifndef PLAY_LESSON_INTERNAL_H
#define PLAY_LESSON_INTERNAL_H

#include "play/lesson.h"

/* Chooses and sorts the steps of l->rules from l->source; sets l->step and l->n. */
void lesson_choose_steps(struct lesson *l);
/* Sets the position and the throw of a step from its case; false: this rule set has no such
   position. */
bool lesson_read_board(const lus_rules *r, struct lesson_step *s);
/* Whether everything that the case says about moves holds in a rule set; `moves` are the n
   legal ones. */
bool lesson_case_holds(const lus_rules *r, const struct lesson_step *s,
                       const lus_move *moves, int n);
/* Whether a legal move has a fact. */
bool lesson_has_fact(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
                     enum fact_kind kind);
/* Whether a rule of the source applies to a rule set. */
bool lesson_rule_applies(const struct lesson_rule *rule, const lus_rules *r);
/* Whether "U3" is among the numbers "U2,U3". */
bool lesson_names_rule(const char *numbers, const char *number);
/* Copies the next word, up to a blank, of at most `size` bytes with its NUL and
   returns the text behind it; NULL: there is no word, or it is too long. */
const char *lesson_word(const char *text, char *word, size_t size);
/* Appends "Make a capture.": what is asked, without the throw. */
void lesson_write_task(struct text *t, const lus_rules *r, const struct lesson_step *s);
/* Appends all sentences of the rules of a step. */
void lesson_write_rules(struct text *t, const struct lesson *l);

#endif
