/* SPDX-License-Identifier: MIT */
/* nearest.c - distances between names (Levenshtein, with exchanged neighbours).

   "finkle" is at distance 1 of "finkel" (an exchange), "senett" at distance 1 of "senet" (a
   deletion).  Names have at most 63 characters, so the quadratic algorithm is fast enough. */
#include <limits.h>
#include <string.h>
#include "text/nearest.h"

enum { MAX_NAME = 63 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Distances between the first characters of both names, one row for each length of `a`:
   the last three rows are enough, because two exchanged characters look two rows back. */
static int edit_distance(const char *a, const char *b)
{
    int row[3][MAX_NAME + 1];
    size_t length = strlen(b), i = 0;
    for (size_t j = 0; j <= length; j++)
        row[0][j] = (int)j;
    for (i = 1; a[i - 1]; i++) {
        int *now = row[i % 3], *before = row[(i + 2) % 3], *earlier = row[(i + 1) % 3];
        now[0] = (int)i;
        for (size_t j = 1; j <= length; j++) {
            bool same = a[i - 1] == b[j - 1];
            now[j] = least(before[j - 1] + !same, 1 + least(before[j], now[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], earlier[j - 2] + 1);
        }
    }
    return row[(i - 1) % 3][length];
}

struct nearest nearest_to(const char *typed)
{
    return (struct nearest){.typed = typed, .best = NULL, .distance = INT_MAX};
}

void nearest_try(struct nearest *n, const char *name, const char *meant)
{
    size_t length = strlen(name);
    if (strlen(n->typed) > MAX_NAME || length > MAX_NAME)
        return;
    int distance = edit_distance(n->typed, name);
    if (distance < n->distance && distance * 3 <= (int)length) {
        n->distance = distance;
        n->best = meant;
    }
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool name_equals(const char *typed, const char *name)
{
    while (*typed && lower(*typed) == lower(*name))
        typed++, name++;
    return *typed == *name;
}
