/* SPDX-License-Identifier: MIT */
/* throws.c - where the throw of a turn comes from: dice committed to before the game,
   what somebody types beside a real board, or a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/cli.h"
#include "cli/play.h"
#include "os/entropy.h"

static bool keep(struct throws *t, int value)
{
    if (t->n == t->cap) {
        int cap = t->cap ? 2 * t->cap : 64;
        int8_t *more = realloc(t->list, (size_t)cap);
        if (!more)
            return false;
        t->list = more;
        t->cap = cap;
    }
    t->list[t->n++] = (int8_t)value;
    return true;
}

/* Numbers with anything but digits between them; `#` begins a remark. */
static int read_list(struct throws *t, const lus_rules *r, const char *path)
{
    FILE *file = fopen(path, "r");
    int line = 1, c, status = 0;
    if (!file)
        return print_failure("the throws in '%s' cannot be read", path);
    while (!status && (c = getc(file)) != EOF) {
        if (c == '#')
            while ((c = getc(file)) != EOF && c != '\n')
                continue;
        if (c == '\n')
            line++;
        if (c == EOF || strchr(" \t\r\n,", c))
            continue;
        if (c < '0' || c > '9' || !lus_is_throw(r, c - '0'))
            status = print_failure("'%s', line %d: expected a throw of %s", path, line,
                                lus_rules_name(r));
        else if (!keep(t, c - '0'))
            status = print_failure("out of memory");
    }
    fclose(file);
    return status;
}

/* What the record already holds was thrown; it need not be asked again. */
static int keep_record(struct throws *t, const struct record *record)
{
    const lus_game *g = record ? record_game(record) : NULL;
    bool kept = true;
    for (int i = 0; g && i < lus_game_rolloffs(g); i++)
        kept = kept && keep(t, lus_game_rolloff_at(g, i));
    for (int i = 0; g && i < lus_game_plies(g); i++)
        kept = kept && keep(t, lus_game_throw_at(g, i));
    return kept ? 0 : print_failure("out of memory");
}

static int open_dice(struct dice *d, const struct setup *s)
{
    const char *nonce = s->begin ? record_tag(s->begin, "DiceNonce") : NULL;
    lus_fault fault;
    int status = !s->seed              ? dice_from_system(d)
                 : s->resumed && nonce ? dice_from_pair(d, s->seed, nonce, &fault)
                                       : dice_from_text(d, s->seed, &fault);
    if (status >= 0)
        return 0;
    return s->seed ? print_fault("seed", s->seed, &fault)
                   : print_failure("the system gives no random numbers; use --seed");
}

int throws_open(struct throws *t, const struct setup *s)
{
    *t = (struct throws){.kind = THROWS_FAIR};
    int status = open_dice(&t->dice, s);
    if (status)
        return status;
    if (!lus_has_dice(s->rules)) {
        t->kind = THROWS_NONE;
        return s->dice ? print_usage_error("%s has no dice", lus_rules_name(s->rules)) : 0;
    }
    if (!s->dice || !strcmp(s->dice, "fair"))
        return 0;
    t->kind = strcmp(s->dice, "ask") ? THROWS_LISTED : THROWS_ASKED;
    return t->kind == THROWS_ASKED ? keep_record(t, s->begin)
                                   : read_list(t, s->rules, s->dice);
}

void throws_close(struct throws *t)
{
    free(t->list);
}

/* The sticks of a value nobody saw thrown: the marked ones first. */
static int plain_faces(const lus_rules *r, int value)
{
    for (int marked = 0; marked <= r->dice.sticks; marked++)
        if (r->dice.value_of_marked[marked] == value)
            return (1 << marked) - 1;
    return 0;
}

static void print_values(const lus_rules *r)
{
    for (int i = 0; i < lus_throws(r); i++)
        printf("%s%d", i ? " " : "", lus_throw_value(r, i));
}

/* Asks until a throw is typed and keeps it. */
static enum step ask(struct play *p, const char *who)
{
    char prompt[96], line[MAX_LINE];
    snprintf(prompt, sizeof prompt, "What did %s throw? ", who);
    for (;;) {
        enum line_state state = line_ask(&p->terminal, prompt, line);
        if (state == LINE_END || (state == LINE_READ && !strcmp(line, "quit")))
            return STEP_QUIT;
        if (state == LINE_INTERRUPTED)
            return STEP_INTERRUPTED;
        if (state == LINE_READ && !strcmp(line, "undo") && play_undo(p))
            return STEP_AGAIN;
        if (state == LINE_READ && line[0] >= '0' && line[0] <= '9' && !line[1] &&
            lus_is_throw(p->rules, line[0] - '0'))
            return keep(&p->throws, line[0] - '0') ? STEP_ON : STEP_FAILED;
        fputs("Type what the sticks show (", stdout);
        print_values(p->rules);
        puts("), 'undo' or 'quit'.");
    }
}

enum step throws_next(struct play *p, const char *who)
{
    struct throws *t = &p->throws;
    int plies = lus_game_plies(p->game), k = lus_game_rolloffs(p->game) + plies;
    int given = plies ? LUS_ANY_THROW : record_first_throw(p->record);
    if (t->kind == THROWS_NONE) {
        p->throw = p->faces = 0;
        return STEP_ON;
    }
    if (given == LUS_ANY_THROW && t->kind == THROWS_FAIR) {
        p->throw = dice_throw(&t->dice, p->rules, (uint64_t)k, &p->faces);
        return STEP_ON;
    }
    if (given == LUS_ANY_THROW && k >= t->n) {
        if (t->kind == THROWS_LISTED) {
            puts("The file has no more throws.");
            return STEP_QUIT;
        }
        enum step step = ask(p, who);
        if (step != STEP_ON)
            return step;
    }
    p->throw = given == LUS_ANY_THROW ? t->list[k] : given;
    p->faces = plain_faces(p->rules, p->throw);
    return STEP_ON;
}
