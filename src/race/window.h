/* SPDX-License-Identifier: MIT */
/* window.h - arrays that are larger than the memory: a window of their pages.

   An array has a range of addresses of its own, so a kernel uses it like any other array,
   but only some of its pages are in memory.  The others are in files.  A page that
   a pass needs is loaded before the pass touches it; when there is no room, the pages
   that are needed last are written and released.

   Pages have 64 KB.  A window of 4 GB or more has pages of 2 MB, the huge pages of the
   system: their first use takes a fifth of the time, and files are read and written in
   larger pieces.

   An array that changes has two files.  During a pass changed pages go to the second file,
   while the first one still holds all values from before the pass: after a crash they are
   complete.  window_complete writes the rest, window_commit exchanges the files.

   A rank of a team (team.h) pins the pages it keeps, and gets remote pages from others. */
#ifndef RACE_WINDOW_H
#define RACE_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

enum { WINDOW_MAX_ARRAYS = 48 };
/* The number of bytes of a page, as a power of two. */
enum { WINDOW_SMALL_PAGES = 16, WINDOW_HUGE_PAGES = 21 };

/* One array of a window. */
struct window_array {
    char *memory;           /* the range of addresses */
    uint64_t bytes, offset; /* its size, and where it begins in its files */
    int fd[2]; /* the file with the values of the last commit, and the other one; equal
                       if the array never changes or is changed in place */
    uint32_t first; /* the number of its first page */
    double fill;    /* the chance in all cells that are in no file yet */
    int cell_bytes; /* 4 or 8; 0: cells that are in no file are zero bytes */
};

struct window {
    int page_bits;             /* a page has 1 << page_bits bytes */
    int threads;               /* that load, release and revise pages */
    uint64_t limit;            /* pages in memory, at most; pinned ones not counted */
    _Atomic uint64_t resident; /* pages in memory now */
    uint32_t pages;            /* of all arrays */
    uint8_t *page;             /* enum page_state of each */
    int n;
    struct window_array array[WINDOW_MAX_ARRAYS];
};

/* The size of the pages of a window of so many bytes (WINDOW_SMALL_PAGES or
   WINDOW_HUGE_PAGES). */
int window_page_bits(uint64_t bytes);
/* An empty window of at most so many bytes. */
void window_open(struct window *w, uint64_t bytes, int page_bits, int threads);
/* Releases all memory; the files stay open. */
void window_close(struct window *w);

/* Adds an array of so many bytes.  fd is its file, other the second one or the same.
   `stored`: the file has its values; otherwise every cell of cell_bytes bytes is `fill`.
   Returns its number and sets its memory, or LUS_EMEMORY. */
int window_add(struct window *w, uint64_t bytes, uint64_t offset, int fd, int other,
               bool stored, double fill, int cell_bytes);
/* The page of a byte of an array. */
static inline uint32_t window_page(const struct window *w, int array, uint64_t byte)
{
    return w->array[array].first + (uint32_t)(byte >> w->page_bits);
}
static inline uint64_t window_page_bytes(const struct window *w)
{
    return UINT64_C(1) << w->page_bits;
}

/* Where a page is in memory, and its bytes in *n. */
char *window_memory(const struct window *w, uint32_t page, uint64_t *n);
/* Loads a page and keeps it in memory, beside the limit.  0 or LUS_EFILE. */
int window_pin(struct window *w, uint32_t page);
bool window_pinned(const struct window *w, uint32_t page);
/* A page that is in no file: the caller of window_load sets its bytes. */
void window_remote(struct window *w, uint32_t page);

/* Loads pages.  If the window is full, releases those pages for which next_use, called with
   `arg`, is largest; UINT32_MAX: needed now.  Returns 0, LUS_ERANGE if the window is too small for the
   pages, LUS_EMEMORY, or LUS_EFILE with errno set. */
int window_load(struct window *w, const uint32_t *pages, uint32_t n,
                uint32_t (*next_use)(const void *arg, uint32_t page), const void *arg);
/* Marks pages in memory as changed. */
void window_changed(struct window *w, const uint32_t *pages, uint32_t n);
/* Writes and releases pages; those that are not in memory or pinned are left out.  0 or
   LUS_EFILE. */
int window_release(struct window *w, const uint32_t *pages, uint32_t n);
/* Writes all changed pages, and copies those that are only in the first file: afterwards
   the second file is complete.  0, LUS_EMEMORY or LUS_EFILE. */
int window_complete(struct window *w);
/* Releases all pages without writing them: the arrays that have two files are complete in
   `file` now.  Returns 0. */
int window_reread(struct window *w, int file);
/* Exchanges the files, after window_complete. */
void window_commit(struct window *w);
/* Whether a page is in memory. */
bool window_loaded(const struct window *w, uint32_t page);
/* Calls `change` for every page of an array that changed since the last commit, with its
   bytes from before; `change` may change the newest ones.  With several threads it is called
   for several pages at once.  0, LUS_EMEMORY or LUS_EFILE. */
int window_revise(struct window *w, int array,
                  void (*change)(void *newest, const void *before, uint64_t bytes,
                                 const void *arg),
                  const void *arg);
/* Copies bytes of an array, in memory or not.  Thread-safe while no page is loaded.  0 or
   LUS_EFILE. */
int window_read(const struct window *w, int array, uint64_t at, uint64_t n, void *to);

#endif
