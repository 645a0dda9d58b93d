/* SPDX-License-Identifier: MIT */
/* fuzz_link.c - parses a link; a valid one is written and parsed again. */
#include <stdlib.h>
#include <string.h>
#include "fuzz.h"
#include "record/link.h"

int fuzz_link(const uint8_t *data, size_t size)
{
    static struct fuzz_lines in;
    struct record *r = NULL, *again;
    lus_fault fault = {0};
    if (!fuzz_split(&in, 1, data, size))
        return 0;
    int status = link_parse(in.line[0], &r, &fault);
    if (status < 0) {
        fuzz_check_fault(&fault, status, strlen(in.line[0]));
        REQUIRE(!r);
        return 0;
    }
    char *link = link_format(r), *second;
    REQUIRE(link && link_parse(link, &again, NULL) == 0);
    REQUIRE((second = link_format(again)) && !strcmp(link, second));
    REQUIRE(!memcmp(lus_game_pos(record_game(r)), lus_game_pos(record_game(again)),
                    sizeof(lus_pos)));
    free(link);
    free(second);
    record_free(r);
    record_free(again);
    return 0;
}
