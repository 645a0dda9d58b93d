/* SPDX-License-Identifier: MIT */
/* line_saves.c - saves every game after every move; see line_mode.h.

       ${XDG_STATE_HOME:-~/.local/state}/lusoria/games/2026-08-01-ur-finkel.txt    record
                                                       2026-08-01-ur-finkel.seed   0600

   The record does not contain the seed of the dice before the game is over; then the seed
   moves into the record and its own file is removed. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "cli/line_mode.h"
#include "os/files.h"
#include "os/folders.h"

/* ---- paths ---- */

static bool copy_path(char path[PATH_MAX], const char *from)
{
    int n = snprintf(path, PATH_MAX, "%s", from);
    return n >= 0 && n < PATH_MAX;
}

/* The seed of "game.txt" is in "game.seed". */
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

/* Writes the seed while it is a secret, and removes its file when the game is over or
   while an exec player could read it. */
static bool write_seed(const char *path, const struct play *p)
{
    char line[DICE_TEXT + 2];
    if (p->throws.kind != THROWS_FAIR)
        return true;
    if (play_over(p) || play_hides_seed(p))
        return unlink(path) == 0 || errno == ENOENT;
    if (access(path, F_OK) == 0)
        return true; /* written with the first move */
    int n = snprintf(line, sizeof line, "%s\n", p->throws.dice.seed);
    return file_write(path, line, (size_t)n, 0600);
}

/* ---- the file of a game ---- */

/* Creates a file named after the day and the rules: "-2", "-3" if there is one already. */
static bool create_file(char path[PATH_MAX], const lus_rules *r)
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

/* A file the user named must not be overwritten: it is new, empty, or resumed. */
static int check_named(const struct line_options *o)
{
    struct stat st;
    if (stat(o->file, &st) < 0)
        return errno == ENOENT ? 0 : print_failure("%s: %s", o->file, strerror(errno));
    if (!S_ISREG(st.st_mode))
        return print_failure("%s: not a regular file", o->file);
    if (st.st_size && !o->play.resumed)
        return print_failure("%s: the file exists; continue its game with --resume",
                             o->file);
    return 0;
}

int save_open(struct save_file *save, const struct line_options *o)
{
    *save = (struct save_file){.failed = false};
    if (o->file && check_named(o))
        return EXIT_FAILED;
    if (o->file ? !copy_path(save->path, o->file)
                : !create_file(save->path, o->play.rules)) {
        fprintf(stderr, "lusoria: there is no folder to save games in; "
                        "this game is not saved\n");
        save->failed = true;
    }
    if (!save->failed && !save_seed_path(save->seed_path, save->path))
        save->failed = true;
    return 0;
}

void save_write(void *arg, const struct play *p)
{
    struct save_file *save = &((struct line_game *)arg)->save;
    if (save->failed)
        return;
    if (write_record(save->path, p->record) && write_seed(save->seed_path, p))
        return;
    fflush(stdout);
    fprintf(stderr, "lusoria: %s: %s; the game is not saved\n", save->path,
            strerror(errno));
    save->failed = true;
}

/* ---- messages ---- */

/* The home folder as '~'. */
static void print_path(const char *text, const char *path)
{
    const char *home = getenv("HOME");
    size_t n = home ? strlen(home) : 0;
    bool at_home = n > 1 && !strncmp(path, home, n) && path[n] == '/';
    fprintf(stderr, "%s%s%s\n", text, at_home ? "~" : "", at_home ? path + n : path);
}

void save_print(const struct line_game *g)
{
    const struct save_file *save = &g->save;
    char folder[PATH_MAX];
    bool in_folder = save_folder(folder) && !strncmp(save->path, folder, strlen(folder));
    if (save->failed)
        return;
    print_path("Record: ", save->path);
    if (!play_over(&g->play)) {
        fprintf(stderr, "Resume with: lusoria play --resume%s%s\n", in_folder ? "" : " ",
                in_folder ? "" : save->path);
        return;
    }
    print_path("Review: lusoria review ", save->path);
    if (g->play.throws.kind == THROWS_FAIR)
        print_path("Check the dice: lusoria dice verify ", save->path);
}

bool save_copy(const struct line_game *g, const char *path)
{
    char seed[PATH_MAX];
    struct stat st;
    if (stat(path, &st) == 0) {
        printf("%s: the file exists; choose another name.\n", path);
        return false;
    }
    if (save_seed_path(seed, path) && write_record(path, g->play.record) &&
        write_seed(seed, &g->play))
        return true;
    printf("%s: %s.\n", path, strerror(errno));
    return false;
}
