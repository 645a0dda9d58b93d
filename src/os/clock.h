/* SPDX-License-Identifier: MIT */
/* clock.h - milliseconds since some moment; kept out of what must run in wasm. */
#ifndef OS_CLOCK_H
#define OS_CLOCK_H

double clock_ms(void);

#endif
