/* SPDX-License-Identifier: MIT */
/* cmd_rules.c - lusoria rules: the rules of a game as a page of text (see rules_pages.h).

       rules_print
         add_sections      the lines of doc/rules/GAME.md that concern the rule set
         markdown_render   Markdown to plain text, at most 78 columns (text/markdown.h)
         page_print        a screen at a time (terminal.h)

   A draft is an array of pointers to lines; the texts stay where they are: in the built-in
   page, or in the variables of rules_print. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/cli.h"
#include "cli/rules_pages.h"
#include "text/markdown.h"

enum { MAX_PAGE_LINES = 1000, MAX_WIDTH = 78 };

/* The Markdown of one page, as it is put together. */
struct draft {
    const char *line[MAX_PAGE_LINES + 1]; /* NULL at the end */
    int n;
};

/* Adds a line; lines beyond MAX_PAGE_LINES are dropped.  The longest page has 244. */
static void add_line(struct draft *d, const char *line)
{
    if (d->n < MAX_PAGE_LINES)
        d->line[d->n++] = line;
    d->line[d->n] = NULL;
}

/* ---- the parts of a page ---- */

/* The length of "ur" in "ur:finkel". */
static size_t game_length(const lus_rules *r)
{
    return strcspn(lus_rules_name(r), ":");
}

/* Whether two rule sets belong to the same game. */
static bool same_game(const lus_rules *a, const lus_rules *b)
{
    size_t n = game_length(a);
    return n == game_length(b) && !memcmp(lus_rules_name(a), lus_rules_name(b), n);
}

/* The lines of the page of a rule set's game; NULL: this build has none. */
static const char *const *page_of(const lus_rules *r)
{
    size_t n = game_length(r);
    for (const struct rules_page *p = rules_pages; p->game; p++)
        if (strlen(p->game) == n && !strncmp(p->game, lus_rules_name(r), n))
            return p->lines;
    return NULL;
}

/* Adds the lines of a page that are to be shown.  The title and the heading with the name
   of the rule set are left out: rules_print writes its own. */
static void add_sections(struct draft *d, const char *const *page, const lus_rules *r,
                         bool appendix)
{
    bool shown = !appendix;
    for (; *page; page++) {
        const char *name = strncmp(*page, "## ", 3) ? NULL : *page + 3;
        bool of_rules = name && strchr(name, ':');
        if (name && !strcmp(name, "Appendix"))
            shown = appendix;
        else if (name && !appendix)
            shown = !of_rules || !strcmp(name, lus_rules_name(r));
        if (shown && !of_rules && strncmp(*page, "# ", 2) != 0)
            add_line(d, *page);
    }
}

/* "Other rule sets of this game: ur:blitz, ur:masters"; empty if there are none. */
static void write_others(struct text *t, const lus_rules *r)
{
    const lus_rules *other;
    for (int i = 0; (other = lus_rules_at(i)); i++)
        if (other != r && same_game(other, r)) {
            text_str(t, t->len ? ", " : "Other rule sets of this game: ");
            text_str(t, lus_rules_name(other));
        }
}

/* ---- printing ---- */

/* Prints a text a screen at a time; its line feeds are overwritten. */
static void print_text(const struct terminal *t, char *text)
{
    struct draft page = {.n = 0};
    for (char *end; (end = strchr(text, '\n')); text = end + 1) {
        *end = '\0';
        add_line(&page, text);
    }
    page_print(t, page.line);
}

/* Our own title and description come first; the last two lines name what else there is. */
char *rules_text(const lus_rules *r, bool appendix, int columns, bool bold)
{
    char title[100], about[300], more[500], others[500];
    struct text rest = text_on(others, sizeof others);
    struct draft d = {.n = 0};
    struct buffer b = {0};
    size_t n;
    const char *const *page = page_of(r);
    if (!page)
        return NULL;
    snprintf(title, sizeof title, "# %s", lus_rules_title(r));
    snprintf(about, sizeof about, "%s: %s.", lus_rules_name(r), lus_rules_about(r));
    snprintf(more, sizeof more, "For programmers: %.300s rules %s --appendix",
             program_name(), lus_rules_name(r));
    write_others(&rest, r);
    add_line(&d, title);
    add_line(&d, about);
    add_line(&d, "");
    add_sections(&d, page, r, appendix);
    for (int i = 0; i < (appendix ? 0 : 2); i++) {
        add_line(&d, "");
        add_line(&d, i ? more : others);
    }
    markdown_render(&b, d.line, columns, bold);
    return buffer_take(&b, &n);
}

int rules_print(const struct terminal *t, const lus_rules *r, bool appendix)
{
    int columns = terminal_columns();
    if (!page_of(r))
        return print_failure("this build has no page of rules for %s", lus_rules_name(r));
    char *text =
        rules_text(r, appendix, columns < MAX_WIDTH ? columns : MAX_WIDTH, t->look.color);
    if (!text)
        return print_error_code(LUS_EMEMORY);
    print_text(t, text);
    free(text);
    return EXIT_DONE;
}

/* The games with the names of their rule sets, a paragraph each. */
static int print_list(void)
{
    const lus_rules *r, *last = NULL;
    printf("The rules of a game: %s rules GAME[:RULES], for example '%s rules ur'.\n",
           program_name(), program_name());
    for (int i = 0; (r = lus_rules_at(i)); last = r, i++) {
        if (!last || !same_game(last, r))
            printf("\n%s\n", lus_rules_title(r));
        printf("  %-16s %s\n", lus_rules_name(r), lus_rules_about(r));
    }
    return EXIT_DONE;
}

/* Without a game: the list of all games. */
int cmd_rules(const struct command *self, int argc, char **argv)
{
    const char *name;
    bool appendix = false;
    struct terminal t;
    const struct option options[] = {
        {"appendix", 0, OPTION_FLAG, &appendix, 0, 0, NULL,
         "texts of positions and moves, numbers to check programs against"},
        {0}};
    int n = options_read(self, options, argc, argv, &name, 0, 1);
    if (n < 0)
        return -1 - n;
    if (!n)
        return print_list();
    const lus_rules *r = find_rules(name);
    if (!r || terminal_open(&t, NULL, false))
        return EXIT_FAILED;
    return rules_print(&t, r, appendix);
}
