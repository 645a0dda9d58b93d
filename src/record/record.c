/* SPDX-License-Identifier: MIT */
/* record.c - the record itself: tags, comments and how the game ended.

   The game is the only source of what follows from it (rules, start, moves, result by
   play); only other tags, comments, a throw before the first move and a decision that is not
   by the rules (a crash, time) are stored here.  So a record cannot contradict its game.

       [Game "ur:finkel"]           from the game (derived[])
       [First "Ada"]                tags[]
       [DiceSeed "a1"]              tags[]

       { a remark on the start }    comments[0]
       1. 2/0-2 { on ply 0 }        the game, and comments[1]
       1-0                          from the game, or `decided` */
#include <stdlib.h>
#include <string.h>
#include "core/rules.h"
#include "record/record.h"
#include "text/utf8.h"

struct record_tag_value {
    char *name, *value;
};

struct record {
    lus_game *game;
    struct record_tag_value *tags;
    int n_tags, cap_tags;
    char **comments; /* [ply + 1] */
    int n_comments;
    size_t comment_bytes; /* of all comments, at most RECORD_MAX_COMMENTS */
    int first_throw;
    int decided; /* enum record_result given to record_decide, */
    char *why;   /* and the reason */
};

/* Tags that follow from the game; they are written, but cannot be set. */
static const char *const derived[] = {"Game",   "Position", "RollOff", "Dark",
                                      "Result", "Reason",   NULL};

struct record *record_new(lus_game *game)
{
    struct record *r = game ? calloc(1, sizeof *r) : NULL;
    if (!r) {
        lus_game_free(game);
        return NULL;
    }
    r->game = game;
    r->first_throw = LUS_ANY_THROW;
    return r;
}

void record_free(struct record *r)
{
    if (!r)
        return;
    for (int i = 0; i < r->n_tags; i++) {
        free(r->tags[i].name);
        free(r->tags[i].value);
    }
    for (int i = 0; i < r->n_comments; i++)
        free(r->comments[i]);
    free(r->tags);
    free(r->comments);
    free(r->why);
    lus_game_free(r->game);
    free(r);
}

void record_list_free(struct record **list, int count)
{
    for (int i = 0; i < count; i++)
        record_free(list[i]);
    free(list);
}

/* The capacity is the next power of two, so it need not be stored: the list is full exactly
   if n is a power of two (or 0). */
int record_list_add(struct record ***list, int n, struct record *r)
{
    if (n & (n - 1)) {
        (*list)[n] = r;
        return 0;
    }
    struct record **more =
        realloc(*list, sizeof(struct record *) * (size_t)(n ? 2 * n : 1));
    if (!more)
        return LUS_EMEMORY;
    *list = more;
    more[n] = r;
    return 0;
}

lus_game *record_game(const struct record *r)
{
    return r->game;
}

/* ---- tags ---- */

static struct record_tag_value *find_tag(const struct record *r, const char *name)
{
    for (int i = 0; i < r->n_tags; i++)
        if (!strcmp(r->tags[i].name, name))
            return &r->tags[i];
    return NULL;
}

const char *record_tag(const struct record *r, const char *name)
{
    const struct record_tag_value *tag = find_tag(r, name);
    return tag ? tag->value : NULL;
}

int record_tags(const struct record *r)
{
    return r->n_tags;
}

void record_tag_at(const struct record *r, int i, const char **name, const char **value)
{
    *name = r->tags[i].name;
    *value = r->tags[i].value;
}

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* A letter or '_', then digits as well; names that follow from the game are refused. */
static int check_name(const char *name)
{
    size_t n = 0;
    for (int i = 0; derived[i]; i++)
        if (!strcmp(name, derived[i]))
            return LUS_ESTATE;
    while (is_letter(name[n]) || name[n] == '_' ||
           (n && name[n] >= '0' && name[n] <= '9'))
        n++;
    return name[n] || n == 0 || n > RECORD_MAX_NAME ? LUS_ETEXT : 0;
}

/* UTF-8 without control characters. */
static int check_text(const char *text)
{
    size_t n = strlen(text);
    for (size_t at = 0; at < n;) {
        int size = utf8_character(text + at, n - at);
        if (!size)
            return LUS_ETEXT;
        at += (size_t)size;
    }
    return 0;
}

/* The tags after it move up, so the others keep their order. */
static void remove_tag(struct record *r, struct record_tag_value *tag)
{
    free(tag->name);
    free(tag->value);
    r->n_tags--;
    size_t behind = (size_t)(r->tags + r->n_tags - tag);
    memmove(tag, tag + 1, behind * sizeof *tag);
}

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

/* Makes room for one more tag; the array doubles. */
static int reserve_tag(struct record *r)
{
    if (r->tags && r->n_tags < r->cap_tags)
        return 0;
    int cap = r->cap_tags ? 2 * r->cap_tags : 8;
    struct record_tag_value *more = realloc(r->tags, sizeof *more * (size_t)cap);
    if (!more)
        return LUS_EMEMORY;
    r->tags = more;
    r->cap_tags = cap;
    return 0;
}

/* Takes over `value`, also on failure. */
static int add_tag(struct record *r, const char *name, char *value)
{
    char *key = copy_text(name);
    if (!key || reserve_tag(r) < 0) {
        free(key);
        free(value);
        return LUS_EMEMORY;
    }
    r->tags[r->n_tags++] = (struct record_tag_value){key, value};
    return 0;
}

int record_set_tag(struct record *r, const char *name, const char *value)
{
    struct record_tag_value *tag = find_tag(r, name);
    int status = check_name(name);
    if (status == 0 && value)
        status = strlen(value) > RECORD_MAX_VALUE ? LUS_ESPACE : check_text(value);
    if (status < 0)
        return status;
    if (!value) {
        if (tag)
            remove_tag(r, tag);
        return 0;
    }
    if (!tag && r->n_tags == RECORD_MAX_TAGS)
        return LUS_ESPACE;
    char *copy = copy_text(value);
    if (!copy)
        return LUS_EMEMORY;
    if (!tag)
        return add_tag(r, name, copy);
    free(tag->value);
    tag->value = copy;
    return 0;
}

/* ---- comments ---- */

const char *record_comment(const struct record *r, int ply)
{
    return ply + 1 < r->n_comments ? r->comments[ply + 1] : NULL;
}

static bool is_white(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* A copy with single blanks for white space, none at the ends; NULL: out of memory. */
static char *collapse_blanks(const char *text)
{
    char *copy = malloc(strlen(text) + 1), *to = copy;
    if (!copy)
        return NULL;
    for (; *text; text++)
        if (!is_white(*text))
            *to++ = *text;
        else if (to > copy && to[-1] != ' ')
            *to++ = ' ';
    if (to > copy && to[-1] == ' ')
        to--;
    *to = '\0';
    return copy;
}

/* Makes room for the comment of a ply; the array at least doubles. */
static int reserve_comment(struct record *r, int ply)
{
    if (ply + 1 < r->n_comments)
        return 0;
    int n = ply + 2 + r->n_comments;
    char **more = realloc(r->comments, sizeof *more * (size_t)n);
    if (!more)
        return LUS_EMEMORY;
    for (int i = r->n_comments; i < n; i++)
        more[i] = NULL;
    r->comments = more;
    r->n_comments = n;
    return 0;
}

/* 0 without a text. */
static size_t length(const char *text)
{
    return text ? strlen(text) : 0;
}

/* The new text is complete before the old one is freed, so a failure changes nothing.  An
   empty comment removes the old one. */
int record_set_comment(struct record *r, int ply, const char *text)
{
    char *comment = NULL;
    if (ply < -1 || ply >= RECORD_MAX_PLIES)
        return LUS_ERANGE;
    if (text && !(comment = collapse_blanks(text)))
        return LUS_EMEMORY;
    int status = reserve_comment(r, ply);
    const char *old = record_comment(r, ply);
    size_t bytes = r->comment_bytes + length(comment) - length(old);
    if (comment && status == 0 && (strpbrk(comment, "{}") || check_text(comment) < 0))
        status = LUS_ETEXT;
    else if (status == 0 && bytes > RECORD_MAX_COMMENTS)
        status = LUS_ESPACE;
    if (status < 0 || (comment && !*comment)) {
        free(comment);
        comment = NULL;
    }
    if (status < 0)
        return status;
    free(r->comments[ply + 1]);
    r->comments[ply + 1] = comment;
    r->comment_bytes = bytes;
    return 0;
}

/* ---- the beginning and the end ---- */

int record_first_throw(const struct record *r)
{
    return r->first_throw;
}

int record_set_first_throw(struct record *r, int throw)
{
    const lus_rules *rules = lus_game_rules(r->game);
    if (throw != LUS_ANY_THROW && !(lus_has_dice(rules) && lus_is_throw(rules, throw)))
        return LUS_ERANGE;
    r->first_throw = throw;
    return 0;
}

/* A result of the game counts more than a decision: a game that is over has none. */
int record_result(const struct record *r)
{
    lus_end end = lus_game_end(r->game);
    if (!end.over)
        return r->decided;
    if (end.winner < 0)
        return RECORD_DRAW;
    return lus_game_player(r->game, end.winner) ? RECORD_SECOND : RECORD_FIRST;
}

/* Words for the reasons that follow from the game; NULL: the normal end. */
static const char *const reasons[] = {[LUS_BY_RULE] = NULL,
                                      [LUS_BY_NO_MOVE] = "no move",
                                      [LUS_BY_REPETITION] = "repetition",
                                      [LUS_BY_RESIGNATION] = "resignation"};

const char *record_reason(const struct record *r)
{
    lus_end end = lus_game_end(r->game);
    if (end.over)
        return reasons[end.reason];
    return r->decided ? r->why : NULL;
}

/* A resignation is played in the game itself.  The other reasons follow from the moves, so
   they cannot be decided from outside. */
static int decide_by_rule(struct record *r, int result, const char *reason)
{
    int loser = result == RECORD_FIRST;
    if (strcmp(reason, "resignation") != 0 || result == RECORD_DRAW)
        return LUS_ESTATE;
    return lus_game_resign(r->game, lus_game_player(r->game, 0) == loser ? 0 : 1);
}

int record_decide(struct record *r, int result, const char *reason)
{
    if (lus_game_end(r->game).over)
        return LUS_ESTATE;
    if (result < RECORD_OPEN || result > RECORD_DRAW)
        return LUS_ERANGE;
    if (result && (!reason || !*reason || strlen(reason) > RECORD_MAX_VALUE ||
                   check_text(reason) < 0))
        return LUS_ETEXT;
    for (int i = LUS_BY_NO_MOVE; result && i <= LUS_BY_RESIGNATION; i++)
        if (!strcmp(reason, reasons[i]))
            return decide_by_rule(r, result, reason);
    char *why = result ? copy_text(reason) : NULL;
    if (result && !why)
        return LUS_EMEMORY;
    free(r->why);
    r->why = why;
    r->decided = result;
    return 0;
}
