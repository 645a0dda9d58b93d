/* SPDX-License-Identifier: MIT */
/* fuzz_protocol.c - parses the arguments of `position` and `go`, in our protocol, UCI and
   UGI.  What a referee sends for such a game is read as the same game. */
#include <stdlib.h>
#include <string.h>
#include "player/agent_position.h"
#include "core/lines.h"
#include "core/rules.h"
#include "fuzz.h"
#include "record/dialect.h"
#include "record/protocol.h"

static void try_turn(const lus_game *g, int throw)
{
    static char text[2 * LINES_MAX];
    struct text t = text_on(text, sizeof text);
    lus_game *again;
    int throw_again;
    lus_fault fault;
    agent_position_write(&t, g, throw, false);
    REQUIRE(!t.full);
    text[strcspn(text, "\n")] = '\0';
    REQUIRE(protocol_position(lus_game_rules(g), line_after(text, "position"), &again,
                              &throw_again, &fault) == 0);
    REQUIRE(!memcmp(lus_game_pos(g), lus_game_pos(again), sizeof(lus_pos)));
    REQUIRE(throw == throw_again);
    lus_game_free(again);
}

static void try_position(const lus_rules *r, const char *args)
{
    lus_game *g = NULL;
    struct buffer out = {0};
    lus_fault fault = {0};
    int throw = -99;
    int status = protocol_position(r, args, &g, &throw, &fault);
    if (status < 0) {
        fuzz_check_fault(&fault, status, strlen(args));
        REQUIRE(!g && throw == -99);
        return;
    }
    if (throw != LUS_ANY_THROW) {
        protocol_legal(&out, g, throw);
        REQUIRE(!strncmp(out.bytes, "legal", 5));
        try_turn(g, throw);
    }
    free(out.bytes);
    lus_game_free(g);
}

static void try_dialect(const lus_rules *r, enum dialect d, const char *args)
{
    struct buffer out = {0};
    size_t n;
    dialect_position(d, args, &out);
    char *text = buffer_take(&out, &n);
    REQUIRE(text && strlen(text) == n);
    try_position(r, text);
    free(text);
}

static void try_go(const char *args)
{
    struct search_limits limits = {.depth = 7}, read = limits;
    lus_fault fault = {0};
    bool forever = true;
    int status = protocol_go(args, 25, &read, &fault);
    if (status < 0) {
        fuzz_check_fault(&fault, status, strlen(args));
        REQUIRE(!memcmp(&read, &limits, sizeof read));
    }
    for (int first = 0; first < 2; first++) {
        read = limits;
        status = dialect_go(args, first, 25, &read, &forever, &fault);
        if (status < 0)
            fuzz_check_fault(&fault, status, strlen(args));
        REQUIRE(read.depth >= 0 && read.depth <= 63 && read.time_ms >= 0);
    }
}

int fuzz_protocol(const uint8_t *data, size_t size)
{
    static struct fuzz_lines in;
    if (!fuzz_split(&in, 3, data, size))
        return 0;
    const lus_rules *r = lus_rules_find(in.line[0]);
    if (r) {
        try_position(r, in.line[1]);
        try_dialect(r, DIALECT_UCI, in.line[1]);
        try_dialect(r, DIALECT_UGI, in.line[1]);
    }
    try_go(in.line[2]);
    return 0;
}
