/* SPDX-License-Identifier: MIT */
/* html_page.c - see html_page.h. */
#include "report/html_page.h"
#include "text/csp.h"

static void put_lines(struct markup *m, const char *element, const char *const *lines)
{
    markup_open(m, element);
    for (; *lines; lines++)
        markup_raw(m, *lines);
    markup_close(m);
    markup_raw(m, "\n");
}

/* Forbids everything except the style sheets and the script. */
static void put_policy(struct markup *m, const struct html_page *p)
{
    markup_raw(m, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
                  "'none'; base-uri 'none'; form-action 'none'; style-src");
    for (int i = 0; i < HTML_STYLES && p->style[i]; i++) {
        markup_raw(m, " ");
        csp_hash_source(m->out, p->style[i]);
    }
    if (p->script) {
        markup_raw(m, "; script-src ");
        csp_hash_source(m->out, p->script);
    }
    markup_raw(m, "\">\n");
}

void html_page_begin(struct markup *m, const struct html_page *p)
{
    markup_raw(m,
               "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
               "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
               "<meta name=\"referrer\" content=\"no-referrer\">\n"
               "<meta name=\"color-scheme\" content=\"light dark\">\n");
    put_policy(m, p);
    markup_open(m, "title");
}

void html_page_body(struct markup *m, const struct html_page *p)
{
    markup_close(m);
    markup_raw(m, "\n");
    for (int i = 0; i < HTML_STYLES && p->style[i]; i++)
        put_lines(m, "style", p->style[i]);
    markup_raw(m, "</head>\n<body>\n");
}

void html_page_end(struct markup *m, const struct html_page *p)
{
    markup_raw(m, "<footer>");
    markup_raw(m, p->footer);
    markup_raw(m, "</footer>\n");
    if (p->script)
        put_lines(m, "script", p->script);
    markup_raw(m, "</body>\n</html>\n");
}
