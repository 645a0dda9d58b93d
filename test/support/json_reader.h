/* SPDX-License-Identifier: MIT */
/* json_reader.h - checks that a text is JSON and finds values in it, to test the writer. */
#ifndef TEST_SUPPORT_JSON_READER_H
#define TEST_SUPPORT_JSON_READER_H

#include <stdbool.h>
#include <stddef.h>

/* One value and nothing but blanks around it (RFC 8259). */
bool json_is_valid(const char *text);
/* The text of the member `key` of the object at `text`, NULL if it has none. */
const char *json_member(const char *text, const char *key);
/* The i-th value of the array at `text`, NULL beyond its end. */
const char *json_item(const char *text, int i);

#endif
