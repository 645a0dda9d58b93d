/* SPDX-License-Identifier: MIT */
/* fuzz_record.c - parses a file of games in any format.  Games are written in every format
   that can contain them, and parsed and written again byte for byte. */
#include <stdlib.h>
#include <string.h>
#include "fuzz.h"
#include "record/link.h"
#include "record/ogn.h"
#include "record/rgn.h"
#include "record/record_dice.h"

typedef int write_fn(const struct record *r, char **text, size_t *n);

static int write_ours(const struct record *r, char **text, size_t *n)
{
    *text = record_write(r, n);
    return *text ? 0 : LUS_EMEMORY;
}

static void check_same_game(const lus_game *a, const lus_game *b)
{
    REQUIRE(lus_game_rules(a) == lus_game_rules(b));
    REQUIRE(lus_game_plies(a) == lus_game_plies(b));
    REQUIRE(!memcmp(lus_game_start(a), lus_game_start(b), sizeof(lus_pos)));
    REQUIRE(!memcmp(lus_game_pos(a), lus_game_pos(b), sizeof(lus_pos)));
}

static void check_format(const struct record *r, write_fn *write)
{
    char *text, *again;
    size_t n, n_again;
    struct record **list;
    int count;
    if (write(r, &text, &n) < 0)
        return;
    REQUIRE(record_read(text, n, &list, &count, NULL) == 0);
    REQUIRE(count == 1);
    check_same_game(record_game(r), record_game(list[0]));
    REQUIRE(record_result(r) == record_result(list[0]));
    REQUIRE(write(list[0], &again, &n_again) == 0);
    REQUIRE(n == n_again && !memcmp(text, again, n));
    record_list_free(list, count);
    free(text);
    free(again);
}

static void check_link(const struct record *r)
{
    struct record *read;
    char *link = link_format(r);
    REQUIRE(link && link_parse(link, &read, NULL) == 0);
    check_same_game(record_game(r), record_game(read));
    record_free(read);
    free(link);
}

static void check_writable(const struct record *r)
{
    char *text;
    size_t n;
    REQUIRE(write_ours(r, &text, &n) == 0);
    free(text);
}

int fuzz_record(const uint8_t *data, size_t size)
{
    struct record **list = NULL;
    int count = -1;
    lus_fault fault = {0};
    int status = record_read_some((const char *)data, size, &list, &count, &fault);
    for (int i = 0; i < count; i++) /* also of a file with a fault */
        check_writable(list[i]);
    record_list_free(list, count);
    list = NULL;
    count = -1;
    REQUIRE(record_read((const char *)data, size, &list, &count, &fault) == status);
    if (status < 0) {
        fuzz_check_fault(&fault, status, size);
        REQUIRE(!list && count == -1);
        return 0;
    }
    REQUIRE(count > 0);
    for (int i = 0; i < count; i++) {
        check_format(list[i], write_ours);
        check_format(list[i], rgn_write);
        check_format(list[i], ogn_write);
        check_link(list[i]);
        record_check_dice(list[i]);
    }
    record_list_free(list, count);
    return 0;
}
