/* SPDX-License-Identifier: MIT */
/* record_tags.c - see record_internal.h: the words and tags of all formats.

       [Game "ur:finkel"]     in quotes; \" and \\ inside them
       [Rules finkel]         without quotes (RGN): up to the bracket

   raw_read reads all tags of a game before the first is interpreted, because the order of
   tags is free: Position needs the rules, which may follow it.  Each raw tag keeps the
   offset of its value, so that a fault found later is reported at the right byte. */
#include <string.h>
#include "record/record_internal.h"

const char *const foreign_names[] = {"Rules", "Light",  "Variant", "South", "North",
                                     "FEN",   "Stones", "Outcome", NULL};

/* ---- words ---- */

static bool is_white(int c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

void scan_white(struct scan *s)
{
    while (is_white(scan_peek(s)))
        s->at++;
}

size_t scan_word_end(const struct scan *s)
{
    size_t end = s->at;
    while (end < s->len && !is_white(s->text[end]) && !strchr("{}[]", s->text[end]))
        end++;
    return end;
}

int scan_inner(struct scan *s, size_t at, const lus_fault *inner)
{
    return scan_fault(s, inner->code, at + inner->at, inner->expected);
}

/* ---- tags ---- */

const struct raw_tag *raw_find(const struct raw_tags *tags, const char *name)
{
    for (int i = 0; i < tags->n; i++)
        if (!strcmp(tags->tag[i].name, name))
            return &tags->tag[i];
    return NULL;
}

static bool is_name(int c, bool first)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
           (!first && c >= '0' && c <= '9');
}

static int read_name(struct scan *s, char name[RECORD_MAX_NAME + 1])
{
    int n = 0;
    while (n < RECORD_MAX_NAME && is_name(scan_peek(s), n == 0))
        name[n++] = s->text[s->at++];
    name[n] = '\0';
    return n ? 0 : scan_expect(s, "the name of a tag");
}

/* A value after its opening quote: "say \"x\"" is say "x". */
static int read_value(struct scan *s, char value[RECORD_MAX_VALUE + 1])
{
    int n = 0;
    while (n < RECORD_MAX_VALUE && scan_peek(s) >= ' ' && scan_peek(s) != '"') {
        if (scan_take(s, '\\') && scan_peek(s) != '"' && scan_peek(s) != '\\')
            return scan_expect(s, "'\"' or '\\' after '\\'");
        value[n++] = s->text[s->at++];
    }
    value[n] = '\0';
    return scan_take(s, '"') ? 0 : scan_expect(s, "'\"' at the end of the value");
}

/* A value as in RGN: up to the bracket, without trailing blanks. */
static int read_bare_value(struct scan *s, char value[RECORD_MAX_VALUE + 1])
{
    int n = 0;
    while (n < RECORD_MAX_VALUE && scan_peek(s) >= ' ' && !strchr("[]\"", scan_peek(s)))
        value[n++] = s->text[s->at++];
    while (n && value[n - 1] == ' ')
        n--;
    value[n] = '\0';
    return n ? 0 : scan_expect(s, "the value of the tag");
}

/* [Name "value"] or [Name value] */
static int read_tag(struct scan *s, struct raw_tags *tags)
{
    struct raw_tag *tag = &tags->tag[tags->n];
    size_t begin = s->at++;
    int status;
    if (tags->n == RECORD_MAX_TAGS)
        return scan_fault(s, LUS_ESPACE, begin, "at most 64 tags");
    if ((status = read_name(s, tag->name)) < 0)
        return status;
    if (raw_find(tags, tag->name))
        return scan_fault(s, LUS_ETEXT, begin + 1, "each tag only once");
    if (!is_white(scan_peek(s)))
        return scan_expect(s, "a blank after the name of the tag");
    scan_white(s);
    tag->bare = !scan_take(s, '"');
    tag->at = s->at;
    status = tag->bare ? read_bare_value(s, tag->value) : read_value(s, tag->value);
    if (status < 0)
        return status;
    scan_white(s);
    tags->n++;
    return scan_take(s, ']') ? 0 : scan_expect(s, "']' at the end of the tag");
}

int raw_read(struct scan *s, struct raw_tags *tags)
{
    tags->n = 0;
    for (scan_white(s); scan_peek(s) == '['; scan_white(s)) {
        int status = read_tag(s, tags);
        if (status < 0)
            return status;
    }
    return 0;
}

static const char *our_name(const struct tag_name *names, const char *theirs)
{
    for (; names->theirs; names++)
        if (!strcmp(names->theirs, theirs))
            return names->ours;
    return theirs;
}

int record_keep_tags(struct scan *s, struct record *r, const struct raw_tags *tags,
                     const struct tag_name *names, const char *unknown)
{
    for (int i = 0; i < tags->n; i++) {
        const struct raw_tag *tag = &tags->tag[i];
        const char *name = our_name(names, tag->name);
        bool kept = name && (!unknown || strcmp(tag->value, unknown) != 0);
        int status = kept ? record_set_tag(r, name, tag->value) : 0;
        if (status < 0 && status != LUS_ESTATE)
            return scan_fault(s, status, tag->at, "a value without control characters");
    }
    return 0;
}

int record_decide_at(struct scan *s, struct record *r, int result, const char *reason,
                     size_t at)
{
    int status = record_decide(r, result, reason);
    if (status == LUS_EMEMORY)
        return scan_fault(s, status, at, "memory");
    return status < 0 ? scan_fault(s, LUS_ETEXT, at, "another reason for the result") : 0;
}
