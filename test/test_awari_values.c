/* SPDX-License-Identifier: MIT */
/* test_awari_values.c - all boards of 3 to 7 stones solved in the simplest way, and
   the published numbers of won, drawn and lost ones found again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "support/awari_reference.h"

static void wins_draws_losses(void **state)
{
    static const int published[][3] = {{8, 355, 1},
                                       {442, 602, 321},
                                       {1912, 1122, 1334},
                                       {5095, 3997, 3284},
                                       {13089, 10970, 7765}};
    struct awari_reference_layer *layers[REFERENCE_STONES + 1];
    (void)state;
    awari_reference_solve(lus_rules_find("awari:abapa"), layers);
    for (int stones = 3; stones <= REFERENCE_STONES; stones++) {
        const struct awari_reference_layer *l = layers[stones];
        int count[3] = {0};
        for (int i = 0; i < l->n; i++)
            count[l->value[i] > 0 ? 0 : l->value[i] == 0 ? 1 : 2]++;
        assert_memory_equal(count, published[stones - 3], sizeof count);
    }
    awari_reference_free(layers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(wins_draws_losses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
