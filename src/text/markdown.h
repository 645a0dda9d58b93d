/* SPDX-License-Identifier: MIT */
/* markdown.h - Markdown as plain text for a terminal.

   Known are headings, paragraphs, lists ("- "), numbered rules ("H10. "), tables and
   indented blocks, which are copied as they are.  `code` loses its marks. */
#ifndef TEXT_MARKDOWN_H
#define TEXT_MARKDOWN_H

#include <stdbool.h>
#include "text/buffer.h"

/* Appends the text of `lines` (NULL at the end) to `b`, wrapped to `width` columns;
   indented blocks and single words may be wider.  With `bold`, headings are bold (ANSI
   escape sequences).  Failure: see buffer.h. */
void markdown_render(struct buffer *b, const char *const *lines, int width, bool bold);

#endif
