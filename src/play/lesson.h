/* SPDX-License-Identifier: MIT */
/* lesson.h - a first lesson: 6 to 12 positions, each with a rule and a question.

       lesson_source.h --> lesson_cases.c   which cases hold in a rule set
                           lesson_steps.c   which of them become steps, and their order
                           lesson_text.c    the rule, the question, hints
                           lesson.c         answers, back and forth, finished lessons
                               |
               cli/cmd_lesson.c (line mode), tui/tui_lesson.c (full screen)

   A step is a spec case that holds in the rule set of the lesson, which the rules check
   again.  What is asked follows from the case:

       a move with a property     win, capture, swap, leave the board, throw again, ...
       the only legal move        that no piece can move: "pass"
       any legal move             yes or no: may this move be played?
       who has won, on a board where the game is over

   There is no terminal code and no code for one game here. */
#ifndef PLAY_LESSON_H
#define PLAY_LESSON_H

#include "analyse/facts.h"
#include "play/lesson_source.h"

enum { LESSON_MAX_STEPS = 12, LESSON_TEXT = 800 /* bytes */, LESSON_OPTIONS = 3 };

enum lesson_goal {
    GOAL_ANY_MOVE,
    GOAL_ONLY_MOVE,
    GOAL_FACT,   /* a move with the fact of the step */
    GOAL_PASS,   /* no move is legal */
    GOAL_REFUSE, /* may this move be played?  No. */
    GOAL_RESULT, /* who has won? */
};

struct lesson_step {
    const struct lesson_case *shown;
    lus_pos pos;
    int throw; /* 0 without dice; LUS_ANY_THROW: of no importance */
    enum lesson_goal goal;
    enum fact_kind fact;        /* GOAL_FACT */
    lus_move move;              /* a right answer, if the answer is a move */
    char refused[LUS_MAX_TEXT]; /* GOAL_REFUSE: the move */
    int right;                  /* option that is right: GOAL_REFUSE, GOAL_RESULT */
    int stage;                  /* steps are sorted by it: see lesson_steps.c */
    bool answered;
};

struct lesson {
    const lus_rules *rules;
    const struct lesson_source *source;
    int n, at; /* steps; the step that is asked, n after the last one */
    int hints; /* given for this step */
    int wrong; /* wrong answers so far, of the whole lesson */
    struct lesson_step step[LESSON_MAX_STEPS];
};

/* What an answer was. */
enum lesson_verdict {
    LESSON_RIGHT,
    LESSON_WRONG,   /* legal, but not what was asked; or refused by a rule */
    LESSON_UNKNOWN, /* not understood: nothing has changed */
};

/* Chooses the steps of a rule set from the sources (`game` NULL at the end).  False: no case
   can be asked about. */
bool lesson_open(struct lesson *l, const struct lesson_source *sources,
                 const lus_rules *r);

/* The step that is asked; NULL after the last one. */
const struct lesson_step *lesson_step(const struct lesson *l);
/* To the next step, to the one before it (false: it is the first one). */
void lesson_next(struct lesson *l);
bool lesson_back(struct lesson *l);

/* The number of steps that were not answered. */
int lesson_skipped(const struct lesson *l);

/* The choices of a question that is not answered by a move ("yes", "no"); returns their
   number, 0 if a move is asked for. */
int lesson_options(const struct lesson *l, const char *names[LESSON_OPTIONS]);

/* Answers with a legal move or LUS_PASS, with an option, or with a typed line: a move,
   "pass", or an option (its name, its first letter, its number).  `why` is a sentence for
   the person. */
enum lesson_verdict lesson_answer_move(struct lesson *l, lus_move m,
                                       char why[LESSON_TEXT]);
enum lesson_verdict lesson_answer_option(struct lesson *l, int option,
                                         char why[LESSON_TEXT]);
enum lesson_verdict lesson_answer_text(struct lesson *l, const char *typed,
                                       char why[LESSON_TEXT]);
/* Whether a typed line is a move of the step, legal or not. */
bool lesson_is_move(const struct lesson *l, const char *typed);
/* A hint; the second one for a step gives the answer. */
void lesson_hint(struct lesson *l, char text[LESSON_TEXT]);

/* A move as an example of what can be typed, "0-2"; "" if there is none. */
void lesson_example(const struct lesson *l, char move[LUS_MAX_TEXT]);
/* "Goal: be the first to ..."; one or two sentences of the rules of a step, with their
   numbers; what is asked; the position after the answer. */
void lesson_goal_text(const struct lesson *l, char text[LESSON_TEXT]);
void lesson_rule_text(const struct lesson *l, char text[LESSON_TEXT]);
void lesson_question(const struct lesson *l, char text[LESSON_TEXT]);

/* Finished lessons are the file "lessons" of the state folder.  lesson_finished writes the
   day ("2026-11-16") and returns whether there is one; lesson_remember returns false if it
   cannot be written, errno says why. */
enum { LESSON_DAY = 11 };
bool lesson_finished(const lus_rules *r, char day[LESSON_DAY]);
bool lesson_remember(const lus_rules *r);

#endif
