/* SPDX-License-Identifier: MIT */
/* test_os_faults.c - fault injection below src/os: every system call that changes a file
   fails in turn, and the process stops before every call in turn.  Afterwards the file
   holds its old bytes or its new ones, complete.

   A stopped process loses what was written but not synchronised, as a power failure does:
   the hook keeps a descriptor of every file with such bytes and truncates it. */
#include <setjmp.h>
#include <stdarg.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <dirent.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "os/files.h"
#include "os/folders.h"
#include "os/os_calls.h"

/* ---- the hook ---- */

enum { MAX_UNSYNCED = 16, NEVER = -1 };

static int calls, fail_at = NEVER, stop_at = NEVER;
static int unsynced[MAX_UNSYNCED], n_unsynced;

static bool same_file(int a, int b)
{
    struct stat x, y;
    return fstat(a, &x) == 0 && fstat(b, &y) == 0 && x.st_ino == y.st_ino;
}

static void forget_file(int fd)
{
    for (int i = n_unsynced - 1; i >= 0; i--)
        if (same_file(unsynced[i], fd)) {
            close(unsynced[i]);
            unsynced[i] = unsynced[--n_unsynced];
        }
}

static void lose_power(void)
{
    for (int i = 0; i < n_unsynced; i++)
        if (ftruncate(unsynced[i], 0) < 0)
            _exit(2);
    _exit(1);
}

static bool hook(enum os_call call, int fd, const char *name)
{
    (void)name;
    if (calls == stop_at)
        lose_power();
    if (calls++ == fail_at) {
        errno = call == OS_WRITE ? ENOSPC : EIO;
        return true;
    }
    if (call == OS_WRITE) {
        forget_file(fd);
        unsynced[n_unsynced++] = dup(fd);
    } else if (call == OS_FSYNC) {
        forget_file(fd);
    }
    return false;
}

/* ---- the operations under test ---- */

enum { BYTES = 200000 };
static char folder[] = "/tmp/lusoria-faults-XXXXXX", path[PATH_MAX];
static char old_bytes[BYTES], new_bytes[BYTES];

static bool replace_at_once(void)
{
    return file_write(path, new_bytes, BYTES, 0644);
}

static bool write_pieces(struct file_writer *w)
{
    for (int i = 0; i < BYTES; i += 1000)
        fwrite(new_bytes + i, 1, 1000, w->stream);
    return file_commit(w);
}

static bool replace_by_stream(void)
{
    struct file_writer w;
    return file_create(&w, path, 0644) && write_pieces(&w);
}

/* As the solver writes its layers; a stopped process leaves the temporary file. */
static bool replace_through(void)
{
    char temporary[PATH_MAX + 8];
    struct file_writer w;
    snprintf(temporary, sizeof temporary, "%s.new", path);
    return file_create_through(&w, path, temporary, 0644) && write_pieces(&w);
}

static bool (*const operation[])(void) = {replace_at_once, replace_by_stream,
                                          replace_through};

static void set_up(int fail, int stop)
{
    os_fault_hook = NULL;
    assert_true(file_write(path, old_bytes, BYTES, 0644));
    calls = n_unsynced = 0;
    fail_at = fail;
    stop_at = stop;
    os_fault_hook = hook;
}

/* 'o' the old bytes, 'n' the new ones, '?' neither. */
static char contents(void)
{
    size_t n;
    char *bytes = file_read(path, 2 * BYTES, &n), found = '?';
    if (bytes && n == BYTES && !memcmp(bytes, old_bytes, BYTES))
        found = 'o';
    if (bytes && n == BYTES && !memcmp(bytes, new_bytes, BYTES))
        found = 'n';
    free(bytes);
    return found;
}

static int files_in_folder(void)
{
    DIR *d = opendir(folder);
    int n = 0;
    for (struct dirent *e; d && (e = readdir(d));)
        n += e->d_name[0] != '.' || e->d_name[1] == 'l';
    closedir(d);
    return n;
}

/* Temporary files with random names: .lusoria-... */
static int temporary_files(void)
{
    DIR *d = opendir(folder);
    int n = 0;
    for (struct dirent *e; d && (e = readdir(d));)
        n += !strncmp(e->d_name, ".lusoria-", 9);
    closedir(d);
    return n;
}

static void test_every_call_fails(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof operation / sizeof operation[0]; i++)
        for (int k = 0;; k++) {
            set_up(k, NEVER);
            bool done = operation[i]();
            bool reached = calls > k;
            os_fault_hook = NULL;
            if (!reached) {
                assert_true(done);
                assert_int_equal(contents(), 'n');
                assert_true(k >= 5); /* create, write, fsync, close, rename, fsync */
                break;
            }
            if (done || contents() == '?')
                fail_msg("operation %d, call %d fails: done %d, contents '%c'", (int)i, k,
                         done, contents());
            assert_int_equal(files_in_folder(), 1); /* no temporary file is left */
        }
}

static void test_stop_before_every_call(void **state)
{
    (void)state;
    int left = 0;
    for (size_t i = 0; i < sizeof operation / sizeof operation[0]; i++) {
        char before = 'o';
        for (int k = 0;; k++) {
            int status;
            set_up(NEVER, k);
            assert_int_equal(temporary_files(), 0); /* the old ones are removed */
            pid_t child = fork();
            if (child == 0)
                _exit(operation[i]() ? 0 : 3);
            assert_int_equal(waitpid(child, &status, 0), child);
            os_fault_hook = NULL;
            left += temporary_files();
            char found = contents();
            if (found == '?' || (before == 'n' && found == 'o'))
                fail_msg("operation %d stopped before call %d: contents '%c'", (int)i, k,
                         found);
            before = found;
            if (WEXITSTATUS(status) == 0) {
                assert_int_equal(found, 'n');
                break;
            }
            assert_int_equal(WEXITSTATUS(status), 1);
        }
    }
    assert_true(left > 5); /* a stopped process leaves them */
}

/* ---- temporary files ---- */

static bool make_file(const char *name)
{
    char there[PATH_MAX];
    snprintf(there, sizeof there, "%s/%s", folder, name);
    return file_make(there, 0644);
}

static bool take_file(const char *name)
{
    char there[PATH_MAX];
    snprintf(there, sizeof there, "%s/%s", folder, name);
    return unlink(there) == 0;
}

/* Only files with the whole name of a temporary file are removed, and no links or folders. */
static void test_other_files_are_not_removed(void **state)
{
    static const char *const names[] = {
        ".lusoria-0123456789abc", ".lusoria-0123456789abcde", ".lusoria-0123456789abcg",
        ".lusoria", "lusoria-0123456789abcd"};
    char target[PATH_MAX];
    (void)state;
    set_up(NEVER, NEVER);
    os_fault_hook = NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_true(make_file(names[i]));
    assert_true(make_file(".lusoria-0123456789abcd"));
    snprintf(target, sizeof target, "%s/.lusoria-00000000000000", folder);
    assert_int_equal(symlink("file", target), 0);
    assert_true(replace_at_once());
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_true(take_file(names[i]));
    assert_false(take_file(".lusoria-0123456789abcd"));
    assert_true(take_file(".lusoria-00000000000000"));
    assert_int_equal(contents(), 'n');
}

/* A file that is being written has a lock, which another replacement respects. */
static void test_files_in_use_are_not_removed(void **state)
{
    struct file_writer w;
    (void)state;
    set_up(NEVER, NEVER);
    os_fault_hook = NULL;
    assert_true(file_create(&w, path, 0644));
    assert_true(file_write(path, old_bytes, BYTES, 0644));
    assert_int_equal(temporary_files(), 1);
    assert_true(write_pieces(&w));
    assert_int_equal(contents(), 'n');
    assert_int_equal(temporary_files(), 0);
}

static bool replace_before_rename(enum os_call call, int fd, const char *name)
{
    (void)fd, (void)name;
    if (call == OS_RENAME) {
        os_fault_hook = NULL;
        assert_true(file_write(path, old_bytes, BYTES, 0644));
    }
    return false;
}

/* The lock lasts until the rename, although the file is closed before it. */
static void test_files_are_locked_until_renamed(void **state)
{
    (void)state;
    set_up(NEVER, NEVER);
    os_fault_hook = replace_before_rename;
    assert_true(replace_at_once());
    assert_int_equal(contents(), 'n');
}

/* ---- links, modes and locks ---- */

static void test_link_is_followed(void **state)
{
    (void)state;
    char link_path[PATH_MAX];
    struct stat s;
    set_up(NEVER, NEVER);
    os_fault_hook = NULL;
    snprintf(link_path, sizeof link_path, "%s/link", folder);
    assert_int_equal(symlink("file", link_path), 0);
    assert_int_equal(chmod(path, 0600), 0);
    assert_true(file_write(link_path, new_bytes, BYTES, 0644));
    assert_int_equal(contents(), 'n');
    assert_true(lstat(link_path, &s) == 0 && S_ISLNK(s.st_mode));
    assert_true(stat(path, &s) == 0 && (s.st_mode & 0777) == 0600);
    unlink(link_path);
}

static void test_link_in_a_circle(void **state)
{
    (void)state;
    char link_path[PATH_MAX];
    snprintf(link_path, sizeof link_path, "%s/link", folder);
    assert_int_equal(symlink("link", link_path), 0);
    assert_false(file_write(link_path, new_bytes, BYTES, 0644));
    assert_int_equal(errno, ELOOP);
    unlink(link_path);
}

static void test_lock_excludes_another_process(void **state)
{
    (void)state;
    char lock_path[PATH_MAX];
    struct file_lock mine, other;
    int status;
    snprintf(lock_path, sizeof lock_path, "%s/lock", folder);
    assert_true(file_lock(&mine, lock_path, 0600));
    pid_t child = fork();
    if (child == 0)
        _exit(file_lock(&other, lock_path, 0600) ? 0 : errno == EWOULDBLOCK ? 1 : 2);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WEXITSTATUS(status), 1);
    file_unlock(&mine);
    assert_int_equal(access(lock_path, F_OK), -1);
    assert_true(file_lock(&mine, lock_path, 0600));
    file_unlock(&mine);
}

/* ---- folders ---- */

static void test_folders(void **state)
{
    (void)state;
    char found[PATH_MAX], *home = strdup(getenv("HOME") ? getenv("HOME") : "/");
    setenv("HOME", "/home/ada", 1);
    unsetenv("XDG_STATE_HOME");
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("XDG_DATA_HOME");
    assert_true(folder_path(FOLDER_DATA, "tables", found, sizeof found));
    assert_string_equal(found, "/home/ada/.local/share/lusoria/tables");
    setenv("XDG_DATA_HOME", "relative", 1);
    assert_true(folder_path(FOLDER_DATA, "store.db", found, sizeof found));
    assert_string_equal(found, "/home/ada/.local/share/lusoria/store.db");
    setenv("XDG_DATA_HOME", "/data", 1);
    assert_true(folder_path(FOLDER_DATA, "tables", found, sizeof found));
    assert_string_equal(found, "/data/lusoria/tables");
    unsetenv("XDG_DATA_HOME");
    setenv("HOME", "relative", 1);
    assert_false(folder_path(FOLDER_DATA, "tables", found, sizeof found));
    assert_false(folder_path(FOLDER_STATE, "games", found, sizeof found));
    setenv("HOME", home, 1);
    assert_false(folder_path(FOLDER_CONFIG, "config", found, 10));
    free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_call_fails),
        cmocka_unit_test(test_stop_before_every_call),
        cmocka_unit_test(test_other_files_are_not_removed),
        cmocka_unit_test(test_files_in_use_are_not_removed),
        cmocka_unit_test(test_files_are_locked_until_renamed),
        cmocka_unit_test(test_link_is_followed),
        cmocka_unit_test(test_link_in_a_circle),
        cmocka_unit_test(test_lock_excludes_another_process),
        cmocka_unit_test(test_folders),
    };
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    memset(old_bytes, 'o', BYTES);
    memset(new_bytes, 'n', BYTES);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    rmdir(folder);
    return failed;
}
