/* SPDX-License-Identifier: MIT */
/* resume.c - reading a saved game and its seed; finding the newest unfinished one. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include "cli/cli.h"
#include "cli/output.h"
#include "os/files.h"
#include "cli/play.h"
#include "cli/record_files.h"

static bool read_seed(const char *record_path, char seed[DICE_TEXT + 1])
{
    char path[PATH_MAX];
    size_t n;
    char *text = save_seed_path(path, record_path) ? file_read(path, 4096, &n) : NULL;
    bool fits = text && (n = strcspn(text, "\r\n")) > 0 && n <= DICE_TEXT;
    if (fits) {
        memcpy(seed, text, n);
        seed[n] = '\0';
    }
    free(text);
    return fits;
}

/* The last game of a file; what is wrong has been said if there is none. */
static struct record *read_saved(const char *path, char seed[DICE_TEXT + 1])
{
    struct record **list, *last = NULL;
    int count;
    seed[0] = '\0';
    if (!record_file_load(path, &list, &count))
        return NULL;
    if (count)
        last = list[--count];
    record_list_free(list, count);
    if (last)
        read_seed(path, seed);
    else
        print_failure("'%s' holds no game", path);
    return last;
}

struct entry {
    char name[NAME_MAX + 1];
    struct timespec changed;
};

static int newer_first(const void *a, const void *b)
{
    const struct timespec x = ((const struct entry *)a)->changed,
                          y = ((const struct entry *)b)->changed;
    if (x.tv_sec != y.tv_sec)
        return x.tv_sec < y.tv_sec ? 1 : -1;
    return (x.tv_nsec < y.tv_nsec) - (x.tv_nsec > y.tv_nsec);
}

/* The records of a folder, newest first; to be freed. */
static struct entry *list_records(const char *folder, int *n)
{
    struct entry *list = NULL;
    DIR *dir = opendir(folder);
    struct dirent *d;
    int cap = 0;
    for (*n = 0; dir && (d = readdir(dir));) {
        size_t length = strlen(d->d_name);
        struct stat st;
        if (length < 4 || length > NAME_MAX ||
            strcmp(d->d_name + length - 4, ".txt") != 0 ||
            fstatat(dirfd(dir), d->d_name, &st, 0) < 0)
            continue;
        if (*n == cap) {
            struct entry *more =
                realloc(list, sizeof *more * (size_t)(cap = 2 * cap + 64));
            if (!more)
                break;
            list = more;
        }
        memcpy(list[*n].name, d->d_name, length + 1);
        list[(*n)++].changed = st.st_mtim;
    }
    if (dir)
        closedir(dir);
    if (list)
        qsort(list, (size_t)*n, sizeof *list, newer_first);
    return list;
}

bool save_newest(char path[PATH_MAX])
{
    char folder[PATH_MAX];
    int n = 0;
    bool found = false;
    struct entry *list = save_folder(folder) ? list_records(folder, &n) : NULL;
    for (int i = 0; i < n && !found; i++) {
        size_t bytes;
        int length = snprintf(path, PATH_MAX, "%s/%s", folder, list[i].name);
        char *text = length < 0 || length >= PATH_MAX
                         ? NULL
                         : file_read(path, RECORD_MAX_BYTES, &bytes);
        found = text && strstr(text, "[Result \"*\"]");
        free(text);
    }
    free(list);
    return found;
}

/* ---- a setup from a record ---- */

/* As play.c writes them. */
static void set_limits(struct setup *s)
{
    const char *tag = record_tag(s->begin, "Limits");
    int depth, time_ms;
    s->limits =
        (struct search_limits){.depth = DEFAULT_DEPTH, .time_ms = DEFAULT_TIME_MS};
    if (tag && sscanf(tag, "depth %d, time %d ms", &depth, &time_ms) == 2) {
        s->limits.depth = depth;
        s->limits.time_ms = time_ms;
    }
}

/* A name that is no player's here is a person's. */
static void set_players(struct setup *s)
{
    static const char *const tags[] = {"First", "Second"};
    for (int i = 0; i < 2; i++) {
        const char *name = record_tag(s->begin, tags[i]);
        struct player_spec bot;
        bool known = name && player_spec_read(s->rules, name, &bot, NULL) >= 0;
        player_read(s, known ? name : "human", &s->player[i]);
    }
}

static int set_dice(struct setup *s)
{
    char hex[DICE_HEX];
    struct dice d;
    const char *commitment = record_tag(s->begin, "DiceCommitment"),
               *nonce = record_tag(s->begin, "DiceNonce");
    if (!lus_has_dice(s->rules) || s->dice)
        return 0;
    if (!commitment) {
        s->dice = "ask";
        return 0;
    }
    if (!*s->resume_seed)
        return print_failure("the seed of '%s' is not beside it; with --dice ask you throw",
                          s->file);
    hex[0] = '\0';
    if (nonce && dice_from_pair(&d, s->resume_seed, nonce, NULL) >= 0)
        dice_commitment(&d, hex);
    if (strcmp(hex, commitment) != 0)
        return print_failure("the seed beside '%s' is not the one of its game", s->file);
    s->seed = s->resume_seed;
    return 0;
}

int resume_setup(struct setup *s, const char *path)
{
    if (path)
        snprintf(s->resume_path, sizeof s->resume_path, "%s", path);
    else if (!save_newest(s->resume_path))
        return print_failure("there is no unfinished game to go on with");
    s->begin = read_saved(s->resume_path, s->resume_seed);
    if (!s->begin)
        return EXIT_FAILED;
    if (record_result(s->begin) != RECORD_OPEN)
        return print_failure("the game in '%s' is over", s->resume_path);
    s->rules = lus_game_rules(record_game(s->begin));
    s->file = s->resume_path;
    s->resumed = true;
    set_limits(s);
    set_players(s);
    return set_dice(s);
}
