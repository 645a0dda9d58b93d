/* SPDX-License-Identifier: MIT */
/* fuzz_api.c - every public function with any arguments: see api.h. */
#include "api.h"

enum { CALLS = 64, SEARCHES = 2 };

static const struct api_function *const groups[] = {api_rules, api_games, api_handles,
                                                    api_learning};
enum { GROUPS = sizeof groups / sizeof groups[0] };

/* Function k modulo the number of functions of all groups. */
static const struct api_function *function_at(unsigned k)
{
    const struct api_function *f;
    for (unsigned i = 0;; i = (i + 1) % GROUPS)
        for (f = groups[i]; f->name; f++)
            if (k-- == 0)
                return f;
}

static void close_all(struct api *a)
{
    lus_review_free(a->review);
    lus_record_free(a->record);
    lus_analysis_free(a->analysis);
    lus_search_free(a->search);
    lus_tables_close(a->tables);
    lus_dice_free(a->dice);
    lus_game_free(a->game);
}

int fuzz_api(const uint8_t *data, size_t size)
{
    struct api a = {.data = data, .size = size, .searches = SEARCHES};
    a.rules = lus_rules_at((int)api_below(&a, 32));
    if (!a.rules)
        a.rules = lus_rules_find("ur");
    REQUIRE(lus_start(a.rules, &a.pos) == 0);
    a.game = lus_game_new(a.rules, NULL);
    a.search = lus_search_new(1);
    a.record = lus_record_new();
    REQUIRE(a.game && a.search && a.record);
    for (int i = 0; i < CALLS && a.at < size; i++)
        function_at(api_byte(&a))->call(&a);
    close_all(&a);
    return 0;
}
