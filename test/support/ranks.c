/* SPDX-License-Identifier: MIT */
/* ranks.c - see ranks.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "support/ranks.h"

enum { TEXTS = 100000, TEXT_STEP = 64 }; /* texts take longer than ranks */

struct checked {
    const lus_rules *r;
    const struct solver *s;
    const void *index;
    int layer;
};

static void check_text(const lus_rules *r, const lus_pos *p)
{
    lus_pos read;
    int throw;
    char text[LUS_MAX_TEXT];
    lus_fault fault;
    lus_pos_format(r, p, LUS_ANY_THROW, text);
    assert_true(lus_pos_parse(r, text, &read, &throw, &fault) >= 0);
    assert_memory_equal(p, &read, sizeof read);
}

static void check_rank(const struct checked *c, uint64_t rank, bool with_text)
{
    lus_pos p;
    int there;
    uint64_t back;
    c->s->index.unrank(c->index, c->layer, rank, &p);
    assert_true(c->s->index.rank(c->index, &p, &there, &back));
    assert_int_equal(there, c->layer);
    assert_int_equal(back, rank);
    if (with_text)
        check_text(c->r, &p);
}

void check_ranks(const lus_rules *r, int size, uint64_t whole, uint64_t some)
{
    const struct solver *s = solver_of(r);
    void *index = s->index.create(r, size);
    struct checked c = {r, s, index, 0};
    for (; c.layer < s->index.layers(index); c.layer++) {
        uint64_t n = s->index.layer_size(index, c.layer), step = n < whole ? 1 : n / some;
        bool few = n / step < TEXTS;
        for (uint64_t rank = 0; rank < n; rank += step)
            check_rank(&c, rank, few || rank % TEXT_STEP == 0);
        check_rank(&c, n - 1, true);
    }
    s->index.destroy(index);
}
