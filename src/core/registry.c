/* SPDX-License-Identifier: MIT */
/* registry.c - the rule sets by name and by number; names of errors. */
#include <string.h>
#include "core/registry.h"

#define GAME(id) extern const struct game_info id##_game;
#include "core/games.def"
#undef GAME

const struct game_info *game_info_at(int i)
{
    static const struct game_info *const kinds[] = {
#define GAME(id) &id##_game,
#include "core/games.def"
#undef GAME
    };
    return i >= 0 && i < (int)(sizeof kinds / sizeof kinds[0]) ? kinds[i] : NULL;
}

const lus_rules *lus_rules_at(int i)
{
    const struct game_info *game;
    for (int g = 0; i >= 0 && (game = game_info_at(g)); g++) {
        if (i < game->n_sets)
            return &game->sets[i];
        i -= game->n_sets;
    }
    return NULL;
}

int game_index(const lus_rules *r)
{
    const struct game_info *game;
    for (int g = 0; (game = game_info_at(g)); g++)
        if (r >= game->sets && r < game->sets + game->n_sets)
            return g;
    return -1;
}

const struct game_info *game_info_of(const lus_rules *r)
{
    return game_info_at(game_index(r));
}

static bool is_same(const char *a, const char *b)
{
    return a && !strcmp(a, b);
}

const struct game_info *game_with_record_format(const char *format)
{
    const struct game_info *game;
    for (int g = 0; (game = game_info_at(g)) && !is_same(game->record_format, format);)
        g++;
    return game;
}

const struct game_info *game_with_protocol(const char *protocol)
{
    const struct game_info *game;
    for (int g = 0; (game = game_info_at(g)) && !is_same(game->protocol, protocol);)
        g++;
    return game;
}

static const lus_rules *find_alias(const char *name)
{
    const struct game_info *game;
    for (int g = 0; (game = game_info_at(g)); g++)
        for (const struct rules_alias *a = game->aliases; a && a->name; a++)
            if (!strcmp(name, a->name))
                return &game->sets[a->index];
    return NULL;
}

const lus_rules *lus_rules_find(const char *name)
{
    const struct game_info *game;
    const lus_rules *r;
    if (!name)
        return NULL;
    for (int g = 0; (game = game_info_at(g)); g++)
        if (!strcmp(name, game->id))
            return &game->sets[0];
    for (int i = 0; (r = lus_rules_at(i)); i++)
        if (!strcmp(name, r->name))
            return r;
    return find_alias(name);
}

const char *lus_error_name(int code)
{
    switch (code) {
#define NAME(name, number, text)                                                         \
    case LUS_##name:                                                                     \
        return #name;
        LUS_ERRORS(NAME)
#undef NAME
    }
    return "OK";
}

const char *lus_error_text(int code)
{
    switch (code) {
#define SENTENCE(name, number, text)                                                     \
    case LUS_##name:                                                                     \
        return text;
        LUS_ERRORS(SENTENCE)
#undef SENTENCE
    }
    return "no error";
}
