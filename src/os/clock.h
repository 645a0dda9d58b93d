/* SPDX-License-Identifier: MIT */
/* clock.h - elapsed time, processor time and the date; kept out of what must run in wasm. */
#ifndef OS_CLOCK_H
#define OS_CLOCK_H

#include <stdbool.h>

/* Milliseconds since some moment; never goes back. */
double clock_ms(void);
/* Milliseconds of processor time that all threads of this process have used. */
double clock_cpu_ms(void);

/* Waits so long, or until a signal arrives. */
void clock_sleep(int ms);

enum { CLOCK_DATE = 16 };

/* Writes today's date in local time, "2026-08-01".  False: the system does not know it. */
bool clock_date(char text[CLOCK_DATE]);

#endif
