/* SPDX-License-Identifier: MIT */
/* fuzz_board.c - parses a set-up file of Awari with every rule set. */
#include <string.h>
#include "fuzz.h"

static void check(const lus_rules *r, const char *text)
{
    char written[LUS_MAX_TEXT], position[LUS_MAX_TEXT];
    lus_pos p, before, again;
    lus_fault fault = {0};
    memset(&before, 0x5a, sizeof before);
    p = before;
    int throw, status = lus_board_parse(r, text, &p, &fault);
    if (status < 0) {
        fuzz_check_fault(&fault, status, strlen(text));
        REQUIRE(!memcmp(&p, &before, sizeof p));
        return;
    }
    REQUIRE(lus_side(&p) == 0);
    REQUIRE(lus_board_format(r, &p, written) > 0);
    REQUIRE(lus_board_parse(r, written, &again, NULL) == 0);
    REQUIRE(!memcmp(&p, &again, sizeof p));
    lus_pos_format(r, &p, 0, position);
    REQUIRE(lus_pos_parse(r, position, &again, &throw, NULL) == 0);
    REQUIRE(!memcmp(&p, &again, sizeof p));
}

int fuzz_board(const uint8_t *data, size_t size)
{
    static struct fuzz_lines in;
    const lus_rules *r;
    if (!fuzz_split(&in, 1, data, size))
        return 0;
    for (int i = 0; (r = lus_rules_at(i)); i++)
        check(r, in.line[0]);
    return 0;
}
