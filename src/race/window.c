/* SPDX-License-Identifier: MIT */
/* window.c - see window.h.

   Where the newest bytes of a page are, and what changes that:

       nowhere        every cell has the value `fill`
       first file     after window_commit, or if the file was complete at the start
       memory only    after window_changed
       second file    after page_write: changed since the last commit
       remote         in the memory of another process

   window_complete copies the pages that are in the first file only; a pass itself writes no
   page that it did not change. */
#include "race/window.h"
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "lusoria.h"
#include "os/parallel.h"
#include "os/reserved.h"
#include "os/work_file.h"
#include "solve/kernels.h"

/* Where the newest bytes of a page are. */
enum page_state {
    PAGE_UNWRITTEN, /* nowhere: all cells have the value `fill` */
    PAGE_FIRST,     /* in the first file */
    PAGE_SECOND,    /* in the second file: changed since the last commit */
    PAGE_REMOTE,
    PAGE_PLACE = 3, /* the bits of these */
    PAGE_LOADED = 4,
    PAGE_CHANGED = 8, /* in memory only */
    PAGE_PINNED = 16, /* stays in memory */
};

int window_page_bits(uint64_t bytes)
{
    return bytes >> 32 ? WINDOW_HUGE_PAGES : WINDOW_SMALL_PAGES;
}

void window_open(struct window *w, uint64_t bytes, int page_bits, int threads)
{
    *w = (struct window){
        .page_bits = page_bits, .threads = threads, .limit = bytes >> page_bits};
}

void window_close(struct window *w)
{
    for (int i = 0; i < w->n; i++)
        if (w->array[i].memory)
            reserved_free(w->array[i].memory, w->array[i].bytes);
    free(w->page);
    *w = (struct window){0};
}

int window_add(struct window *w, uint64_t bytes, uint64_t offset, int fd, int other,
               bool stored, double fill, int cell_bytes)
{
    struct window_array *a = &w->array[w->n];
    uint32_t pages = (uint32_t)((bytes + window_page_bytes(w) - 1) >> w->page_bits);
    uint8_t *page = w->n < WINDOW_MAX_ARRAYS ? realloc(w->page, w->pages + pages) : NULL;
    if (!page)
        return LUS_EMEMORY;
    w->page = page;
    char *memory = reserved_new(bytes, w->page_bits == WINDOW_HUGE_PAGES);
    if (!memory)
        return LUS_EMEMORY;
    *a = (struct window_array){memory,   bytes, offset,    {fd, other},
                               w->pages, fill,  cell_bytes};
    memset(page + w->pages, stored ? PAGE_FIRST : PAGE_UNWRITTEN, pages);
    w->pages += pages;
    return w->n++;
}

/* ---- one page ---- */

struct page_place {
    const struct window_array *array;
    uint64_t at, bytes; /* in the array */
};

static struct page_place place_of(const struct window *w, uint32_t page)
{
    int i = w->n - 1;
    while (w->array[i].first > page)
        i--;
    struct page_place p = {&w->array[i], 0, window_page_bytes(w)};
    p.at = (uint64_t)(page - p.array->first) << w->page_bits;
    if (p.array->bytes - p.at < p.bytes)
        p.bytes = p.array->bytes - p.at;
    return p;
}

static void page_fill(const struct window_array *a, char *to, uint64_t bytes)
{
    int32_t narrow = cell_32(a->fill);
    if (a->cell_bytes == 0)
        memset(to, 0, bytes);
    for (uint64_t i = 0; a->cell_bytes && i < bytes; i += (unsigned)a->cell_bytes)
        memcpy(to + i, a->cell_bytes == 8 ? (const void *)&a->fill : &narrow,
               (unsigned)a->cell_bytes);
}

static int page_load(struct window *w, uint32_t page)
{
    struct page_place p = place_of(w, page);
    uint8_t *state = &w->page[page];
    int place = *state & PAGE_PLACE, status = 0;
    if (place == PAGE_UNWRITTEN) {
        page_fill(p.array, p.array->memory + p.at, p.bytes);
    } else if (place != PAGE_REMOTE) {
        status = work_file_read(p.array->fd[place == PAGE_SECOND], p.array->memory + p.at,
                                p.bytes, p.array->offset + p.at)
                     ? 0
                     : LUS_EFILE;
    }
    if (status == 0) {
        *state |= PAGE_LOADED;
        w->resident++;
    }
    return status;
}

static int page_write(struct window *w, uint32_t page)
{
    struct page_place p = place_of(w, page);
    uint8_t *state = &w->page[page];
    if (!(*state & PAGE_CHANGED))
        return 0;
    bool two = p.array->fd[0] != p.array->fd[1];
    if (!work_file_write(p.array->fd[1], p.array->memory + p.at, p.bytes,
                         p.array->offset + p.at))
        return LUS_EFILE;
    *state = (uint8_t)(PAGE_LOADED | (two ? PAGE_SECOND : PAGE_FIRST));
    return 0;
}

static int page_release(struct window *w, uint32_t page)
{
    struct page_place p = place_of(w, page);
    if (!(w->page[page] & PAGE_LOADED) || w->page[page] & PAGE_PINNED)
        return 0;
    if (page_write(w, page))
        return LUS_EFILE;
    reserved_release(p.array->memory + p.at, p.bytes);
    w->page[page] &= PAGE_PLACE;
    w->resident--;
    return 0;
}

char *window_memory(const struct window *w, uint32_t page, uint64_t *n)
{
    struct page_place p = place_of(w, page);
    *n = p.bytes;
    return p.array->memory + p.at;
}

int window_pin(struct window *w, uint32_t page)
{
    int status = w->page[page] & PAGE_LOADED ? 0 : page_load(w, page);
    if (status == 0 && !(w->page[page] & PAGE_PINNED)) {
        w->page[page] |= PAGE_PINNED;
        w->resident--;
    }
    return status;
}

bool window_pinned(const struct window *w, uint32_t page)
{
    return w->page[page] & PAGE_PINNED;
}

void window_remote(struct window *w, uint32_t page)
{
    w->page[page] = (uint8_t)((w->page[page] & ~PAGE_PLACE) | PAGE_REMOTE);
}

/* ---- pages on several threads ---- */

typedef int page_function(struct window *w, uint32_t page, char *room, const void *arg);

/* One call of each_page, shared by its threads. */
struct page_work {
    struct window *w;
    const uint32_t *pages; /* NULL: the numbers below n */
    uint64_t room;         /* bytes that `work` needs for itself */
    page_function *work;   /* returns 0 or an error */
    const void *arg;
    uint32_t n;
    atomic_uint next;
    atomic_int status; /* the first error, and its errno */
    int why;
};

static void work_on_pages(void *arg, int thread)
{
    struct page_work *t = arg;
    char *room = t->room ? malloc((size_t)t->room) : NULL;
    bool failed = t->room && !room;
    (void)thread;
    while (atomic_load(&t->status) == 0) {
        uint32_t i = atomic_fetch_add(&t->next, 1);
        if (i >= t->n)
            break;
        uint32_t page = t->pages ? t->pages[i] : i;
        int status = failed ? LUS_EMEMORY : t->work(t->w, page, room, t->arg), none = 0;
        if (status && atomic_compare_exchange_strong(&t->status, &none, status))
            t->why = errno;
    }
    free(room);
}

/* Does a job on the threads of the window. */
static int each_page(struct page_work *t)
{
    parallel_run(t->w->threads, work_on_pages, t);
    if (t->status)
        errno = t->why;
    return t->status;
}

static int load_missing(struct window *w, uint32_t page, char *room, const void *arg)
{
    (void)room, (void)arg;
    return w->page[page] & PAGE_LOADED ? 0 : page_load(w, page);
}

static int release(struct window *w, uint32_t page, char *room, const void *arg)
{
    (void)room, (void)arg;
    return page_release(w, page);
}

int window_release(struct window *w, const uint32_t *pages, uint32_t n)
{
    struct page_work t = {.w = w, .pages = pages, .work = release, .n = n};
    return each_page(&t);
}

/* ---- many pages ---- */

struct page_use {
    uint32_t page, next;
};

static int later_first(const void *a, const void *b)
{
    uint32_t x = ((const struct page_use *)a)->next,
             y = ((const struct page_use *)b)->next;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* Releases `n` pages, those that are needed last. */
static int make_room(struct window *w, uint64_t n,
                     uint32_t (*next_use)(const void *arg, uint32_t page),
                     const void *arg)
{
    size_t most = (size_t)w->resident;
    struct page_use *list = malloc(most * sizeof *list + 1);
    uint32_t *last = malloc(most * sizeof *last + 1);
    uint64_t found = 0;
    int status = list && last ? 0 : LUS_EMEMORY;
    for (uint32_t page = 0; status == 0 && page < w->pages; page++) {
        if (!(w->page[page] & PAGE_LOADED) || w->page[page] & PAGE_PINNED)
            continue;
        uint32_t next = next_use(arg, page);
        if (next != UINT32_MAX)
            list[found++] = (struct page_use){page, next};
    }
    if (status == 0 && found < n)
        status = LUS_ERANGE;
    if (status == 0)
        qsort(list, found, sizeof *list, later_first);
    for (uint64_t i = 0; status == 0 && i < n; i++)
        last[i] = list[i].page;
    if (status == 0)
        status = window_release(w, last, (uint32_t)n);
    free(list);
    free(last);
    return status;
}

int window_load(struct window *w, const uint32_t *pages, uint32_t n,
                uint32_t (*next_use)(const void *arg, uint32_t page), const void *arg)
{
    uint64_t missing = 0;
    int status = 0;
    for (uint32_t i = 0; i < n; i++)
        missing += !(w->page[pages[i]] & PAGE_LOADED);
    if (w->resident + missing > w->limit)
        status = make_room(w, w->resident + missing - w->limit, next_use, arg);
    struct page_work t = {.w = w, .pages = pages, .work = load_missing, .n = n};
    return status ? status : each_page(&t);
}

void window_changed(struct window *w, const uint32_t *pages, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        w->page[pages[i]] |= PAGE_CHANGED;
}

/* Copies a page that has not changed since the last commit to the second file. */
static int page_copy(struct window *w, uint32_t page, char *bytes)
{
    struct page_place p = place_of(w, page);
    int place = w->page[page] & PAGE_PLACE;
    if (place == PAGE_SECOND || p.array->fd[0] == p.array->fd[1])
        return 0;
    if (place == PAGE_UNWRITTEN)
        page_fill(p.array, bytes, p.bytes);
    else if (!work_file_read(p.array->fd[0], bytes, p.bytes, p.array->offset + p.at))
        return LUS_EFILE;
    w->page[page] = (uint8_t)((w->page[page] & ~PAGE_PLACE) | PAGE_SECOND);
    return work_file_write(p.array->fd[1], bytes, p.bytes, p.array->offset + p.at)
               ? 0
               : LUS_EFILE;
}

static int page_complete(struct window *w, uint32_t page, char *room, const void *arg)
{
    int status = page_write(w, page);
    (void)arg;
    return status ? status : page_copy(w, page, room);
}

int window_complete(struct window *w)
{
    struct page_work t = {
        .w = w, .work = page_complete, .n = w->pages, .room = window_page_bytes(w)};
    return each_page(&t);
}

bool window_loaded(const struct window *w, uint32_t page)
{
    return w->page[page] & PAGE_LOADED;
}

struct page_change {
    void (*change)(void *newest, const void *before, uint64_t bytes, const void *arg);
    const void *arg;
};

/* A changed page is in memory, or the second file has its newest bytes. */
static int page_revise(struct window *w, uint32_t page, char *room, const void *arg)
{
    const struct page_change *c = arg;
    struct page_place p = place_of(w, page);
    const struct window_array *a = p.array;
    bool loaded = w->page[page] & PAGE_LOADED;
    char *newest = loaded ? a->memory + p.at : room + window_page_bytes(w);
    if (!(w->page[page] & PAGE_CHANGED) && (w->page[page] & PAGE_PLACE) != PAGE_SECOND)
        return 0;
    if (!loaded && !work_file_read(a->fd[1], newest, p.bytes, a->offset + p.at))
        return LUS_EFILE;
    if (!work_file_read(a->fd[0], room, p.bytes, a->offset + p.at))
        return LUS_EFILE;
    c->change(newest, room, p.bytes, c->arg);
    if (loaded)
        w->page[page] |= PAGE_CHANGED;
    else if (!work_file_write(a->fd[1], newest, p.bytes, a->offset + p.at))
        return LUS_EFILE;
    return 0;
}

int window_revise(struct window *w, int array,
                  void (*change)(void *newest, const void *before, uint64_t bytes,
                                 const void *arg),
                  const void *arg)
{
    const struct window_array *a = &w->array[array];
    uint32_t end = window_page(w, array, a->bytes - 1) + 1;
    struct page_change c = {change, arg};
    struct page_work t = {.w = w,
                          .work = page_revise,
                          .arg = &c,
                          .next = a->first,
                          .n = end,
                          .room = 2 * window_page_bytes(w)};
    return each_page(&t);
}

int window_reread(struct window *w, int file)
{
    for (uint32_t page = 0; page < w->pages; page++) {
        struct page_place p = place_of(w, page);
        if (w->page[page] & PAGE_LOADED)
            reserved_release(p.array->memory + p.at, p.bytes);
        w->page[page] = PAGE_FIRST;
    }
    for (int i = 0; i < w->n; i++)
        if (w->array[i].fd[0] != w->array[i].fd[1]) {
            w->array[i].fd[1] =
                w->array[i].fd[0] == file ? w->array[i].fd[1] : w->array[i].fd[0];
            w->array[i].fd[0] = file;
        }
    w->resident = 0;
    return 0;
}

void window_commit(struct window *w)
{
    for (int i = 0; i < w->n; i++) {
        struct window_array *a = &w->array[i];
        int fd = a->fd[0];
        a->fd[0] = a->fd[1];
        a->fd[1] = fd;
    }
    for (uint32_t page = 0; page < w->pages; page++)
        if ((w->page[page] & PAGE_PLACE) == PAGE_SECOND)
            w->page[page] = (uint8_t)((w->page[page] & ~PAGE_PLACE) | PAGE_FIRST);
}

int window_read(const struct window *w, int array, uint64_t at, uint64_t n, void *to)
{
    const struct window_array *a = &w->array[array];
    for (char *out = to; n;) {
        uint8_t state = w->page[window_page(w, array, at)];
        uint64_t some = window_page_bytes(w) - (at & (window_page_bytes(w) - 1));
        some = some < n ? some : n;
        if (state & PAGE_LOADED)
            memcpy(out, a->memory + at, some);
        else if ((state & PAGE_PLACE) == PAGE_UNWRITTEN)
            page_fill(a, out, some);
        else if (!work_file_read(a->fd[(state & PAGE_PLACE) == PAGE_SECOND], out, some,
                                 a->offset + at))
            return LUS_EFILE;
        out += some;
        at += some;
        n -= some;
    }
    return 0;
}
