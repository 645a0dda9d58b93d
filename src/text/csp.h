/* SPDX-License-Identifier: MIT */
/* csp.h - sources of a Content-Security-Policy that allow one inline script or style.

       style-src 'sha256-RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc='

   A browser computes the hash of the text between <style> and </style> and applies it only
   if the policy contains that hash. */
#ifndef TEXT_CSP_H
#define TEXT_CSP_H

#include "text/buffer.h"

/* Appends 'sha256-...' of a text that is given in parts; NULL ends them. */
void csp_hash_source(struct buffer *out, const char *const *parts);

#endif
