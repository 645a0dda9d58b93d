/* SPDX-License-Identifier: MIT */
/* test_window.c - arrays larger than the memory: random sequences of calls against copies of
   the arrays in memory, and files that cannot be read or written. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "core/random.h"
#include "lusoria.h"
#include "os/mutex.h"
#include "os/work_file.h"
#include "race/window.h"
#include "solve/kernels.h"

enum {
    PAGE = 1 << WINDOW_SMALL_PAGES,
    ARRAYS = 4,
    LIMIT = 8, /* pages in memory */
    MAX_PAGES = 6,
    ALL_PAGES = 2 + MAX_PAGES + 3 + 2, /* of all arrays */
    HEADER = 24,                       /* bytes before the first array of a file */
};

/* Two arrays that change, one that never does, and one of zeros that changes in place. */
static const struct array_kind {
    uint64_t bytes;
    bool stored, two_files;
    double fill;
    int cell_bytes;
} kinds[ARRAYS] = {{PAGE + 40, false, true, 0.5F, 4},
                   {MAX_PAGES * PAGE - 8, true, true, 0, 8},
                   {2 * PAGE + 4000, true, false, 0, 0},
                   {PAGE + 16, false, false, 0, 0}};

/* The arrays as they should be. */
static struct array_model {
    char now[MAX_PAGES * PAGE], committed[MAX_PAGES * PAGE];
    bool changed[MAX_PAGES]; /* since the last commit */
    uint64_t offset;
} model[ARRAYS];

static struct window w;
static int file[2], read_only, in_place;
static uint64_t file_bytes;
static struct random rng;

/* ---- calls that fail ---- */

bool __real_work_file_write(int fd, const void *bytes, uint64_t n, uint64_t offset);
bool __real_work_file_read(int fd, void *bytes, uint64_t n, uint64_t offset);
bool __wrap_work_file_write(int fd, const void *bytes, uint64_t n, uint64_t offset);
bool __wrap_work_file_read(int fd, void *bytes, uint64_t n, uint64_t offset);

static atomic_int failing; /* calls until the one that fails; 0: none fails */

static bool fails(void)
{
    return failing > 0 && atomic_fetch_sub(&failing, 1) == 1;
}

bool __wrap_work_file_write(int fd, const void *bytes, uint64_t n, uint64_t offset)
{
    return !fails() && __real_work_file_write(fd, bytes, n, offset);
}

bool __wrap_work_file_read(int fd, void *bytes, uint64_t n, uint64_t offset)
{
    return !fails() && __real_work_file_read(fd, bytes, n, offset);
}

/* ---- setting up ---- */

static uint64_t below(uint64_t n)
{
    return random_below(&rng, (uint32_t)n);
}

static int empty_file(void)
{
    char path[] = "/tmp/lusoria-window-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(unlink(path), 0);
    return fd;
}

/* The values of an array at the start. */
static void fill_model(int i)
{
    const struct array_kind *k = &kinds[i];
    const int32_t narrow = cell_32(k->fill);
    const char *cell =
        k->cell_bytes == 8 ? (const char *)&k->fill : (const char *)&narrow;
    for (uint64_t at = 0; at < k->bytes; at++)
        if (k->stored)
            model[i].now[at] = (char)below(256);
        else
            model[i].now[at] = k->cell_bytes ? cell[at % (unsigned)k->cell_bytes] : 0;
    memcpy(model[i].committed, model[i].now, sizeof model[i].now);
    memset(model[i].changed, 0, sizeof model[i].changed);
}

static int threads = 1;

static void set_up(uint64_t seed)
{
    rng = random_stream(seed, 0);
    failing = 0;
    for (int i = 0; i < 2; i++)
        file[i] = empty_file();
    read_only = empty_file();
    in_place = empty_file();
    window_open(&w, LIMIT * PAGE + PAGE - 1, WINDOW_SMALL_PAGES, threads);
    file_bytes = HEADER;
    for (int i = 0; i < ARRAYS; i++) {
        const struct array_kind *k = &kinds[i];
        int own = i == 2 ? read_only : in_place;
        int fd = k->two_files ? file[0] : own, other = k->two_files ? file[1] : own;
        fill_model(i);
        model[i].offset = k->two_files ? file_bytes : 8;
        file_bytes += k->two_files ? k->bytes : 0;
        if (k->stored)
            assert_true(
                __real_work_file_write(fd, model[i].now, k->bytes, model[i].offset));
        assert_int_equal(window_add(&w, k->bytes, model[i].offset, fd, other, k->stored,
                                    k->fill, k->cell_bytes),
                         i);
    }
    assert_int_equal(w.pages, ALL_PAGES);
    for (int i = 0; i < 2; i++)
        assert_true(work_file_resize(file[i], file_bytes));
}

static void tear_down(void)
{
    window_close(&w);
    assert_int_equal(w.pages, 0);
    close(file[0]);
    close(file[1]);
    close(read_only);
    close(in_place);
}

/* ---- checks ---- */

static int array_of(uint32_t page)
{
    int i = ARRAYS - 1;
    while (page < window_page(&w, i, 0))
        i--;
    return i;
}

static uint64_t page_at(uint32_t page)
{
    return (uint64_t)(page - window_page(&w, array_of(page), 0)) * PAGE;
}

static uint64_t page_bytes(uint32_t page)
{
    uint64_t rest = kinds[array_of(page)].bytes - page_at(page);
    return rest < PAGE ? rest : PAGE;
}

/* Pages in memory have the newest values, and there are not too many. */
static void check_memory(void)
{
    uint64_t loaded = 0;
    for (uint32_t page = 0; page < ALL_PAGES; page++) {
        if (!window_loaded(&w, page))
            continue;
        loaded++;
        assert_memory_equal(w.array[array_of(page)].memory + page_at(page),
                            model[array_of(page)].now + page_at(page), page_bytes(page));
    }
    assert_int_equal(loaded, w.resident);
    assert_in_range(loaded, 0, LIMIT);
}

/* The file of the last commit has its values: a crash loses nothing. */
static void check_committed(void)
{
    static char bytes[MAX_PAGES * PAGE];
    for (int i = 1; i < 2; i++) { /* array 0 is in no file before the first commit */
        assert_true(__real_work_file_read(w.array[i].fd[0], bytes, kinds[i].bytes,
                                          model[i].offset));
        assert_memory_equal(bytes, model[i].committed, kinds[i].bytes);
    }
}

static void check_read(void)
{
    static char bytes[MAX_PAGES * PAGE];
    int i = (int)below(ARRAYS);
    uint64_t cells = kinds[i].bytes / 8, cell = below(cells);
    uint64_t at = 8 * cell, n = 8 * (1 + below(cells - cell));
    assert_int_equal(window_read(&w, i, at, n, bytes), 0);
    assert_memory_equal(bytes, model[i].now + at, n);
}

/* ---- operations ---- */

/* When each page is used next; the list that is loaded now is not released. */
static uint32_t next_uses[ALL_PAGES];

static uint32_t next_use(const void *arg, uint32_t page)
{
    assert_ptr_equal(arg, next_uses);
    return next_uses[page];
}

static int random_pages(uint32_t pages[ALL_PAGES], int most)
{
    bool taken[ALL_PAGES] = {false};
    int n = 0, want = 1 + (int)below((uint64_t)most);
    while (n < want) {
        uint32_t page = (uint32_t)below(ALL_PAGES);
        if (!taken[page])
            pages[n++] = page;
        taken[page] = true;
    }
    return n;
}

/* Loads pages.  As many as necessary are released, those that are used last: no released page
   is used before one that stays. */
static int load_pages(void)
{
    uint32_t pages[ALL_PAGES];
    bool before[ALL_PAGES];
    int n = random_pages(pages, LIMIT + 1), missing = 0;
    for (uint32_t i = 0; i < ALL_PAGES; i++) {
        next_uses[i] = (uint32_t)(i * 7919 % 31 + below(3) * 100);
        before[i] = window_loaded(&w, i);
    }
    for (int i = 0; i < n; i++) {
        next_uses[pages[i]] = UINT32_MAX;
        missing += !before[pages[i]];
    }
    uint64_t was = w.resident;
    int status = window_load(&w, pages, (uint32_t)n, next_use, next_uses);
    if (n > LIMIT) {
        assert_true(status == LUS_ERANGE || (status == LUS_EFILE && failing == 0));
        return status;
    }
    uint32_t first_released = UINT32_MAX, last_kept = 0;
    int released = 0;
    for (uint32_t i = 0; status == 0 && i < ALL_PAGES; i++) {
        if (next_uses[i] == UINT32_MAX) {
            assert_true(window_loaded(&w, i));
        } else if (before[i] && !window_loaded(&w, i)) {
            first_released =
                next_uses[i] < first_released ? next_uses[i] : first_released;
            released++;
        } else if (before[i]) {
            last_kept = next_uses[i] > last_kept ? next_uses[i] : last_kept;
        }
    }
    if (status == 0) {
        int needed = (int)was + missing - LIMIT;
        assert_int_equal(released, needed > 0 ? needed : 0);
        assert_true(last_kept <= first_released);
    }
    return status;
}

static int change_pages(void)
{
    for (uint32_t page = 0; page < ALL_PAGES; page++) {
        int i = array_of(page);
        if (!window_loaded(&w, page) || i == 2 || below(2))
            continue;
        uint64_t at = page_at(page) + below(page_bytes(page));
        w.array[i].memory[at] ^= (char)(1 + below(255));
        model[i].now[at] = w.array[i].memory[at];
        model[i].changed[page_at(page) / PAGE] = true;
        window_changed(&w, &page, 1);
    }
    return 0;
}

static int release_pages(void)
{
    uint32_t pages[ALL_PAGES];
    int n = random_pages(pages, ALL_PAGES);
    int status = window_release(&w, pages, (uint32_t)n);
    for (int i = 0; status == 0 && i < n; i++)
        assert_false(window_loaded(&w, pages[i]));
    return status;
}

static int commit(void)
{
    static char bytes[MAX_PAGES * PAGE];
    int status = window_complete(&w);
    if (status)
        return status;
    for (int i = 0; i < 2; i++) {
        assert_true(__real_work_file_read(w.array[i].fd[1], bytes, kinds[i].bytes,
                                          model[i].offset));
        assert_memory_equal(bytes, model[i].now, kinds[i].bytes);
        memcpy(model[i].committed, model[i].now, sizeof model[i].now);
        memset(model[i].changed, 0, sizeof model[i].changed);
    }
    int first = w.array[1].fd[0];
    window_commit(&w);
    assert_int_equal(w.array[1].fd[1], first);
    assert_int_equal(w.array[1].fd[0], first == file[0] ? file[1] : file[0]);
    return 0;
}

/* The pages of array 1 that `change_page` was called for, perhaps on several threads. */
static bool revised[MAX_PAGES];
static struct mutex revising = MUTEX_STATIC;

static void change_page(void *newest, const void *before, uint64_t bytes, const void *arg)
{
    int page = 0;
    mutex_lock(&revising);
    assert_string_equal(arg, "argument");
    while (page < MAX_PAGES && memcmp(model[1].now + page * PAGE, newest, bytes) != 0)
        page++;
    assert_true(page < MAX_PAGES && !revised[page]);
    revised[page] = true;
    assert_memory_equal(before, model[1].committed + page * PAGE, bytes);
    ((char *)newest)[bytes - 1] ^= 0x55;
    memcpy(model[1].now + page * PAGE, newest, bytes);
    mutex_unlock(&revising);
}

static int revise(void)
{
    memset(revised, 0, sizeof revised);
    int status = window_revise(&w, 1, change_page, "argument");
    for (int i = 0; status == 0 && i < MAX_PAGES; i++)
        assert_int_equal(revised[i], model[1].changed[i]);
    return status;
}

/* ---- the tests ---- */

static int (*const operations[])(void) = {load_pages, load_pages,    load_pages,
                                          load_pages, change_pages,  change_pages,
                                          revise,     release_pages, commit};
enum { OPERATIONS = sizeof operations / sizeof operations[0] };

static void random_calls(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        set_up(seed);
        for (int i = 0; i < 60; i++) {
            int status = operations[below(OPERATIONS)]();
            assert_true(status == 0 || status == LUS_ERANGE);
            check_memory();
            check_committed();
            check_read();
        }
        tear_down();
    }
}

/* The call number `failing` of the same sequence fails: an error is returned, and the file
   of the last commit is complete. */
static void files_fail(void **state)
{
    int errors = 0;
    (void)state;
    for (int k = 1; k < 200; k += 3) {
        int status = 0;
        set_up(5);
        failing = k;
        for (int i = 0; i < 60 && failing && (status == 0 || status == LUS_ERANGE); i++)
            status = operations[below(OPERATIONS)]();
        if (failing == 0) {
            assert_int_equal(status, LUS_EFILE);
            check_committed();
            errors++;
        }
        tear_down();
    }
    assert_true(errors > 20);
}

/* The same with several threads that complete and revise pages. */
static void random_calls_of_threads(void **state)
{
    threads = 3;
    random_calls(state);
    files_fail(state);
    threads = 1;
}

/* The reason of a failure is that of the thread that failed. */
static void threads_pass_errno_on(void **state)
{
    (void)state;
    threads = 2;
    set_up(3);
    close(file[1]);
    errno = 0;
    assert_int_equal(window_complete(&w), LUS_EFILE);
    assert_int_equal(errno, EBADF);
    file[1] = empty_file();
    tear_down();
    threads = 1;
}

/* Huge pages are aligned, and have their bytes after the window had to release them. */
static void huge_pages(void **state)
{
    enum { BYTES = (5 << 20) + 40 };
    static char bytes[BYTES];
    (void)state;
    assert_int_equal(window_page_bits(UINT64_C(4) << 30), WINDOW_HUGE_PAGES);
    assert_int_equal(window_page_bits((UINT64_C(4) << 30) - 1), WINDOW_SMALL_PAGES);
    set_up(1);
    window_close(&w);
    window_open(&w, 2 << 20, WINDOW_HUGE_PAGES, 2);
    assert_int_equal(window_add(&w, BYTES, 8, file[0], file[1], false, 0, 0), 0);
    assert_int_equal((uintptr_t)w.array[0].memory % (2 << 20), 0);
    assert_int_equal(w.pages, 3);
    for (uint32_t page = 0; page < 3; page++) {
        next_uses[page] = 3 - page;
        assert_int_equal(window_load(&w, &page, 1, next_use, next_uses), 0);
        assert_int_equal(window_page(&w, 0, page * UINT64_C(2097152)), page);
        w.array[0].memory[page * UINT64_C(2097152)] = (char)('a' + page);
        window_changed(&w, &page, 1);
    }
    assert_int_equal(w.resident, 1);
    assert_int_equal(window_complete(&w), 0);
    assert_int_equal(window_read(&w, 0, 0, BYTES, bytes), 0);
    assert_true(__real_work_file_read(file[1], model[0].now, 1, 8 + (4 << 20)));
    assert_int_equal(model[0].now[0], 'c');
    for (int i = 0; i < BYTES; i++)
        assert_int_equal(bytes[i], i % (2 << 20) ? 0 : 'a' + i / (2 << 20));
    tear_down();
}

/* A page that is not in memory and cannot be read. */
static void reads_fail(void **state)
{
    char byte;
    (void)state;
    set_up(1);
    failing = 1;
    assert_int_equal(window_read(&w, 1, 3 * PAGE, 1, &byte), LUS_EFILE);
    assert_int_equal(window_read(&w, 1, 3 * PAGE, 1, &byte), 0);
    tear_down();
}

/* Pinned pages stay and do not count; the bytes of a remote page are set by the caller, and
   no file is read or written for it. */
static void pinned_and_remote(void **state)
{
    (void)state;
    set_up(3);
    uint32_t pages[LIMIT + 1], pinned = window_page(&w, 1, 5 * PAGE), remote = pinned - 1;
    uint64_t bytes;
    for (int i = 0; i < 2; i++) /* twice is the same as once */
        assert_int_equal(window_pin(&w, pinned), 0);
    window_remote(&w, remote);
    assert_true(window_pinned(&w, pinned) && !window_pinned(&w, remote));
    assert_int_equal(w.resident, 0);
    assert_ptr_equal(window_memory(&w, pinned, &bytes), w.array[1].memory + 5 * PAGE);
    assert_int_equal(bytes, PAGE - 8);
    assert_memory_equal(w.array[1].memory + 5 * PAGE, model[1].now + 5 * PAGE, bytes);
    for (uint32_t i = 0; i <= LIMIT; i++) {
        pages[i] = i < remote ? i : i + 2;
        next_uses[pages[i]] = i;
    }
    next_uses[pinned] = UINT32_MAX - 1;
    next_uses[remote] = UINT32_MAX;
    failing = 1; /* of the calls for files; none is needed */
    assert_int_equal(window_load(&w, &remote, 1, next_use, next_uses), 0);
    memset(window_memory(&w, remote, &bytes), 9, PAGE);
    failing = 0;
    next_uses[remote] = 1;
    for (int i = 0; i <= LIMIT; i++)
        assert_int_equal(window_load(&w, &pages[i], 1, next_use, next_uses), 0);
    assert_true(window_loaded(&w, pinned) && window_loaded(&w, remote));
    assert_int_equal(w.array[1].memory[5 * PAGE - 1], 9);
    assert_in_range(w.resident, 1, LIMIT);
    assert_int_equal(window_release(&w, (uint32_t[]){pinned, remote}, 2), 0);
    assert_true(window_loaded(&w, pinned) && !window_loaded(&w, remote));
    tear_down();
}

/* All arrays with two files are read from one of them, whatever was in memory. */
static void reread(void **state)
{
    static char bytes[MAX_PAGES * PAGE];
    (void)state;
    for (int which = 0; which < 2; which++) {
        set_up(7);
        uint32_t page = window_page(&w, 1, 0);
        next_uses[page] = UINT32_MAX;
        assert_int_equal(window_load(&w, &page, 1, next_use, next_uses), 0);
        memset(bytes, 3, sizeof bytes);
        for (int i = 0; i < 2; i++)
            assert_true(__real_work_file_write(file[which], bytes, kinds[i].bytes,
                                               model[i].offset));
        assert_int_equal(window_reread(&w, file[which]), 0);
        assert_int_equal(w.resident, 0);
        assert_false(window_loaded(&w, page));
        for (int i = 0; i < 2; i++) {
            memset(model[i].now, 3, sizeof model[i].now);
            assert_int_equal(w.array[i].fd[0], file[which]);
            assert_int_equal(w.array[i].fd[1], file[!which]);
            assert_int_equal(window_read(&w, i, 0, kinds[i].bytes, bytes), 0);
            assert_memory_equal(bytes, model[i].now, kinds[i].bytes);
        }
        assert_int_equal(w.array[2].fd[0], read_only);
        assert_int_equal(w.array[2].fd[1], read_only);
        tear_down();
    }
}

static void too_many_arrays(void **state)
{
    (void)state;
    window_open(&w, PAGE, WINDOW_SMALL_PAGES, 1);
    for (int i = 0; i < WINDOW_MAX_ARRAYS; i++)
        assert_int_equal(window_add(&w, 100, 0, 0, 0, false, 0, 0), i);
    assert_int_equal(window_add(&w, 100, 0, 0, 0, false, 0, 0), LUS_EMEMORY);
    window_close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_calls),
        cmocka_unit_test(files_fail),
        cmocka_unit_test(random_calls_of_threads),
        cmocka_unit_test(threads_pass_errno_on),
        cmocka_unit_test(huge_pages),
        cmocka_unit_test(reads_fail),
        cmocka_unit_test(pinned_and_remote),
        cmocka_unit_test(reread),
        cmocka_unit_test(too_many_arrays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
