/* SPDX-License-Identifier: MIT */
/* value_scale.c - see analyse.h: values as chances, stones and points.  Integers only, so
   that every machine writes the same digits. */
#include "analyse/analyse.h"
#include "core/net.h"
#include "search/value.h"

enum { MILLION = 1000000 };

/* A lead in stones is converted to the chance 1 / (1 + e^(-stones / 3.7)), the best fit to
   32,964 positions of 300 games; its largest error is 0.11 (bench/bench_stones.c). */
enum { STONE_TENTHS_PER_LOGIT = 37 };

static int magnitude(int value)
{
    return value < 0 ? -value : value;
}

bool value_is_decided(const struct analysis *a, int value)
{
    return a->unit != UNIT_POINTS && magnitude(value) >= VALUE_WIN;
}

/* A decided value is VALUE_WIN + depth left + stones; the depth is less than a stone. */
static int stones_hundredths(int value)
{
    int size = magnitude(value);
    if (size >= VALUE_WIN)
        size = (size - VALUE_WIN) / VALUE_STONE * VALUE_STONE;
    return (value < 0 ? -size : size) * (100 / VALUE_STONE);
}

int value_plies(const struct analysis *a, int value)
{
    int left = magnitude(value) - VALUE_WIN;
    if (a->unit == UNIT_STONES)
        left %= VALUE_STONE;
    return a->depth - left;
}

/* The chance p of a value (2p - 1) x VALUE_WIN, in millionths, rounded. */
static int64_t chance_millionths(int value)
{
    int64_t v = value < -VALUE_WIN ? -VALUE_WIN : value > VALUE_WIN ? VALUE_WIN : value;
    return ((v + VALUE_WIN) * MILLION + VALUE_WIN) / (2 * VALUE_WIN);
}

/* net_curve is the logistic function of core/net.h; stones are its argument after
   division by 3.7. */
int64_t win_millionths(const struct analysis *a, int value)
{
    int32_t curve[NET_KNOTS + 2];
    if (a->unit == UNIT_POINTS)
        return -1;
    if (a->unit == UNIT_WIN || value_is_decided(a, value))
        return chance_millionths(value);
    net_curve(curve);
    int64_t z = (int64_t)value * NET_Z_ONE * 10 / (VALUE_STONE * STONE_TENTHS_PER_LOGIT);
    return chance_millionths(net_bend_out(curve, (int32_t)z));
}

int64_t unit_millionths(enum analysis_unit unit, int value)
{
    switch (unit) {
    case UNIT_WIN:
        return chance_millionths(value);
    case UNIT_STONES:
        return (int64_t)stones_hundredths(value) * (MILLION / 100);
    default:
        return (int64_t)value * MILLION;
    }
}

int64_t value_millionths(const struct analysis *a, int value)
{
    return unit_millionths(a->unit, value);
}
