/* SPDX-License-Identifier: MIT */
/* fuzz_tournament.c - reads the file of a tournament, and the same bytes as a list of
   players.  What is read is complete and within its limits. */
#include <stdlib.h>
#include <string.h>
#include "fuzz.h"
#include "tournament/tournament_file.h"

static void check_spec(const struct tournament_spec *s)
{
    REQUIRE(s->rules);
    REQUIRE(s->n >= 2 && s->n <= MAX_ENTRANTS);
    REQUIRE(s->games > 0 && s->games % 2 == 0);
    for (int i = 0; i < s->n; i++) {
        REQUIRE(s->entrant[i].name[0] && s->entrant[i].player[0]);
        for (int k = 0; k < i; k++)
            REQUIRE(strcmp(s->entrant[i].name, s->entrant[k].name) != 0);
    }
}

static void read_file(const char *text, size_t n)
{
    lus_fault fault = {0};
    struct tournament_spec *s = tournament_spec_new();
    REQUIRE(s);
    int status = tournament_spec_read(s, text, n, &fault);
    if (status < 0)
        fuzz_check_fault(&fault, status, n);
    else
        check_spec(s);
    tournament_spec_free(s);
}

static void read_players(const char *text, size_t n)
{
    lus_fault fault = {0};
    struct tournament_spec *s = tournament_spec_new();
    REQUIRE(s);
    s->rules = lus_rules_find("ur");
    int status = tournament_spec_read_players(s, text, &fault);
    if (status < 0)
        fuzz_check_fault(&fault, status, n);
    tournament_spec_free(s);
}

int fuzz_tournament(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1); /* of the exact size: see test_corpus.c */
    REQUIRE(text);
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    read_file(text, size);
    read_players(text, strlen(text));
    free(text);
    return 0;
}
