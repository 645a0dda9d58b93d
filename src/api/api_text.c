/* SPDX-License-Identifier: MIT */
/* api_text.c - see api_internal.h: keys by which texts of the engine are translated.

       reason, "the last piece is off"   ->   "reason.the-last-piece-is-off"
       refuse, "H4: 26 must be hit ..."  ->   "refuse.h4-26-must-be-hit-..."

   web/strings/ has the translations; test/browser checks that none is missing. */
#include "api/api_internal.h"

/* Lower-case letters and digits stay, everything else becomes '-'. */
static char key_character(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '-';
}

/* Several '-' become one, and there is none at the beginning or the end. */
void api_key_write(struct json *j, const char *kind, const char *text)
{
    char key[API_MESSAGE];
    struct text t = text_on(key, sizeof key);
    text_str(&t, kind);
    text_char(&t, '.');
    for (char last = '-'; *text; text++) {
        char c = key_character(*text);
        if (c != '-' || (last != '-' && text[1]))
            text_char(&t, c);
        last = c;
    }
    json_string(j, "key", key);
}
