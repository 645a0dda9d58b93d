/* SPDX-License-Identifier: MIT */
/* throw_source.c - see throw_source.h. */
#include <stdlib.h>
#include <string.h>
#include "core/array.h"
#include "core/rules.h"
#include "core/text.h"
#include "play/throw_source.h"

bool throws_add(struct throw_source *t, int value)
{
    if (!array_reserve(&t->list, &t->cap, (size_t)t->n + 1, sizeof *t->list))
        return false;
    t->list[t->n++] = (int8_t)value;
    return true;
}

bool throws_add_game(struct throw_source *t, const lus_game *g)
{
    bool added = true;
    for (int i = 0; i < lus_game_rolloffs(g); i++)
        added = added && throws_add(t, lus_game_rolloff_at(g, i));
    for (int i = 0; i < lus_game_plies(g); i++)
        added = added && throws_add(t, lus_game_throw_at(g, i));
    return added;
}

int throws_parse(struct throw_source *t, const lus_rules *r, const char *text, size_t n,
                 lus_fault *fault)
{
    struct scan s = {.text = text, .len = n, .fault = fault};
    for (; s.at < n; s.at++) {
        char c = text[s.at];
        if (c == '#') {
            const char *end = memchr(text + s.at, '\n', n - s.at);
            s.at = end ? (size_t)(end - text) : n;
        } else if (c >= '0' && c <= '9' && lus_is_throw(r, c - '0')) {
            if (!throws_add(t, c - '0'))
                return LUS_EMEMORY;
        } else if (!c || !strchr(" \t\r\n,", c)) {
            return scan_expect(&s, "a throw of this game");
        }
    }
    return 0;
}

int throw_faces(const lus_rules *r, int value)
{
    for (int marked = 0; marked <= r->dice.sticks; marked++)
        if (r->dice.value_of_marked[marked] == value)
            return (1 << marked) - 1;
    return 0;
}

bool throws_get(const struct throw_source *t, const lus_rules *r, int k, int *value,
                int *faces)
{
    switch (t->kind) {
    case THROWS_NONE:
        *value = *faces = 0;
        return true;
    case THROWS_FAIR:
        *value = dice_throw(&t->dice, r, (uint64_t)k, faces);
        return true;
    case THROWS_TYPED:
    case THROWS_LISTED:
        if (k >= t->n)
            return false;
        *value = t->list[k];
        *faces = throw_faces(r, *value);
        return true;
    }
    return false;
}

void throws_free(struct throw_source *t)
{
    free(t->list);
    t->list = NULL;
    t->n = 0;
    t->cap = 0;
}
