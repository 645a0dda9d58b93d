/* SPDX-License-Identifier: MIT */
/* dialect.c - see dialect.h.  Both dialects are translated into our own protocol; words of
   `go` that have no meaning here are skipped, as UCI demands.

       startpos moves FfBe           ->  start moves F f B e
       startpos moves F f B e        ->  start moves F f B e
       fen 8/8/8/8/8/8/8/8 moves A1  ->  8/8/8/8/8/8/8/8 moves A1 */
#include <string.h>
#include "core/game_clock.h"
#include "core/lines.h"
#include "record/dialect.h"

/* ---- position ---- */

/* Letters are moves, whether there are blanks between them or not. */
static void add_letters(struct buffer *out, const char *moves)
{
    for (; *moves; moves++)
        if (*moves != ' ') {
            buffer_str(out, " ");
            buffer_bytes(out, moves, 1);
        }
}

void dialect_position(enum dialect d, const char *args, struct buffer *out)
{
    const char *rest = line_after(args, "startpos"), *fen = line_after(args, "fen"),
               *moves;
    if (rest) {
        buffer_str(out, "start");
    } else {
        rest = fen ? fen : args;
        buffer_bytes(out, rest, strcspn(rest, " "));
        rest += strcspn(rest, " ");
        rest += strspn(rest, " ");
    }
    if (d == DIALECT_UCI && (moves = line_after(rest, "moves"))) {
        buffer_str(out, *moves ? " moves" : "");
        add_letters(out, moves);
    } else if (*rest) {
        buffer_str(out, " ");
        buffer_str(out, rest);
    }
}

/* ---- go ---- */

enum { MAX_TIME_MS = 3600000, MAX_DEPTH = 63 };

/* Milliseconds left and increments of both players, and the moves until the next time
   control; 0: not given. */
struct clocks {
    int left[2], increment[2], moves;
};

/* The first byte at or after `at` that is not a blank. */
static size_t word_at(const char *args, size_t at)
{
    return at + strspn(args + at, " ");
}

/* Reads a word and its number, which is stored in `into`; an unknown word is skipped. */
static int read_word(struct scan *s, const char *const *names, int **into, int n)
{
    for (int i = 0; i < n; i++) {
        const char *rest = line_after(s->text + s->at, names[i]);
        if (!rest)
            continue;
        s->at = (size_t)(rest - s->text);
        int number = scan_int(s, 2000000000);
        if (number < 0 || (s->at < s->len && s->text[s->at] != ' '))
            return scan_expect(s, "a whole number, up to 2000000000");
        *into[i] = number;
        s->at = word_at(s->text, s->at);
        return 0;
    }
    s->at += strcspn(s->text + s->at, " ");
    s->at = word_at(s->text, s->at);
    return 0;
}

static int at_most(int n, int most)
{
    return n < most ? n : most;
}

/* UCI calls the players w and b, UGI p1 and p2; both names go to the same variables. */
int dialect_go(const char *args, bool first, int moves, struct search_limits *limits,
               bool *forever, lus_fault *fault)
{
    static const char *const names[] = {"depth",  "nodes",  "movetime", "movestogo",
                                        "wtime",  "btime",  "winc",     "binc",
                                        "p1time", "p2time", "p1inc",    "p2inc"};
    int depth = 0, nodes = 0, time_ms = 0, player = first ? 0 : 1;
    struct clocks c = {{0}, {0}, 0};
    int *into[] = {&depth,     &nodes,     &time_ms,        &c.moves,
                   &c.left[0], &c.left[1], &c.increment[0], &c.increment[1],
                   &c.left[0], &c.left[1], &c.increment[0], &c.increment[1]};
    struct scan s = scan_on(args, fault);
    bool endless = false;
    for (s.at = word_at(args, 0); s.at < s.len;) {
        const char *word = args + s.at;
        endless = endless || line_after(word, "infinite") || line_after(word, "ponder");
        int status = read_word(&s, names, into, sizeof names / sizeof names[0]);
        if (status < 0)
            return status;
    }
    if (!time_ms && c.left[player])
        time_ms = game_clock_share(c.left[player], c.increment[player],
                                   c.moves ? c.moves : moves);
    if (endless || depth || nodes || time_ms) {
        limits->depth = at_most(depth, MAX_DEPTH);
        limits->nodes = (uint64_t)nodes;
        limits->time_ms = at_most(time_ms, MAX_TIME_MS);
    }
    *forever = endless;
    return 0;
}

/* ---- answers ---- */

void dialect_score(struct buffer *out, const struct analysis *a, int value)
{
    int64_t v = value_millionths(a, value);
    buffer_str(out, " score cp ");
    if (a->unit == UNIT_WIN)
        buffer_int(out, (v - 500000) / 500);
    else
        buffer_int(out, v / (a->unit == UNIT_STONES ? 10000 : 1000000));
}
