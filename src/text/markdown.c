/* SPDX-License-Identifier: MIT */
/* markdown.c - Markdown as plain text: one function for each kind of block.

       # Heading           HEADING    bold
       text text           PARAGRAPH  wrapped
       - item              LIST       wrapped, indented by 2
       H10. rule           RULE       wrapped, indented by 5
           +---+           VERBATIM   four blanks: copied, two blanks less
       | a | b |           TABLE      columns aligned, the last one wrapped

   A line decides by its first characters which block it begins (block_of); a block ends
   where another one begins or at an empty line. */
#include <string.h>
#include "text/markdown.h"

enum { INDENT = 2, RULE_INDENT = 5, MAX_CELLS = 8, MIN_CELL = 12 };

enum block { BLANK, HEADING, VERBATIM, TABLE, LIST, RULE, PARAGRAPH };

/* The state while a page is written. */
struct rendering {
    struct buffer *out;
    const char *const *line; /* the next one */
    int width;
    bool bold;
    enum block last; /* BLANK before the first block */
    int column;      /* characters in the current line of a wrapped text */
};

/* ---- lines ---- */

/* Bytes of a rule's label such as "H10."; 0: the line does not start with one. */
static size_t rule_label(const char *s)
{
    size_t digits = *s >= 'A' && *s <= 'Z' ? strspn(s + 1, "0123456789") : 0;
    return digits && s[1 + digits] == '.' && s[2 + digits] == ' ' ? digits + 2 : 0;
}

static enum block block_of(const char *s)
{
    if (!s[strspn(s, " ")])
        return BLANK;
    if (*s == '#')
        return HEADING;
    if (*s == '|')
        return TABLE;
    if (!strncmp(s, "    ", 4))
        return VERBATIM;
    if (!strncmp(s, "- ", 2))
        return LIST;
    return rule_label(s) ? RULE : PARAGRAPH;
}

/* A blank line between two blocks, but not between the items of a list. */
static void open_block(struct rendering *r, enum block kind)
{
    bool items = kind == r->last && (kind == LIST || kind == RULE);
    if (r->last != BLANK && !items)
        buffer_str(r->out, "\n");
    r->last = kind;
    r->column = 0;
}

static void print_fill(struct rendering *r, char c, int n)
{
    for (; n > 0; n--)
        buffer_bytes(r->out, &c, 1);
}

/* Columns that a text takes: characters, without the marks of `code`. */
static int characters(const char *s, size_t n)
{
    int count = 0;
    for (size_t i = 0; i < n; i++)
        count += ((unsigned char)s[i] & 0xc0) != 0x80 && s[i] != '`';
    return count;
}

/* Without the marks of `code`. */
static void print_unmarked(struct rendering *r, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (s[i] != '`')
            buffer_bytes(r->out, s + i, 1);
}

/* Appends the words of `s` to a text that starts at column `indent` and ends at `width`;
   r->column is 0 at its beginning. */
static void print_words(struct rendering *r, const char *s, size_t n, int indent)
{
    for (const char *end = s + n; s < end;) {
        size_t blanks = strspn(s, " ");
        if (s + blanks >= end)
            return;
        s += blanks;
        size_t bytes = strcspn(s, " ");
        if (bytes > (size_t)(end - s))
            bytes = (size_t)(end - s);
        int columns = characters(s, bytes);
        if (r->column && indent + r->column + 1 + columns > r->width) {
            buffer_str(r->out, "\n");
            print_fill(r, ' ', indent);
            r->column = 0;
        }
        if (r->column) {
            buffer_str(r->out, " ");
            r->column++;
        }
        print_unmarked(r, s, bytes);
        r->column += columns;
        s += bytes;
    }
}

/* ---- blocks: each starts at r->line and leaves r->line behind itself ---- */

static void print_heading(struct rendering *r)
{
    const char *s = *r->line++;
    s += strspn(s, "# ");
    buffer_str(r->out, r->bold ? "\033[1m" : "");
    print_unmarked(r, s, strlen(s));
    buffer_str(r->out, r->bold ? "\033[0m\n" : "\n");
}

/* Blank lines inside the block stay, those behind it do not. */
static void print_verbatim(struct rendering *r)
{
    int blank = 0;
    for (; *r->line; r->line++) {
        enum block kind = block_of(*r->line);
        if (kind != VERBATIM && kind != BLANK)
            break;
        if (kind == BLANK) {
            blank++;
            continue;
        }
        for (; blank; blank--)
            buffer_str(r->out, "\n");
        buffer_str(r->out, *r->line + INDENT);
        buffer_str(r->out, "\n");
    }
}

/* A paragraph, an item or a rule: its first line from `s` on and all lines up to the next
   block.  Lines of an item may be indented by any number of blanks. */
static void print_paragraph(struct rendering *r, const char *s, int indent)
{
    print_words(r, s, strlen(s), indent);
    for (r->line++; *r->line; r->line++) {
        enum block kind = block_of(*r->line);
        if (kind != PARAGRAPH && (kind != VERBATIM || !indent))
            break;
        print_words(r, *r->line, strlen(*r->line), indent);
    }
    buffer_str(r->out, "\n");
}

static void print_item(struct rendering *r)
{
    buffer_str(r->out, "- ");
    print_paragraph(r, *r->line + 2, INDENT);
}

static void print_rule(struct rendering *r)
{
    const char *s = *r->line;
    size_t label = rule_label(s);
    buffer_bytes(r->out, s, label);
    print_fill(r, ' ', RULE_INDENT - (int)label);
    print_paragraph(r, s + label, RULE_INDENT);
}

/* ---- tables ---- */

/* The cells of one row; they point into the line. */
struct row_cells {
    const char *text[MAX_CELLS];
    size_t bytes[MAX_CELLS];
    int n;
};

static struct row_cells cells_of(const char *line)
{
    struct row_cells c = {.n = 0};
    for (const char *s = line + 1; *s && c.n < MAX_CELLS; c.n++) {
        s += strspn(s, " ");
        size_t n = strcspn(s, "|");
        const char *next = s + n + (s[n] == '|');
        while (n && s[n - 1] == ' ')
            n--;
        c.text[c.n] = s;
        c.bytes[c.n] = n;
        s = next + strspn(next, " ");
    }
    return c;
}

/* The line below the header: | --- | --- | */
static bool is_ruler(const char *line)
{
    return !line[strspn(line, "|-: ")];
}

static void measure_cells(const struct row_cells *c, int widths[MAX_CELLS])
{
    for (int i = 0; i < c->n; i++) {
        int n = characters(c->text[i], c->bytes[i]);
        widths[i] = n > widths[i] ? n : widths[i];
    }
}

/* The last cell is wrapped below itself. */
static void print_cells(struct rendering *r, const struct row_cells *c,
                        const int widths[MAX_CELLS])
{
    int at = INDENT;
    print_fill(r, ' ', INDENT);
    for (int i = 0; i < c->n; i++) {
        r->column = 0;
        if (i + 1 == c->n) {
            print_words(r, c->text[i], c->bytes[i], at);
        } else {
            print_unmarked(r, c->text[i], c->bytes[i]);
            print_fill(r, ' ', widths[i] + 2 - characters(c->text[i], c->bytes[i]));
        }
        at += widths[i] + 2;
    }
    buffer_str(r->out, "\n");
}

static void print_ruler(struct rendering *r, int columns, const int widths[MAX_CELLS])
{
    int at = INDENT;
    print_fill(r, ' ', INDENT);
    for (int i = 0; i < columns; i++) {
        int rest = r->width - at > MIN_CELL ? r->width - at : MIN_CELL;
        print_fill(r, '-', widths[i] < rest ? widths[i] : rest);
        print_fill(r, ' ', i + 1 < columns ? 2 : 0);
        at += widths[i] + 2;
    }
    buffer_str(r->out, "\n");
}

/* Two passes: the widths of the columns, then the rows. */
static void print_table(struct rendering *r)
{
    int widths[MAX_CELLS] = {0}, columns = 0;
    for (const char *const *l = r->line; *l && block_of(*l) == TABLE; l++) {
        struct row_cells c = cells_of(*l);
        if (!is_ruler(*l))
            measure_cells(&c, widths);
        columns = c.n;
    }
    for (; *r->line && block_of(*r->line) == TABLE; r->line++) {
        struct row_cells c = cells_of(*r->line);
        if (is_ruler(*r->line))
            print_ruler(r, columns, widths);
        else
            print_cells(r, &c, widths);
    }
}

void markdown_render(struct buffer *b, const char *const *lines, int width, bool bold)
{
    struct rendering r = {b, lines, width, bold, BLANK, 0};
    while (*r.line) {
        enum block kind = block_of(*r.line);
        if (kind == BLANK) {
            r.line++;
            continue;
        }
        open_block(&r, kind);
        switch (kind) {
        case HEADING:
            print_heading(&r);
            break;
        case VERBATIM:
            print_verbatim(&r);
            break;
        case TABLE:
            print_table(&r);
            break;
        case LIST:
            print_item(&r);
            break;
        case RULE:
            print_rule(&r);
            break;
        default:
            print_paragraph(&r, *r.line, 0);
        }
    }
}
