/* SPDX-License-Identifier: MIT */
/* buffer_printf.c - see buffer_printf.h. */
#include <stdarg.h>
#include <stdio.h>
#include "arena/buffer_printf.h"

void buffer_printf(struct buffer *b, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    buffer_str(b, text);
}
