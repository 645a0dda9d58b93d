/* SPDX-License-Identifier: MIT */
/* lesson.c - see lesson.h: answers, back and forth, finished lessons. */
#include <stdio.h>
#include <string.h>
#include "os/clock.h"
#include "play/lesson_internal.h"
#include "play/settings.h"
#include "text/move_input.h"
#include "text/nearest.h"

static const struct settings_file finished_file = {FOLDER_STATE, "lessons"};

/* "ur" is the game of "ur:finkel". */
bool lesson_open(struct lesson *l, const struct lesson_source *sources,
                 const lus_rules *r)
{
    size_t n = strcspn(lus_rules_name(r), ":");
    *l = (struct lesson){.rules = r};
    for (; sources->game && !l->source; sources++)
        if (strlen(sources->game) == n && !strncmp(sources->game, lus_rules_name(r), n))
            l->source = sources;
    if (l->source)
        lesson_choose_steps(l);
    return l->n > 0;
}

/* ---- back and forth ---- */

const struct lesson_step *lesson_step(const struct lesson *l)
{
    return l->at < l->n ? &l->step[l->at] : NULL;
}

void lesson_next(struct lesson *l)
{
    l->at += l->at < l->n;
    l->hints = 0;
}

bool lesson_back(struct lesson *l)
{
    if (!l->at)
        return false;
    l->at--;
    l->hints = 0;
    return true;
}

int lesson_skipped(const struct lesson *l)
{
    int n = 0;
    for (int i = 0; i < l->n; i++)
        n += !l->step[i].answered;
    return n;
}

/* ---- answers ---- */

int lesson_options(const struct lesson *l, const char *names[LESSON_OPTIONS])
{
    const struct lesson_step *s = lesson_step(l);
    if (s->goal == GOAL_REFUSE) {
        names[0] = "yes";
        names[1] = "no";
        return 2;
    }
    if (s->goal != GOAL_RESULT)
        return 0;
    names[0] = lus_side_name(l->rules, 0);
    names[1] = lus_side_name(l->rules, 1);
    names[2] = "draw";
    return 3;
}

/* "Right. Pieces jump freely (U3)." */
static enum lesson_verdict right(struct lesson *l, struct text *t)
{
    struct lesson_step *s = &l->step[l->at];
    s->answered = true;
    text_str(t, "Right. ");
    text_str(t, s->shown->title);
    text_str(t, " (");
    text_str(t, s->shown->rules);
    text_str(t, ").");
    return LESSON_RIGHT;
}

/* Counts the wrong answer; the step stays. */
static enum lesson_verdict wrong(struct lesson *l)
{
    l->wrong++;
    return LESSON_WRONG;
}

/* Whether a legal move, or a pass, is what the step asks for. */
static bool is_right_move(const struct lesson *l, lus_move m)
{
    const struct lesson_step *s = lesson_step(l);
    if (s->goal == GOAL_PASS || m == LUS_PASS)
        return s->goal == GOAL_PASS && m == LUS_PASS;
    return s->goal != GOAL_FACT ||
           lesson_has_fact(l->rules, &s->pos, s->throw, m, s->fact);
}

/* The move that was played becomes the one that front ends show. */
enum lesson_verdict lesson_answer_move(struct lesson *l, lus_move m,
                                       char why[LESSON_TEXT])
{
    struct lesson_step *s = &l->step[l->at];
    struct text t = text_on(why, LESSON_TEXT);
    char move[LUS_MAX_TEXT];
    if (is_right_move(l, m)) {
        s->move = m;
        return right(l, &t);
    }
    lus_move_format(l->rules, &s->pos, m, move);
    text_str(&t, move);
    text_str(&t, " is legal, but not what is asked. ");
    lesson_write_task(&t, l->rules, s);
    return wrong(l);
}

/* Why the move of a GOAL_REFUSE step is refused: "U3: your own piece stands there". */
static void write_refusal(struct text *t, const struct lesson *l)
{
    const struct lesson_step *s = lesson_step(l);
    lus_fault fault;
    lus_move m;
    if (lus_move_parse(l->rules, &s->pos, s->throw, s->refused, &m, &fault) < 0) {
        text_str(t, " ");
        text_str(t, fault.expected);
        text_str(t, ".");
    }
}

/* The reason is the refusal of the rules, or the title of the case. */
enum lesson_verdict lesson_answer_option(struct lesson *l, int option,
                                         char why[LESSON_TEXT])
{
    const struct lesson_step *s = lesson_step(l);
    struct text t = text_on(why, LESSON_TEXT);
    if (option == s->right && s->goal == GOAL_REFUSE) {
        l->step[l->at].answered = true;
        text_str(&t, "Right.");
        write_refusal(&t, l);
        return LESSON_RIGHT;
    }
    if (option == s->right)
        return right(l, &t);
    text_str(&t, "No.");
    if (s->goal == GOAL_REFUSE)
        write_refusal(&t, l);
    else {
        text_str(&t, " ");
        text_str(&t, s->shown->title);
        text_str(&t, ".");
    }
    return wrong(l);
}

/* ---- typed answers ---- */

/* The option that was typed: its name, its first letter or its number; -1: none. */
static int typed_option(const char *typed, const char *const *names, int n)
{
    for (int i = 0; i < n; i++) {
        char number[2] = {(char)('1' + i), '\0'}, letter[2] = {names[i][0], '\0'};
        if (name_equals(typed, names[i]) || name_equals(typed, letter) ||
            !strcmp(typed, number))
            return i;
    }
    return -1;
}

/* "Answer yes or no, or type 'help'." */
static enum lesson_verdict unknown_option(const char *const *names, int n, struct text *t)
{
    text_str(t, "Answer ");
    for (int i = 0; i < n; i++) {
        text_str(t, i == 0 ? "" : i == n - 1 ? " or " : ", ");
        text_str(t, names[i]);
    }
    text_str(t, ", or type 'help'.");
    return LESSON_UNKNOWN;
}

/* A move of the first step that has one. */
void lesson_example(const struct lesson *l, char move[LUS_MAX_TEXT])
{
    move[0] = '\0';
    for (int i = 0; i < l->n && !move[0]; i++)
        if (l->step[i].move != LUS_PASS)
            lus_move_format(l->rules, &l->step[i].pos, l->step[i].move, move);
}

/* A bare number could be a number of a list, which a lesson does not show. */
static bool is_number(const char *typed)
{
    return *typed && !typed[strspn(typed, "0123456789")];
}

bool lesson_is_move(const struct lesson *l, const char *typed)
{
    const struct lesson_step *s = lesson_step(l);
    const char *names[LESSON_OPTIONS];
    lus_fault fault;
    lus_move m;
    if (lesson_options(l, names) || is_number(typed))
        return false;
    int status = move_input_parse(l->rules, &s->pos, s->throw, typed, &m, &fault);
    return status == 0 || status == LUS_EILLEGAL;
}

/* Options first: "South" is not a move. */
enum lesson_verdict lesson_answer_text(struct lesson *l, const char *typed,
                                       char why[LESSON_TEXT])
{
    const struct lesson_step *s = lesson_step(l);
    const char *names[LESSON_OPTIONS];
    char example[LUS_MAX_TEXT];
    struct text t = text_on(why, LESSON_TEXT);
    lus_fault fault = {0};
    lus_move m;
    int n = lesson_options(l, names), option = typed_option(typed, names, n);
    if (n)
        return option < 0 ? unknown_option(names, n, &t)
                          : lesson_answer_option(l, option, why);
    int status = is_number(typed)
                     ? LUS_ETEXT
                     : move_input_parse(l->rules, &s->pos, s->throw, typed, &m, &fault);
    if (status == 0)
        return lesson_answer_move(l, m, why);
    if (status == LUS_EILLEGAL) {
        text_str(&t, fault.expected);
        text_str(&t, ".");
        return wrong(l);
    }
    lesson_example(l, example);
    text_str(&t, "Type a move, for example ");
    text_str(&t, example);
    text_str(&t, ", or 'hint', 'skip', 'back', 'quit'.");
    return LESSON_UNKNOWN;
}

/* ---- hints ---- */

/* "The legal moves are 0-2, 4-6."; false: one or none, which would be the answer. */
static bool write_legal_moves(const struct lesson *l, struct text *t)
{
    const struct lesson_step *s = lesson_step(l);
    lus_move moves[LUS_MAX_MOVES];
    char text[LUS_MAX_TEXT];
    int n = lus_moves(l->rules, &s->pos, s->throw, moves);
    for (int i = 0; n > 1 && i < n; i++) {
        lus_move_format(l->rules, &s->pos, moves[i], text);
        text_str(t, i ? ", " : "The legal moves are ");
        text_str(t, text);
    }
    text_str(t, n > 1 ? "." : "");
    return n > 1;
}

/* "The answer is 4-6." */
static void write_answer(const struct lesson *l, struct text *t)
{
    const struct lesson_step *s = lesson_step(l);
    const char *names[LESSON_OPTIONS];
    char move[LUS_MAX_TEXT] = "pass";
    int n = lesson_options(l, names);
    if (s->goal != GOAL_PASS && !n)
        lus_move_format(l->rules, &s->pos, s->move, move);
    text_str(t, "The answer is ");
    text_str(t, n ? names[s->right] : move);
    text_str(t, ".");
}

/* The whole rule, if the step quotes only a part of it. */
static bool write_whole_rule(const struct lesson *l, struct text *t)
{
    char quoted[LESSON_TEXT];
    lesson_rule_text(l, quoted);
    lesson_write_rules(t, l);
    return strcmp(quoted, t->buf) != 0;
}

/* Where a move is asked for, the legal ones; where the rule is the question, all of it; the
   second hint, or one that would say nothing new, is the answer. */
void lesson_hint(struct lesson *l, char text[LESSON_TEXT])
{
    const struct lesson_step *s = lesson_step(l);
    const char *names[LESSON_OPTIONS];
    struct text t = text_on(text, LESSON_TEXT);
    bool first = l->hints++ == 0,
         about_rule = s->goal == GOAL_PASS || lesson_options(l, names);
    if (first && !about_rule && write_legal_moves(l, &t))
        return;
    if (first && write_whole_rule(l, &t))
        return;
    t = text_on(text, LESSON_TEXT);
    write_answer(l, &t);
}

/* ---- finished lessons ---- */

bool lesson_finished(const lus_rules *r, char day[LESSON_DAY])
{
    char value[SETTING_BYTES];
    if (!settings_get_in(&finished_file, lus_rules_name(r), value))
        return false;
    snprintf(day, LESSON_DAY, "%.10s", value);
    return true;
}

bool lesson_remember(const lus_rules *r)
{
    char day[CLOCK_DATE];
    clock_date(day);
    return settings_set_in(&finished_file, lus_rules_name(r), day);
}
