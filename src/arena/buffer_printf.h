/* SPDX-License-Identifier: MIT */
/* buffer_printf.h - printf into a growing text.  It is here and not in src/text, because that
   module uses no stdio: it runs in WebAssembly. */
#ifndef ARENA_BUFFER_PRINTF_H
#define ARENA_BUFFER_PRINTF_H

#include "text/buffer.h"

/* Appends at most 1023 bytes; what is longer is truncated. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void buffer_printf(struct buffer *b, const char *format, ...);

#endif
