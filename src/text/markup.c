/* SPDX-License-Identifier: MIT */
/* markup.c - see markup.h.

   A start tag stays open (in_tag) until the first content or the end of the element, so that
   attributes can follow markup_open.  While an attribute is written in parts, in_tag is
   false: markup_text and markup_int then write into the value. */
#include <string.h>
#include "text/markup.h"
#include "text/utf8.h"

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

/* The escape of a special character; NULL: it is not special. */
static const char *entity(char c)
{
    switch (c) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    }
    return NULL;
}

static bool is_visible_above_ascii(const char *s, size_t n)
{
    size_t size;
    return n && (unsigned char)*s >= 0x80 && utf8_is_visible(s, n, &size);
}

/* A joiner that joins: `after_wide` says that a visible character outside ASCII is before
   it, and another one follows. */
static bool joins(const char *s, size_t left, size_t size, bool after_wide)
{
    return after_wide && utf8_is_joiner(s, left) &&
           is_visible_above_ascii(s + size, left - size);
}

static void put_escaped(struct buffer *out, const char *s, bool keep_lines)
{
    size_t size;
    bool wide = false; /* the character before is visible and not ASCII */
    for (size_t left = strlen(s); left; s += size, left -= size) {
        bool visible = utf8_is_visible(s, left, &size) || joins(s, left, size, wide);
        wide = is_visible_above_ascii(s, left);
        if (entity(*s))
            buffer_str(out, entity(*s));
        else if (visible || (keep_lines && *s == '\n'))
            buffer_bytes(out, s, size);
        else
            buffer_str(out, REPLACEMENT);
    }
}

/* Called before content: ends the start tag, if that is still to be done. */
static void end_tag(struct markup *m)
{
    if (m->in_tag)
        buffer_str(m->out, ">");
    m->in_tag = false;
}

struct markup markup_on(struct buffer *out)
{
    return (struct markup){.out = out};
}

void markup_open(struct markup *m, const char *name)
{
    end_tag(m);
    if (m->depth < MARKUP_DEPTH)
        m->open[m->depth] = name;
    else
        m->out->failed = true;
    m->depth++;
    buffer_str(m->out, "<");
    buffer_str(m->out, name);
    m->in_tag = true;
}

void markup_open_class(struct markup *m, const char *name, const char *class)
{
    markup_open(m, name);
    markup_attr(m, "class", class);
}

void markup_close(struct markup *m)
{
    end_tag(m);
    m->depth--;
    buffer_str(m->out, "</");
    buffer_str(m->out, m->depth < MARKUP_DEPTH ? m->open[m->depth] : "");
    buffer_str(m->out, ">");
}

void markup_close_empty(struct markup *m)
{
    buffer_str(m->out, "/>");
    m->depth--;
    m->in_tag = false;
}

void markup_open_path(struct markup *m, const char *class)
{
    markup_open_class(m, "path", class);
    markup_attr_begin(m, "d");
}

void markup_close_path(struct markup *m)
{
    markup_attr_end(m);
    markup_close_empty(m);
}

void markup_element(struct markup *m, const char *name, const char *class,
                    const char *text)
{
    markup_open(m, name);
    if (class)
        markup_attr(m, "class", class);
    markup_text(m, text);
    markup_close(m);
}

void markup_attr_begin(struct markup *m, const char *name)
{
    buffer_str(m->out, " ");
    buffer_str(m->out, name);
    buffer_str(m->out, "=\"");
    m->in_tag = false; /* what follows is the value */
}

void markup_attr_end(struct markup *m)
{
    buffer_str(m->out, "\"");
    m->in_tag = true;
}

void markup_attr(struct markup *m, const char *name, const char *value)
{
    markup_attr_begin(m, name);
    put_escaped(m->out, value, false);
    markup_attr_end(m);
}

void markup_attr_int(struct markup *m, const char *name, int64_t value)
{
    markup_attr_begin(m, name);
    buffer_int(m->out, value);
    markup_attr_end(m);
}

void markup_text(struct markup *m, const char *s)
{
    end_tag(m);
    put_escaped(m->out, s, false);
}

void markup_lines(struct markup *m, const char *s)
{
    end_tag(m);
    put_escaped(m->out, s, true);
}

void markup_int(struct markup *m, int64_t n)
{
    end_tag(m);
    buffer_int(m->out, n);
}

void markup_raw(struct markup *m, const char *s)
{
    end_tag(m);
    buffer_str(m->out, s);
}

void markup_raw_int(struct markup *m, const char *before, int64_t n)
{
    markup_raw(m, before);
    markup_int(m, n);
}
