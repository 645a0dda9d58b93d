/* SPDX-License-Identifier: MIT */
/* api_arguments.c - see api.h. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "api.h"
#include "solve/solve.h"

unsigned api_byte(struct api *a)
{
    return a->at < a->size ? a->data[a->at++] : 0;
}

unsigned api_below(struct api *a, unsigned n)
{
    return api_byte(a) % n;
}

static uint64_t word(struct api *a)
{
    uint64_t w = 0;
    for (int i = 0; i < 8; i++)
        w = w << 8 | api_byte(a);
    return w;
}

int api_int(struct api *a)
{
    static const int extreme[] = {-1, -2, INT_MIN, INT_MAX, 63, 64, 65536, 1 << 20};
    unsigned b = api_byte(a);
    if (b < 32)
        return extreme[b & 7];
    return b < 64 ? (int)word(a) : (int)(b & 15);
}

bool api_null(struct api *a)
{
    return api_byte(a) % 16 == 15;
}

const lus_rules *api_rule_set(struct api *a)
{
    return api_null(a) ? NULL : a->rules;
}

lus_pos *api_position(struct api *a)
{
    unsigned kind = api_below(a, 16);
    a->argument = a->pos;
    if (kind == 15)
        return NULL;
    if (kind == 14)
        for (int i = 0; i < 4; i++)
            a->argument.w[i] = word(a);
    for (; kind >= 11 && kind < 14; kind--)
        a->argument.w[api_below(a, 4)] ^= UINT64_C(1) << api_below(a, 64);
    return &a->argument;
}

int api_throw(struct api *a)
{
    unsigned b = api_byte(a);
    if (b % 16 == 15)
        return api_int(a);
    return lus_throw_value(a->rules, (int)(b % (unsigned)lus_throws(a->rules)));
}

lus_move api_move(struct api *a, const lus_rules *r, const lus_pos *p, int thrown)
{
    lus_move list[LUS_MAX_MOVES];
    unsigned b = api_byte(a);
    int n = lus_moves(r, p, thrown, list);
    if (b % 8 == 7)
        return word(a);
    if (b % 8 == 6)
        return (lus_move)api_byte(a) | (lus_move)api_byte(a) << 8;
    return n > 0 ? list[b / 8 % (unsigned)n] : LUS_PASS;
}

static char table_folder[] = "/tmp/lusoria-fuzz-XXXXXX", table_path[2][4096];

static void remove_tables(void)
{
    for (int i = 0; i < 2; i++)
        unlink(table_path[i]);
    rmdir(table_folder);
}

/* Two small tables, built once. */
static const char *built_tables(void)
{
    static bool built;
    char why[256];
    if (built)
        return table_folder;
    built = true;
    REQUIRE(mkdtemp(table_folder));
    for (int i = 0; i < 2; i++) {
        struct solve_options o = {.r = lus_rules_find(i ? "ur" : "awari"),
                                  .size = i ? 1 : 3,
                                  .threads = 1,
                                  .folder = table_folder,
                                  .command = "fuzz"};
        solve_run(&o, table_path[i], sizeof table_path[i], why);
    }
    atexit(remove_tables);
    return table_folder;
}

const char *api_folder(struct api *a)
{
    static const char *const folders[] = {"test/corpus/table", "", "/proc/none"};
    unsigned b = api_below(a, 6);
    return b < 3 ? folders[b] : built_tables();
}

/* Up to 31 bytes of the input. */
static const char *raw_text(struct api *a)
{
    unsigned n = api_below(a, 32);
    for (unsigned i = 0; i < n; i++)
        a->text[i] = (char)api_byte(a);
    a->text[n] = '\0';
    return a->text;
}

const char *api_text(struct api *a)
{
    static const char *const known[] = {
        "ur",
        "senet:blockade",
        "pass",
        "0-4",
        "26-off,25-27",
        "C",
        "E4",
        "lusoria",
        "rgn",
        "ogn",
        "moves",
        "link",
        "json",
        "csv",
        "html",
        "First",
        "Result",
        "time",
        "seed",
        "#g=ur:finkel&m=4/0-4.2/0-2",
        "#g=awari:abapa&m=F.f",
        "FfBe",
        "[Game \"ur:finkel\"]\n\n1. 4/0-4 2/0-2 1... 0/pass *\n",
        "[Game \"cave:5x3\"]\n[First \"Ada\"]\n\n1. A1 B1 *\n",
    };
    enum { KNOWN = sizeof known / sizeof known[0] };
    unsigned b = api_byte(a);
    if (b < KNOWN)
        return known[b];
    if (b < 128 && lus_pos_format(a->rules, &a->pos, LUS_ANY_THROW, a->text) > 0)
        return a->text;
    return b < 240 ? raw_text(a) : NULL;
}

lus_limits api_limits(struct api *a)
{
    lus_limits l = {.depth = (int)api_below(a, 3), .nodes = 1 + api_below(a, 200)};
    unsigned b = api_byte(a);
    if (b == 0)
        l.depth = api_int(a);
    if (b == 1)
        l.time_ms = -1 - (int)api_byte(a);
    if (b < 8)
        l.threads = api_int(a);
    if (b == 8)
        l.reserved[api_below(a, 3)] = api_int(a);
    l.threads = l.threads > 2 && l.threads <= 256 ? 2 : l.threads;
    return l;
}

void api_check(int status, int most)
{
    REQUIRE(status >= LUS_EFILE && status <= most);
}
