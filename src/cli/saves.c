/* SPDX-License-Identifier: MIT */
/* saves.c - every game on disk as it goes.

       ${XDG_STATE_HOME:-~/.local/state}/lusoria/games/2026-08-01-ur-finkel.txt    record
                                                       2026-08-01-ur-finkel.seed   0600

   The record never holds the seed of the dice before the game has ended; then the seed
   moves into it and its own file goes.  A file is written under another name and
   renamed, so it is whole or not there. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "cli/cli.h"
#include "cli/output.h"
#include "os/files.h"
#include "os/folders.h"
#include "cli/play.h"

/* ---- paths ---- */

/* Joins two texts; false if they do not fit. */
static bool join(char path[PATH_MAX], const char *a, const char *b)
{
    int n = snprintf(path, PATH_MAX, "%s%s", a, b);
    return n >= 0 && n < PATH_MAX;
}

/* "game.txt" keeps its seed in "game.seed". */
bool save_seed_path(char path[PATH_MAX], const char *record)
{
    size_t n = strlen(record);
    if (n >= 4 && !strcmp(record + n - 4, ".txt"))
        n -= 4;
    int written = snprintf(path, PATH_MAX, "%.*s.seed", (int)n, record);
    return written >= 0 && written < PATH_MAX;
}

bool save_folder(char path[PATH_MAX])
{
    return folder_path(FOLDER_STATE, "games", path, PATH_MAX);
}

static bool write_record(const char *path, const struct record *record)
{
    size_t n;
    char *text = record_write(record, &n);
    bool written = text && file_write(path, text, n, 0644);
    free(text);
    return written;
}

/* The seed while it is a secret; without one, or with a program that must not know it,
   no file. */
static bool write_seed(const char *path, const struct play *p)
{
    const char *seed = p->throws.dice.seed;
    char line[DICE_TEXT + 2];
    if (p->throws.kind != THROWS_FAIR)
        return true;
    if (play_over(p) || play_watched(p))
        return unlink(path) == 0 || errno == ENOENT;
    if (access(path, F_OK) == 0)
        return true; /* written with the first move */
    int n = snprintf(line, sizeof line, "%s\n", seed);
    return file_write(path, line, (size_t)n, 0600);
}

/* ---- the game at hand ---- */

/* A new file of this day and these rules: "-2", "-3" where there is one. */
static bool pick_name(char path[PATH_MAX], const lus_rules *r)
{
    char folder[PATH_MAX], day[16], rules[64];
    time_t now = time(NULL);
    struct tm tm;
    if (!save_folder(folder) || !folder_make(folder, 0700) || !localtime_r(&now, &tm))
        return false;
    strftime(day, sizeof day, "%Y-%m-%d", &tm);
    snprintf(rules, sizeof rules, "%s", lus_rules_name(r));
    *strchr(rules, ':') = '-';
    for (int i = 1; i < 100000; i++) {
        char tail[16] = "";
        if (i > 1)
            snprintf(tail, sizeof tail, "-%d", i);
        int n = snprintf(path, PATH_MAX, "%s/%s-%s%s.txt", folder, day, rules, tail);
        if (n < 0 || n >= PATH_MAX)
            return false;
        int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0644);
        if (fd >= 0)
            return close(fd) == 0;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

/* A file somebody named must not be lost: new, empty, or the game resumed from it. */
static int check_named(const struct setup *s)
{
    struct stat st;
    if (stat(s->file, &st) < 0)
        return errno == ENOENT ? 0 : print_failure("'%s': %s", s->file, strerror(errno));
    if (!S_ISREG(st.st_mode))
        return print_failure("'%s' is not a file a record can live in", s->file);
    if (st.st_size && !s->resumed)
        return print_failure("'%s' exists; --resume goes on with it", s->file);
    return 0;
}

int save_open(struct save *save, const struct setup *s)
{
    *save = (struct save){.failed = false};
    if (s->file && check_named(s))
        return EXIT_FAILED;
    if (s->file ? !join(save->path, s->file, "") : !pick_name(save->path, s->rules)) {
        fprintf(stderr, "lusoria: there is no folder to save games in; playing on\n");
        save->failed = true;
    }
    if (!save->failed && !save_seed_path(save->seed_path, save->path))
        save->failed = true;
    return 0;
}

void save_write(struct save *save, const struct play *p)
{
    if (save->failed)
        return;
    if (write_record(save->path, p->record) && write_seed(save->seed_path, p))
        return;
    fflush(stdout);
    fprintf(stderr, "lusoria: '%s' cannot be written: %s; the game is not saved\n",
            save->path, strerror(errno));
    save->failed = true;
}

/* Home as people write it. */
static void print_path(const char *path)
{
    const char *home = getenv("HOME");
    size_t n = home ? strlen(home) : 0;
    if (n > 1 && !strncmp(path, home, n) && path[n] == '/')
        fprintf(stderr, "~%s", path + n);
    else
        fputs(path, stderr);
}

static void tell_command(const char *words, const char *path)
{
    fputs(words, stderr);
    print_path(path);
    fputc('\n', stderr);
}

void save_tell(const struct save *save, const struct play *p)
{
    char folder[PATH_MAX];
    bool over = play_over(p);
    bool ours = save_folder(folder) && !strncmp(save->path, folder, strlen(folder));
    fflush(stdout);
    if (save->failed)
        return;
    tell_command("Record: ", save->path);
    if (over)
        tell_command("Look back: lusoria review ", save->path);
    if (over && p->throws.kind == THROWS_FAIR) {
        tell_command("Check the dice: lusoria dice verify ", save->path);
    } else if (!over) {
        fputs("To go on: lusoria play --resume", stderr);
        if (!ours)
            fprintf(stderr, " %s", save->path);
        fputc('\n', stderr);
    }
}

bool save_copy(const struct play *p, const char *path)
{
    char seed[PATH_MAX];
    struct stat st;
    if (stat(path, &st) == 0) {
        printf("There is a '%s' already; choose another name.\n", path);
        return false;
    }
    if (save_seed_path(seed, path) && write_record(path, p->record) &&
        write_seed(seed, p))
        return true;
    printf("'%s' cannot be written: %s.\n", path, strerror(errno));
    return false;
}
