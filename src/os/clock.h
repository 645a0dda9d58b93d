/* SPDX-License-Identifier: MIT */
/* clock.h - elapsed time, processor time and the date.

   All times are milliseconds in a double, which is exact to less than a microsecond.  In
   wasm only clock_ms exists, and it is always 0 (os_wasm.c). */
#ifndef OS_CLOCK_H
#define OS_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Milliseconds since some moment; never goes back, also if the date is changed.  For time
   limits and progress. */
double clock_ms(void);
/* Milliseconds of processor time that all threads of this process have used.  For
   benchmarks, which other programs of the machine must not disturb. */
double clock_cpu_ms(void);

/* Milliseconds since 1970, UTC.  For times that are stored; it jumps if the date of the
   machine is set. */
double clock_unix_ms(void);

/* Waits for `ms` milliseconds, or until a signal arrives. */
void clock_sleep(int ms);

enum { CLOCK_DATE = 16 }; /* bytes of a date with its NUL */

/* Writes today's date in local time, "2026-08-01".  False: the system does not know it. */
bool clock_date(char text[CLOCK_DATE]);

/* The number of a day since 1970; the date is valid, the month 1 to 12. */
int64_t clock_day(int year, int month, int day);

enum { CLOCK_STAMP = 32 }; /* bytes of a time stamp with its NUL */

/* Writes the time in UTC with milliseconds, "2026-08-01T09:30:00.125Z". */
void clock_stamp(char text[CLOCK_STAMP]);

#endif
