/* SPDX-License-Identifier: MIT */
/* game_clock.c - see game_clock.h. */
#include <string.h>
#include "core/game_clock.h"
#include "core/rules.h"
#include "core/text.h"

/* ---- time controls ---- */

/* Reads a number with up to three decimals and returns it in thousandths; -1: there is none
   in 0..max. */
static int scan_thousandths(struct scan *s, int max)
{
    int whole = scan_int(s, max / 1000), part = 0, unit = 100;
    if (whole < 0)
        return -1;
    if (scan_take(s, '.')) {
        if (scan_peek(s) < '0' || scan_peek(s) > '9')
            return -1;
        for (; unit && scan_peek(s) >= '0' && scan_peek(s) <= '9'; unit /= 10)
            part += (s->text[s->at++] - '0') * unit;
    }
    return 1000 * whole + part <= max ? 1000 * whole + part : -1;
}

/* Both bases have the same limit, 1440 minutes or 86400 seconds. */
static int scan_base(struct scan *s)
{
    int base = scan_thousandths(s, TIME_CONTROL_BASE_MS);
    bool seconds = base >= 0 && scan_take(s, 's');
    if (base < 0 || (!seconds && base > TIME_CONTROL_BASE_MS / 60))
        return -1;
    return seconds ? base : 60 * base;
}

int time_control_parse(const char *text, struct time_control *c, lus_fault *fault)
{
    struct scan s = scan_on(text, fault);
    struct time_control read = {.base_ms = scan_base(&s)};
    if (read.base_ms <= 0)
        return scan_fault(&s, LUS_ETEXT, 0,
                          "more than 0 and at most 1440 minutes, or seconds as in 90s");
    if (s.at < s.len && !scan_take(&s, '+'))
        return scan_expect(&s, "'+' and the seconds that each move adds");
    size_t at = s.at;
    if (s.at < s.len || (at && text[at - 1] == '+'))
        read.increment_ms = scan_thousandths(&s, TIME_CONTROL_INCREMENT_MS);
    if (read.increment_ms < 0)
        return scan_fault(&s, LUS_ETEXT, at, "0 to 3600 seconds that each move adds");
    if (s.at < s.len)
        return scan_end(&s);
    *c = read;
    return 0;
}

/* Appends thousandths as a decimal number without trailing zeros. */
static void text_thousandths(struct text *t, int64_t n)
{
    text_int(t, n / 1000);
    for (int64_t part = n % 1000, unit = 100; part; part %= unit, unit /= 10) {
        if (unit == 100)
            text_char(t, '.');
        text_char(t, (char)('0' + part / unit));
    }
}

void time_control_format(const struct time_control *c, char text[TIME_CONTROL_TEXT])
{
    struct text t = text_on(text, TIME_CONTROL_TEXT);
    bool minutes = c->base_ms % 6000 == 0;
    text_thousandths(&t, minutes ? c->base_ms / 60 : c->base_ms);
    text_str(&t, minutes ? "+" : "s+");
    text_thousandths(&t, c->increment_ms);
}

/* ---- the clocks of a game ---- */

void game_clock_set(struct game_clock *k, const struct time_control *c)
{
    *k = (struct game_clock){.control = *c, .running = -1};
    k->left_ms[0] = k->left_ms[1] = c->base_ms;
}

bool game_clock_used(const struct game_clock *k)
{
    return k->control.base_ms > 0;
}

double game_clock_left(const struct game_clock *k, int player, double now_ms)
{
    double left = k->left_ms[player];
    if (k->running == player)
        left -= now_ms - k->since_ms;
    return left > 0 ? left : 0;
}

int game_clock_fallen(const struct game_clock *k, double now_ms)
{
    bool fallen = game_clock_used(k) && k->running >= 0 &&
                  game_clock_left(k, k->running, now_ms) <= 0;
    return fallen ? k->running : -1;
}

bool game_clock_stop(struct game_clock *k, bool moved, double now_ms)
{
    if (!game_clock_used(k) || k->running < 0)
        return true;
    double *left = &k->left_ms[k->running];
    *left = game_clock_left(k, k->running, now_ms);
    k->running = -1;
    if (*left <= 0)
        return false;
    *left += moved ? k->control.increment_ms : 0;
    return true;
}

void game_clock_start(struct game_clock *k, int player, double now_ms)
{
    if (!game_clock_used(k))
        return;
    game_clock_stop(k, false, now_ms);
    k->running = player;
    k->since_ms = now_ms;
}

/* ---- texts ---- */

/* Two digits, or as many as it has if it is the first number. */
static void text_sexagesimal(struct text *t, int64_t n, bool first)
{
    if (!first && n < 10)
        text_char(t, '0');
    text_int(t, n);
}

void game_clock_format(double ms, char text[GAME_CLOCK_TEXT])
{
    struct text t = text_on(text, GAME_CLOCK_TEXT);
    int64_t seconds = (int64_t)((ms > 0 ? ms : 0) / 1000);
    seconds += (double)seconds * 1000 < ms;
    if (seconds >= 3600) {
        text_int(&t, seconds / 3600);
        text_char(&t, ':');
    }
    text_sexagesimal(&t, seconds / 60 % 60, seconds < 3600);
    text_char(&t, ':');
    text_sexagesimal(&t, seconds % 60, false);
}

void game_clock_write_left(const struct game_clock *k, double now_ms,
                           char text[GAME_CLOCK_LEFT_TEXT])
{
    struct text t = text_on(text, GAME_CLOCK_LEFT_TEXT);
    for (int player = 0; player < 2; player++) {
        text_str(&t, player ? " " : "");
        text_thousandths(&t, (int64_t)game_clock_left(k, player, now_ms));
    }
}

enum { MAX_LEFT_MS = 2000000000 }; /* 23 days; the base is at most one */

bool game_clock_read_left(struct game_clock *k, const char *text)
{
    struct scan s = scan_on(text, NULL);
    int first = scan_thousandths(&s, MAX_LEFT_MS);
    int second =
        first >= 0 && scan_take(&s, ' ') ? scan_thousandths(&s, MAX_LEFT_MS) : -1;
    if (second < 0 || s.at < s.len)
        return false;
    k->left_ms[0] = first;
    k->left_ms[1] = second;
    return true;
}

/* ---- how a program uses its clock ---- */

enum { MEAN_PLIES = 80, LAG_MS = 50 };

int game_clock_moves(const lus_game *g)
{
    int mean = lus_game_rules(g)->search.mean_plies;
    mean = mean ? mean : MEAN_PLIES;
    int left = mean - lus_game_plies(g);
    left = left > mean / 4 ? left : mean / 4;
    return left > 2 ? left / 2 : 1;
}

int game_clock_share(double left_ms, int increment_ms, int moves)
{
    double share = left_ms / moves + increment_ms * 0.75;
    double most = left_ms > 2 * LAG_MS ? (left_ms - LAG_MS) * 0.75 : left_ms / 2;
    share = share < most ? share : most;
    return share > 1 ? (int)share : 1;
}
