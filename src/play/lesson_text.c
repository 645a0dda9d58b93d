/* SPDX-License-Identifier: MIT */
/* lesson_text.c - the words of a lesson: see lesson.h and see lesson_internal.h.

   A rule of the rules page may have five sentences; a step quotes the one or two that have
   most words in common with its subject: what is asked and the title of the case. */
#include <ctype.h>
#include <string.h>
#include "play/lesson_internal.h"

/* Sentences of a step, and how many and how many bytes of them are quoted; letters that make
   two words the same. */
enum { MAX_SENTENCES = 32, MAX_QUOTED = 2, MAX_QUOTE = 260, STEM = 5 };

/* A sentence of a rule. */
struct lesson_sentence {
    const char *number, *text;
    size_t n;
    int score;
    bool quoted;
};

/* ---- sentences ---- */

/* The length of the first sentence: it ends at a full stop, but not at "...". */
static size_t sentence_length(const char *text)
{
    for (size_t i = 1; *text && text[i]; i++)
        if (text[i] == '.' && text[i - 1] != '.' && (!text[i + 1] || text[i + 1] == ' '))
            return i + 1;
    return strlen(text);
}

/* The number of letters at the start of a text. */
static size_t letters(const char *s, size_t n)
{
    size_t i = 0;
    while (i < n && isalpha((unsigned char)s[i]))
        i++;
    return i;
}

/* How many words of a text have the same first letters. */
static int count_word(const char *text, const char *word, size_t n)
{
    int count = 0;
    for (; *text; text++) {
        size_t length = letters(text, strlen(text)), same = 0;
        if (!length)
            continue;
        while (same < n && same < length && same < STEM &&
               tolower((unsigned char)text[same]) == tolower((unsigned char)word[same]))
            same++;
        count += same == STEM || (same == n && same == length);
        text += length - 1;
    }
    return count;
}

/* Words of four letters and more that the sentence shares with the subject.  Characters
   beyond ASCII cost something, because not every terminal shows them. */
static int score_sentence(const char *subject, const char *s, size_t n)
{
    int score = 0;
    for (size_t i = 0; i < n; i++) {
        size_t length = letters(s + i, n - i);
        if (length >= 4)
            score += 2 * count_word(subject, s + i, length);
        if ((unsigned char)s[i] >= 0x80)
            score--;
        i += length ? length - 1 : 0;
    }
    return score;
}

/* Words that rules use about the facts that a step asks for. */
static const char *fact_words(const struct lesson_step *s)
{
    switch (s->goal == GOAL_FACT ? s->fact : FACTS_AGAINST) {
    case FACT_WINS:
        return "wins win last";
    case FACT_CAPTURES:
        return "captured landing enemy back";
    case FACT_SWAPS:
        return "swap swapped enemy landing";
    case FACT_HOME:
        return "leaves leave bearing beyond";
    case FACT_AGAIN:
        return "again extra throw same player";
    case FACT_BACK:
        return "returns return falls back";
    case FACT_ENTERS:
        return "enters entering";
    default:
        return "";
    }
}

/* The subject of a step: the title, what is asked, why a move is refused. */
static void write_subject(const struct lesson *l, char text[LESSON_TEXT])
{
    const struct lesson_step *s = lesson_step(l);
    struct text t = text_on(text, LESSON_TEXT);
    lus_fault fault;
    lus_move m;
    text_str(&t, s->shown->title);
    text_str(&t, " ");
    text_str(&t, fact_words(s));
    if (s->goal == GOAL_PASS)
        text_str(&t, " passes legal move without");
    if (s->goal == GOAL_REFUSE &&
        lus_move_parse(l->rules, &s->pos, s->throw, s->refused, &m, &fault) < 0) {
        text_str(&t, " illegal ");
        text_str(&t, fault.expected);
    }
}

/* Sentences that refer to other places of the rules page are left out. */
static bool refers_elsewhere(const char *s, size_t n)
{
    static const char *const words[] = {"see above", "given under"};
    for (unsigned k = 0; k < sizeof words / sizeof words[0]; k++)
        for (size_t i = 0; i + strlen(words[k]) <= n; i++)
            if (!strncmp(s + i, words[k], strlen(words[k])))
                return true;
    return false;
}

/* Whether the list has the same sentence: what a rule set adds may complete two rules. */
static bool is_listed(const struct lesson_sentence *list, int count, const char *text,
                      size_t n)
{
    for (int i = 0; i < count; i++)
        if (list[i].n == n && !strncmp(list[i].text, text, n))
            return true;
    return false;
}

/* The sentences of the rules of the step, in the order of the rules page. */
static int list_sentences(const struct lesson *l, struct lesson_sentence *list)
{
    const struct lesson_step *s = lesson_step(l);
    char subject[LESSON_TEXT];
    int count = 0;
    write_subject(l, subject);
    for (const struct lesson_rule *rule = l->source->rules; rule->number; rule++) {
        if (!lesson_rule_applies(rule, l->rules) ||
            !lesson_names_rule(s->shown->rules, rule->number))
            continue;
        size_t n;
        for (const char *at = rule->text; *at && count < MAX_SENTENCES; at += n) {
            at += *at == ' ';
            n = sentence_length(at);
            if (!refers_elsewhere(at, n) && !is_listed(list, count, at, n))
                list[count++] = (struct lesson_sentence){
                    rule->number, at, n, score_sentence(subject, at, n), false};
        }
    }
    return count;
}

/* Appends the quoted sentences, "U3: ..."; a number is written once. */
static void write_sentences(struct text *t, const struct lesson_sentence *list, int n)
{
    const char *number = "";
    for (int i = 0; i < n; i++) {
        if (!list[i].quoted)
            continue;
        text_str(t, t->len ? " " : "");
        if (strcmp(number, list[i].number) != 0) {
            text_str(t, list[i].number);
            text_str(t, ": ");
        }
        number = list[i].number;
        text_bytes(t, list[i].text, list[i].n);
    }
}

/* The best sentence, and the second best if it fits and has to do with the subject. */
void lesson_rule_text(const struct lesson *l, char text[LESSON_TEXT])
{
    struct lesson_sentence list[MAX_SENTENCES];
    struct text t = text_on(text, LESSON_TEXT);
    size_t length = 0;
    int n = list_sentences(l, list);
    for (int k = 0; k < MAX_QUOTED && k < n; k++) {
        int best = -1;
        for (int i = 0; i < n; i++)
            if (!list[i].quoted && (best < 0 || list[i].score > list[best].score))
                best = i;
        if (k && (list[best].score <= 0 || length + list[best].n > MAX_QUOTE))
            break;
        list[best].quoted = true;
        length += list[best].n;
    }
    write_sentences(&t, list, n);
}

void lesson_write_rules(struct text *t, const struct lesson *l)
{
    struct lesson_sentence list[MAX_SENTENCES];
    int n = list_sentences(l, list);
    for (int i = 0; i < n; i++)
        list[i].quoted = true;
    write_sentences(t, list, n);
}

/* The goal of the rule set, or of all rule sets of the game. */
void lesson_goal_text(const struct lesson *l, char text[LESSON_TEXT])
{
    struct text t = text_on(text, LESSON_TEXT);
    for (const struct lesson_rule *rule = l->source->rules; rule->number; rule++)
        if (!strcmp(rule->number, "Goal") && lesson_rule_applies(rule, l->rules) &&
            !t.len) {
            text_str(&t, "Goal: ");
            text_str(&t, rule->text);
        }
}

/* ---- questions ---- */

/* What is asked, for a fact.  Questions fit 58 columns. */
static const char *fact_task(enum fact_kind kind)
{
    switch (kind) {
    case FACT_WINS:
        return "Find the winning move.";
    case FACT_CAPTURES:
        return "Make a capture.";
    case FACT_SWAPS:
        return "Swap with an enemy piece.";
    case FACT_HOME:
        return "Take a piece off the board.";
    case FACT_AGAIN:
        return "Earn another throw.";
    case FACT_LANDS:
        return "Go to a special square.";
    case FACT_ENTERS:
        return "Enter a new piece.";
    case FACT_BACK:
        return "Send your own piece back.";
    default:
        return "";
    }
}

void lesson_write_task(struct text *t, const lus_rules *r, const struct lesson_step *s)
{
    switch (s->goal) {
    case GOAL_ANY_MOVE:
        text_str(t, "Make any legal move.");
        break;
    case GOAL_ONLY_MOVE:
        text_str(t, "Find the only legal move.");
        break;
    case GOAL_FACT:
        text_str(t, fact_task(s->fact));
        break;
    case GOAL_PASS:
        text_str(t, "Move, or pass if you cannot.");
        break;
    case GOAL_REFUSE:
        text_str(t, "May ");
        text_str(t, lus_side_name(r, lus_side(&s->pos)));
        text_str(t, strcmp(s->refused, "pass") ? " play " : " ");
        text_str(t, s->refused);
        text_str(t, "?");
        break;
    case GOAL_RESULT:
        text_str(t, "The game is over. Who has won?");
        break;
    }
}

/* "You are Light and threw 2. ..." */
void lesson_question(const struct lesson *l, char text[LESSON_TEXT])
{
    const struct lesson_step *s = lesson_step(l);
    struct text t = text_on(text, LESSON_TEXT);
    if (s->goal != GOAL_RESULT) {
        text_str(&t, "You are ");
        text_str(&t, lus_side_name(l->rules, lus_side(&s->pos)));
        if (lus_has_dice(l->rules)) {
            text_str(&t, " and threw ");
            text_int(&t, s->throw);
        }
        text_str(&t, ". ");
    }
    lesson_write_task(&t, l->rules, s);
}
