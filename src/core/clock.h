/* SPDX-License-Identifier: MIT */
/* clock.h - milliseconds since some moment; kept out of what must run in wasm. */
#ifndef CORE_CLOCK_H
#define CORE_CLOCK_H

double clock_ms(void);

#endif
