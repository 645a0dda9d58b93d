/* SPDX-License-Identifier: MIT */
/* line_saves.c - saves every game after every move; see line_mode.h.

       ${XDG_STATE_HOME:-~/.local/state}/lusoria/
           games/2026-08-01-ur-finkel.txt   the record, if no file was named
           seeds/COMMITMENT.seed            the seed of its dice, mode 0600
           locks/HASH.lock                  while a game is played: HASH of the record's path

   The record does not contain the seed before the game is over.  Until then the seed is
   found by the DiceCommitment of the record, so a record can be renamed or copied.  The
   seed is written before the record, so that no crash leaves a record without its seed,
   and removed when the record contains it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/line_mode.h"
#include "core/hash.h"
#include "os/clock.h"
#include "os/files.h"
#include "os/folders.h"

/* ---- paths ---- */

/* False: the path is too long. */
static bool copy_path(char path[PATH_MAX], const char *from)
{
    int n = snprintf(path, PATH_MAX, "%s", from);
    return n >= 0 && n < PATH_MAX;
}

/* The commitment comes from a file: only 64 hexadecimal digits become part of a path. */
bool save_seed_path(char path[PATH_MAX], const char *commitment)
{
    char name[DICE_HEX + 16];
    if (strlen(commitment) != DICE_HEX - 1 ||
        strspn(commitment, "0123456789abcdef") != DICE_HEX - 1)
        return false;
    snprintf(name, sizeof name, "seeds/%s.seed", commitment);
    return folder_path(FOLDER_STATE, name, path, PATH_MAX);
}

bool save_folder(char path[PATH_MAX])
{
    return folder_path(FOLDER_STATE, "games", path, PATH_MAX);
}

/* Appends a record, after an empty line if it is not the first. */
static bool add_record(struct buffer *all, const struct record *record)
{
    size_t n;
    char *text = record_write(record, &n);
    if (!text)
        return false;
    buffer_str(all, all->len ? "\n" : "");
    buffer_bytes(all, text, n);
    free(text);
    return true;
}

/* Writes the record, with the other games of its file before and after it. */
static bool write_record(const char *path, const struct record *record,
                         const struct line_options *o)
{
    struct buffer all = {0};
    size_t n;
    bool added = true;
    for (int i = 0; added && i < o->n_games; i++)
        added = add_record(&all, i == o->resumed_game ? record : o->games[i]);
    if (!o->n_games)
        added = add_record(&all, record);
    char *text = buffer_take(&all, &n);
    if (!added || !text)
        errno = ENOMEM;
    bool written = added && text && file_write(path, text, n, 0644);
    free(text);
    return written;
}

/* Writes the seed while it is a secret, and removes it while an exec player could read
   it.  Without a folder for it the game can be played, but not resumed. */
static bool write_seed(const char *path, const struct play *p)
{
    char line[DICE_TEXT + 2], folder[PATH_MAX];
    if (p->throws.kind != THROWS_FAIR || !*path || play_over(p))
        return true;
    if (play_hides_seed(p))
        return file_remove(path);
    if (file_exists(path))
        return true; /* written with the first move */
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = '\0';
    int n = snprintf(line, sizeof line, "%s\n", p->throws.dice.seed);
    return folder_make(folder, 0700) && file_write(path, line, (size_t)n, 0600);
}

/* After the record was written: removes the seed if the record contains it.  A seed that
   the user chose has the nonce "0" and may belong to several games. */
static void remove_seed(const char *path, const struct play *p)
{
    if (*path && record_tag(p->record, "DiceSeed") &&
        strcmp(p->throws.dice.nonce, "0") != 0)
        file_remove(path);
}

/* ---- the lock ---- */

/* A lock file in the state folder, not a lock of the record: a record is replaced by a new
   file at every save.  A system without a state folder plays without a lock. */
bool save_lock(struct line_options *o, const char *path)
{
    char name[64], whole[PATH_MAX], lock[PATH_MAX], folder[PATH_MAX];
    if (!file_real_path(path, whole))
        return true;
    snprintf(name, sizeof name, "locks/%016jx.lock",
             (uintmax_t)hash_bytes(HASH_START, whole, strlen(whole)));
    if (!folder_path(FOLDER_STATE, "locks", folder, sizeof folder) ||
        !folder_path(FOLDER_STATE, name, lock, sizeof lock) || !folder_make(folder, 0700))
        return true; /* nowhere to lock it */
    o->locked = file_lock(&o->lock, lock, 0600);
    if (o->locked || errno != EWOULDBLOCK)
        return true;
    print_failure("%s: another process is playing this game", path);
    return false;
}

void save_unlock(struct line_options *o)
{
    if (o->locked)
        file_unlock(&o->lock);
    o->locked = false;
}

/* ---- the file of a game ---- */

/* Creates a file named after the day and the rules: "-2", "-3" if there is one already. */
static bool create_file(char path[PATH_MAX], const lus_rules *r)
{
    char folder[PATH_MAX], day[CLOCK_DATE], rules[64];
    if (!save_folder(folder) || !folder_make(folder, 0700) || !clock_date(day))
        return false;
    snprintf(rules, sizeof rules, "%s", lus_rules_name(r));
    *strchr(rules, ':') = '-';
    for (int i = 1; i < 100000; i++) {
        char tail[16] = "";
        if (i > 1)
            snprintf(tail, sizeof tail, "-%d", i);
        int n = snprintf(path, PATH_MAX, "%s/%s-%s%s.txt", folder, day, rules, tail);
        if (n < 0 || n >= PATH_MAX)
            return false;
        if (file_make(path, 0644))
            return true;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

/* A file the user named must not be overwritten: it is new, empty, or resumed. */
static int check_named(const struct line_options *o)
{
    struct file_info info;
    if (!file_info(o->file, &info))
        return errno == ENOENT ? 0 : print_failure("%s: %s", o->file, strerror(errno));
    if (!info.regular)
        return print_failure("%s: not a regular file", o->file);
    if (info.size && !o->play.resumed)
        return print_failure("%s: the file exists; continue its game with --resume",
                             o->file);
    return 0;
}

/* Checks a file the user named and creates it, so that it can be locked; 0 or an exit code. */
static int open_named(struct save_file *save, struct line_options *o)
{
    if (check_named(o))
        return EXIT_FAILED;
    save->created = !file_exists(o->file);
    if (!copy_path(save->path, o->file) || !file_append(save->path, "", 0, 0644))
        return print_failure("%s: %s", o->file, strerror(errno));
    return 0;
}

/* A warning: the game itself is not affected.  Beside the board of the full screen, else on
   standard error. */
static void warn(const struct line_options *o, const char *message)
{
    if (o->screen) {
        tui_warn(o->screen, message);
        return;
    }
    fflush(stdout);
    fprintf(stderr, "lusoria: %s\n", message);
}

/* The game continues without it: only --resume needs the seed. */
static void report_seed(const struct line_options *o)
{
    warn(o, "the seed of the dice cannot be stored; this game cannot be resumed");
}

/* Games cannot be saved in the folder of saved games, or there is none. */
static void report_folder(const struct line_options *o, int why)
{
    char folder[PATH_MAX], message[PATH_MAX + 200];
    if (save_folder(folder))
        snprintf(message, sizeof message, "%s: %s; this game is not saved", folder,
                 strerror(why));
    else
        snprintf(message, sizeof message,
                 "there is no folder to save games in; this game is not saved");
    warn(o, message);
}

/* Only a file that the user named makes a game fail; the default place is a convenience. */
int save_open(struct line_game *g)
{
    struct save_file *save = &g->save;
    struct line_options *o = g->options;
    const char *commitment = record_tag(g->play.record, "DiceCommitment");
    if (o->file && open_named(save, o))
        return EXIT_FAILED;
    if (!o->file && !create_file(save->path, o->play.rules)) {
        report_folder(o, errno);
        save->failed = true;
        save->path[0] = '\0';
        return 0;
    }
    save->created = save->created || !o->file;
    if (!commitment || !save_seed_path(save->seed_path, commitment))
        save->seed_path[0] = '\0';
    if (commitment && !*save->seed_path)
        report_seed(o);
    return o->locked || save_lock(o, save->path) ? 0 : EXIT_FAILED;
}

/* A failure is reported once; the next save tries again. */
static void write_game(struct save_file *save, const struct record *record,
                       const struct line_options *o)
{
    char message[PATH_MAX + 200];
    bool written = write_record(save->path, record, o);
    save->created = save->created && !written;
    if (written == !save->failed)
        return;
    if (written)
        snprintf(message, sizeof message, "%s: the game is saved again", save->path);
    else
        snprintf(message, sizeof message, "%s: %s; the game is not saved", save->path,
                 strerror(errno));
    warn(o, message);
    save->failed = !written;
}

/* Whether a save can wait: programs play each other, and the game was saved within the last
   second.  A save waits for the disk: 310 plies of Senet took 9.6 s on a slow one. */
static bool can_wait(const struct save_file *save, const struct play *p)
{
    bool person = play_is_human(p, 0) || play_is_human(p, 1);
    return !person && !play_over(p) && save->written_ms > 0 &&
           clock_ms() - save->written_ms < 1000;
}

/* A failure is reported once, not after every move; the game continues. */
void save_write(void *arg, const struct play *p)
{
    struct line_game *g = arg;
    struct save_file *save = &g->save;
    save->pending = can_wait(save, p);
    if (!*save->path || save->pending)
        return;
    save->written_ms = clock_ms();
    if (!write_seed(save->seed_path, p)) {
        report_seed(g->options);
        file_remove(save->seed_path); /* it may be there, but not synchronised */
        save->seed_path[0] = '\0';
    }
    write_game(save, p->record, g->options);
    if (!save->failed)
        remove_seed(save->seed_path, p);
}

void save_flush(struct line_game *g)
{
    g->save.written_ms = 0;
    if (g->save.pending)
        save_write(g, &g->play);
}

/* An existing file that is empty stays.  A seed with the nonce "0" may belong to several
   games. */
void save_close(struct line_game *g)
{
    char target[PATH_MAX];
    struct file_info info;
    if (!g->save.created || !file_resolve(g->save.path, target) ||
        !file_info(target, &info) || info.size > 0)
        return;
    file_remove(target);
    if (*g->save.seed_path && strcmp(g->play.throws.dice.nonce, "0") != 0)
        file_remove(g->save.seed_path);
}

/* ---- messages ---- */

/* The path of the record, with the home folder as '~'. */
static void print_record(const char *path)
{
    const char *home = getenv("HOME");
    size_t n = home ? strlen(home) : 0;
    bool at_home = n > 1 && !strncmp(path, home, n) && path[n] == '/';
    fprintf(stderr, "Record: %s%s\n", at_home ? "~" : "", at_home ? path + n : path);
}

/* "Review: build/lusoria review GAME.txt".  Commands find a game of the state folder without
   its path: it is the newest. */
static void print_tip(const char *title, const char *command, const char *file)
{
    fprintf(stderr, "%s: %s %s%s%s\n", title, program_name(), command, file ? " " : "",
            file ? file : "");
}

/* On standard error, so that a piped game is not mixed with it. */
void save_print(const struct line_game *g)
{
    const struct save_file *save = &g->save;
    char folder[PATH_MAX];
    bool in_folder = save_folder(folder) && !strncmp(save->path, folder, strlen(folder));
    if (save->failed)
        return;
    const char *file = in_folder ? NULL : save->path;
    print_record(save->path);
    if (!play_over(&g->play)) {
        print_tip("Resume with", "play --resume", file);
        return;
    }
    print_tip("Review", "review", file);
    if (g->play.throws.kind == THROWS_FAIR)
        print_tip("Check the dice", "dice verify", file);
}

/* A copy never overwrites a file; it contains this game only. */
bool save_copy(const struct line_game *g, const char *path)
{
    static const struct line_options alone; /* without the other games of a file */
    if (file_exists(path)) {
        printf("%s: the file exists; choose another name.\n", path);
        return false;
    }
    if (write_record(path, g->play.record, &alone))
        return true;
    printf("%s: %s.\n", path, strerror(errno));
    return false;
}
