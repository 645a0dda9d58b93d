/* SPDX-License-Identifier: MIT */
/* layer_files.c - see layer_files.h. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "os/os_calls.h"
#include "solve/frame.h"
#include "solve/layer_files.h"

void layer_path(const struct layer_store *s, int layer, const char *suffix,
                char path[4096])
{
    snprintf(path, 4096, "%s/%d.%s", s->folder, layer, suffix);
}

static void path_new(const char *path, char temporary[4200])
{
    snprintf(temporary, 4200, "%s.new", path);
}

FILE *new_file_create(const char *path)
{
    char temporary[4200];
    struct stat old;
    path_new(path, temporary);
    if (lstat(temporary, &old) == 0 && S_ISLNK(old.st_mode)) {
        errno = ELOOP;
        return NULL;
    }
    unlink(temporary);
    int fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "wb");
    if (fd >= 0 && !f)
        close(fd);
    return f;
}

void new_file_abandon(FILE *f, const char *path)
{
    char temporary[4200];
    int error = errno;
    path_new(path, temporary);
    fclose(f);
    unlink(temporary);
    errno = error;
}

bool new_file_commit(FILE *f, const char *path, const char *target)
{
    char temporary[4200];
    path_new(path, temporary);
    bool good = !ferror(f) && fflush(f) == 0 && os_fsync(fileno(f));
    int error = errno;
    if (fclose(f) && good) {
        good = false;
        error = errno;
    }
    if (good && os_rename(temporary, target))
        return true;
    error = good ? errno : error;
    unlink(temporary);
    errno = error;
    return false;
}

FILE *layer_create(const struct layer_store *s, int layer, const char *suffix)
{
    char path[4096];
    layer_path(s, layer, suffix, path);
    return new_file_create(path);
}

bool layer_commit(const struct layer_store *s, FILE *f, int layer, const char *suffix)
{
    char path[4096];
    layer_path(s, layer, suffix, path);
    return new_file_commit(f, path, path);
}

/* ---- states: a checksum, then the arrays ---- */

/* Includes the program's version: another one may rank positions differently. */
static uint64_t state_checksum(const struct solve_state *state, int n)
{
    uint64_t sum[SOLVE_MAX_STATES + 1] = {
        frame_checksum(LUS_VERSION, sizeof LUS_VERSION)};
    for (int i = 0; i < n; i++)
        sum[i + 1] = frame_checksum(state[i].bytes, state[i].size);
    return frame_checksum(sum, sizeof sum);
}

int state_write(const struct layer_store *s, int layer)
{
    struct solve_state state[SOLVE_MAX_STATES];
    int n = s->solver->job.states(s->job, layer, state);
    uint64_t sum = n < 0 ? 0 : state_checksum(state, n);
    FILE *f = n < 0 ? NULL : layer_create(s, layer, "state");
    if (!f)
        return n < 0 ? n : LUS_EFILE;
    fwrite(&sum, sizeof sum, 1, f);
    for (int i = 0; i < n; i++)
        fwrite(state[i].bytes, 1, state[i].size, f);
    return layer_commit(s, f, layer, "state") ? 0 : LUS_EFILE;
}

int state_read(const struct layer_store *s, int layer)
{
    struct solve_state state[SOLVE_MAX_STATES];
    char path[4096];
    uint64_t sum;
    int n = s->solver->job.states(s->job, layer, state);
    if (n < 0)
        return n;
    layer_path(s, layer, "state", path);
    FILE *f = fopen(path, "rb");
    bool good = f && fread(&sum, sizeof sum, 1, f) == 1;
    for (int i = 0; good && i < n; i++)
        good = fread(state[i].bytes, 1, state[i].size, f) == state[i].size;
    good = good && fgetc(f) == EOF && sum == state_checksum(state, n);
    if (f)
        fclose(f);
    return good ? 0 : LUS_EFILE;
}
