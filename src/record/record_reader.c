/* SPDX-License-Identifier: MIT */
/* record_reader.c - see record.h and record_reader.h: the window, and the format of each
   game.

       |  read  |   next game   | not yet read |  free   |
       0        at              valid          len       WINDOW_BYTES

   Before each game the window is refilled unless it certainly contains the whole game
   (RECORD_MAX_BYTES after `at`).  The parser then works on memory alone.  A text that is
   already in memory is a window that is complete from the start. */
#include <stdlib.h>
#include <string.h>
#include "record/record_internal.h"
#include "record/record_reader.h"
#include "text/utf8.h"

/* Twice the largest game: a refill reads at least half of the window. */
enum { WINDOW_BYTES = 2 * RECORD_MAX_BYTES };

struct record_reader {
    record_source_fn *source; /* NULL: `text` is the whole text */
    void *context;            /* for `source` */
    char *window;             /* owned; NULL without a source */
    const char *text;         /* the window, or the text of the caller */
    size_t base;  /* offset of text[0] in the file; the offsets below are in `text` */
    size_t at;    /* where the next game begins */
    size_t valid; /* bytes before this offset were checked, and may be in a record */
    size_t len;
    bool complete; /* `text` reaches to the end of the file */
    bool bad_byte; /* the byte at `valid` may not stand in a record */
    bool begun;    /* a game was read */
    long line;     /* number of the line of the byte at `counted` */
    size_t counted;
    struct raw_tags tags;
};

/* ---- the window ---- */

/* Checks new bytes: UTF-8 without control characters except LF, CR before LF, and TAB. */
static void validate(struct record_reader *r)
{
    while (r->valid < r->len && !r->bad_byte) {
        const char *s = r->text + r->valid;
        size_t left = r->len - r->valid;
        if (left < 4 && !r->complete) /* the character may be cut in two */
            return;
        int size = utf8_character(s, left);
        bool line_end = *s == '\n' || (*s == '\r' && left > 1 && s[1] == '\n');
        if (size == 0 && (line_end || *s == '\t'))
            size = 1;
        r->bad_byte = size == 0;
        r->valid += (size_t)size;
    }
}

/* Lines are counted only as far as a fault or a refill needs them. */
static void count_lines(struct record_reader *r, size_t to)
{
    for (; r->counted < to; r->counted++)
        r->line += r->text[r->counted] == '\n';
}

/* Moves the unread bytes to the beginning of the window; all offsets follow. */
static void discard_read_bytes(struct record_reader *r)
{
    count_lines(r, r->at);
    memmove(r->window, r->window + r->at, r->len - r->at);
    r->base += r->at;
    r->len -= r->at;
    r->valid -= r->at;
    r->counted = 0;
    r->at = 0;
}

/* Makes the window hold a whole game of the largest size after `at`, or all that is left
   of the file. */
static int fill_window(struct record_reader *r)
{
    if (r->complete || r->bad_byte || r->valid - r->at > RECORD_MAX_BYTES)
        return 0;
    discard_read_bytes(r);
    while (!r->complete && r->len < WINDOW_BYTES) {
        long n = r->source(r->context, r->window + r->len, WINDOW_BYTES - r->len);
        if (n < 0)
            return LUS_EFILE;
        r->complete = n == 0;
        r->len += (size_t)n;
    }
    validate(r);
    return 0;
}

static bool is_white(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static int skip_white(struct record_reader *r)
{
    do {
        int status = fill_window(r);
        if (status < 0)
            return status;
        while (r->at < r->valid && is_white(r->text[r->at]))
            r->at++;
    } while (r->at == r->valid && !r->complete && !r->bad_byte);
    return 0;
}

/* ---- the format of a game ---- */

/* Without a Game tag the other tags decide, or the first move:

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

/* The first characters of a game without tags. */
static const char bare_start[] = "ABCDEFabcdef0123456789/";

static int read_game(struct scan *s, struct raw_tags *tags, struct record **made)
{
    int status = raw_read(s, tags);
    int first = scan_peek(s);
    if (status == 0 && tags->n == 0 && (first < 0 || !strchr(bare_start, first)))
        status = scan_expect(s, "a game: tags in brackets, then moves");
    return status < 0 ? status : reader_for(*s, tags)(s, tags, made);
}

/* ---- one game ---- */

/* The text that was given to the parser ends inside the game: the fault is in its last
   word. */
static bool ran_out(const struct scan *s, int status)
{
    size_t word = s->len;
    while (word > 0 && !is_white(s->text[word - 1]))
        word--;
    return status == 0 ? s->at == s->len : s->fault->at >= word;
}

/* If the parser ran out of text, reports what ended the text instead of its fault. */
static int explain_cut(const struct record_reader *r, struct scan *s, int status)
{
    if (status == LUS_EMEMORY || !ran_out(s, status))
        return status;
    if (s->len < r->valid)
        return scan_fault(s, LUS_ESPACE, r->at, "a game of at most 1 MiB");
    if (r->bad_byte && status < 0)
        return scan_fault(s, LUS_ETEXT, s->len, "UTF-8 without control characters");
    return status;
}

/* Gives the parser at most RECORD_MAX_BYTES of checked text, so that a larger game is an
   error instead of a long run. */
static int parse_game(struct record_reader *r, struct record **game, lus_fault *fault)
{
    size_t left = r->valid - r->at;
    struct scan s = {.text = r->text, .at = r->at, .fault = fault};
    s.len = r->at + (left < RECORD_MAX_BYTES ? left : RECORD_MAX_BYTES);
    int status = explain_cut(r, &s, read_game(&s, &r->tags, game));
    if (status == 0)
        r->at = s.at;
    return status;
}

/* Offsets of a fault are those of `text` until base is added here. */
int record_reader_next(struct record_reader *r, struct record **game, lus_fault *fault)
{
    lus_fault ours = {0};
    int status = skip_white(r);
    *game = NULL;
    if (status < 0)
        ours = (lus_fault){status, r->at, "a file that can be read"};
    else if (r->begun && r->at == r->valid && !r->bad_byte)
        return 0;
    else
        status = parse_game(r, game, &ours);
    r->begun = true;
    if (status == 0)
        return 1;
    if (*game && !lus_game_plies(record_game(*game))) {
        record_free(*game);
        *game = NULL;
    }
    count_lines(r, ours.at);
    ours.at += r->base;
    if (fault)
        *fault = ours;
    return status;
}

long record_reader_line(const struct record_reader *r)
{
    return r->line;
}

struct record_reader *record_reader_new(record_source_fn *source, void *context)
{
    struct record_reader *r = calloc(1, sizeof *r);
    char *window = malloc(WINDOW_BYTES);
    if (!r || !window) {
        free(r);
        free(window);
        return NULL;
    }
    r->source = source;
    r->context = context;
    r->text = r->window = window;
    r->line = 1;
    return r;
}

void record_reader_free(struct record_reader *r)
{
    if (r)
        free(r->window);
    free(r);
}

/* ---- all games of a text in memory ---- */

static int read_all(struct record_reader *r, struct record ***list, int *count,
                    lus_fault *fault)
{
    struct record *game;
    int status;
    do {
        status = record_reader_next(r, &game, fault);
        if (game && record_list_add(list, *count, game) < 0) {
            record_free(game);
            return memory_fault(fault);
        }
        *count += game != NULL;
    } while (status > 0);
    return status;
}

int record_read_some(const char *text, size_t n, struct record ***list, int *count,
                     lus_fault *fault)
{
    struct record_reader *r = calloc(1, sizeof *r);
    *list = NULL;
    *count = 0;
    if (!r)
        return memory_fault(fault);
    r->text = text;
    r->len = n;
    r->complete = true;
    validate(r);
    int status = read_all(r, list, count, fault);
    record_reader_free(r);
    return status;
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
