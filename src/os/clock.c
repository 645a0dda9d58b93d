/* SPDX-License-Identifier: MIT */
/* clock.c - see clock.h. */
#include <stdio.h>
#include <time.h>
#include "os/clock.h"

static double read_ms(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

double clock_ms(void)
{
    return read_ms(CLOCK_MONOTONIC);
}

double clock_cpu_ms(void)
{
    return read_ms(CLOCK_PROCESS_CPUTIME_ID);
}

double clock_unix_ms(void)
{
    return read_ms(CLOCK_REALTIME);
}

bool clock_date(char text[CLOCK_DATE])
{
    time_t now = time(NULL);
    struct tm day;
    return localtime_r(&now, &day) && strftime(text, CLOCK_DATE, "%Y-%m-%d", &day);
}

/* Years begin in March here, so that the leap day is the last day of a year. */
int64_t clock_day(int year, int month, int day)
{
    int shifted = (month + 9) % 12, y = month < 3 ? year - 1 : year;
    return 365LL * y + y / 4 - y / 100 + y / 400 + (153 * shifted + 2) / 5 + day - 1 -
           719468;
}

void clock_stamp(char text[CLOCK_STAMP])
{
    struct timespec now;
    struct tm utc;
    clock_gettime(CLOCK_REALTIME, &now);
    if (!gmtime_r(&now.tv_sec, &utc))
        utc = (struct tm){.tm_mday = 1};
    size_t n = strftime(text, CLOCK_STAMP, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(text + n, CLOCK_STAMP - n, ".%03dZ", (int)(now.tv_nsec / 1000000));
}

void clock_sleep(int ms)
{
    struct timespec t = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
    nanosleep(&t, NULL);
}
