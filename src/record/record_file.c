/* SPDX-License-Identifier: MIT */
/* record_file.c - a file of games: what it may hold, and which format each game has. */
#include <stdlib.h>
#include <string.h>
#include "record/record_parts.h"
#include "text/utf8.h"

/* UTF-8 without control characters but LF, CR before LF, and TAB. */
static int check_bytes(struct scan *s)
{
    if (s->len > RECORD_MAX_BYTES)
        return scan_fault(s, LUS_ESPACE, RECORD_MAX_BYTES, "at most 16 MiB of text");
    for (size_t at = 0; at < s->len;) {
        int c = s->text[at], size = utf8_character(s->text + at, s->len - at);
        bool pair = c == '\r' && at + 1 < s->len && s->text[at + 1] == '\n';
        if (size == 0 && (c == '\n' || c == '\t' || pair))
            size = 1;
        if (size == 0)
            return scan_fault(s, LUS_ETEXT, at, "UTF-8 without control characters");
        at += (size_t)size;
    }
    return 0;
}

/* The first move, behind its number, tells what has no Game tag:

       A@A4  B1B2  2 --  /   RGN        F  E+5  FfBe  {   OGN or bare moves of Awari */
static read_game_fn *reader_for(struct scan s, const struct raw_tags *tags)
{
    if (raw_find(tags, "Game"))
        return own_read;
    if (raw_find(tags, "Variant") || raw_find(tags, "South") || raw_find(tags, "FEN"))
        return ogn_read;
    if (raw_find(tags, "Rules") || raw_find(tags, "Light"))
        return rgn_read;
    struct scan number = s;
    if (scan_int(&number, RECORD_MAX_PLIES) >= 0 && scan_take(&number, '.')) {
        s = number;
        scan_white(&s);
    }
    int first = scan_peek(&s), next = s.at + 1 < s.len ? s.text[s.at + 1] : ' ';
    if (first < 'A' ? first != '{' && first != '(' : strchr("@123456789", next) != NULL)
        return rgn_read;
    return ogn_read;
}

/* A game without a tag can begin with these. */
static const char bare_start[] = "ABCDEFabcdef0123456789/";

static int read_game(struct scan *s, struct raw_tags *tags, struct record **made)
{
    int status = raw_read(s, tags);
    int first = scan_peek(s);
    if (status == 0 && tags->n == 0 && (first < 0 || !strchr(bare_start, first)))
        status = scan_expect(s, "a game: tags in brackets, then moves");
    return status < 0 ? status : reader_for(*s, tags)(s, tags, made);
}

int record_list_add(struct record ***list, int n, struct record *r)
{
    if (n & (n - 1)) {
        (*list)[n] = r;
        return 0;
    }
    struct record **more =
        realloc(*list, sizeof(struct record *) * (size_t)(n ? 2 * n : 1));
    if (!more)
        return LUS_EMEMORY;
    *list = more;
    more[n] = r;
    return 0;
}

/* Of a game with a fault the plies before it are kept, if there are any. */
static int read_games(struct scan *s, struct raw_tags *tags, struct record ***list,
                      int *count)
{
    int status = 0;
    do {
        struct record *r = NULL;
        status = *count == RECORD_MAX_GAMES
                     ? scan_fault(s, LUS_ESPACE, s->at, "at most 100000 games")
                     : read_game(s, tags, &r);
        if (status < 0 && (!r || !lus_game_plies(record_game(r)))) {
            record_free(r);
            return status;
        }
        if (record_list_add(list, *count, r) < 0) {
            record_free(r);
            return scan_fault(s, LUS_EMEMORY, s->at, "memory");
        }
        ++*count;
        scan_white(s);
    } while (status == 0 && s->at < s->len);
    return status;
}

int record_read_some(const char *text, size_t n, struct record ***list, int *count,
                     lus_fault *fault)
{
    lus_fault ours = {0};
    struct scan s = {.text = text, .len = n, .fault = fault ? fault : &ours};
    int bytes = check_bytes(&s);
    struct raw_tags *tags = malloc(sizeof *tags);
    *list = NULL;
    *count = 0;
    if (!tags)
        return scan_fault(&s, LUS_EMEMORY, 0, "memory");
    if (bytes < 0) { /* that fault is told; what stands before it is read */
        s.len = s.fault->at;
        s.fault = NULL;
    }
    int status = read_games(&s, tags, list, count);
    free(tags);
    return bytes < 0 ? bytes : status;
}

int record_read(const char *text, size_t n, struct record ***list, int *count,
                lus_fault *fault)
{
    struct record **games;
    int n_games, status = record_read_some(text, n, &games, &n_games, fault);
    if (status < 0) {
        record_list_free(games, n_games);
        return status;
    }
    *list = games;
    *count = n_games;
    return 0;
}

int record_line(const char *text, size_t at)
{
    int line = 1;
    for (size_t i = 0; i < at; i++)
        line += text[i] == '\n';
    return line;
}
