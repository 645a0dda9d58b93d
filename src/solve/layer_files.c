/* SPDX-License-Identifier: MIT */
/* layer_files.c - see layer_files.h: FOLDER/N.layer, N.state and N.start, each written to
   N.SUFFIX.new first. */
#include <errno.h>
#include <string.h>
#include "solve/frame.h"
#include "solve/layer_files.h"

void layer_path(const struct layer_store *s, int layer, const char *suffix,
                char path[4096])
{
    snprintf(path, 4096, "%s/%d.%s", s->folder, layer, suffix);
}

bool layer_create(const struct layer_store *s, struct file_writer *w, int layer,
                  const char *suffix)
{
    char path[4096], temporary[4200];
    layer_path(s, layer, suffix, path);
    snprintf(temporary, sizeof temporary, "%s.new", path);
    return file_create_through(w, path, temporary, 0666);
}

void layer_remove(const struct layer_store *s, int layer, const char *suffix)
{
    char path[4096];
    layer_path(s, layer, suffix, path);
    file_remove(path);
}

/* ---- states: a checksum, then the arrays ---- */

/* Of the contents of states; 2: 32-bit cells are integers, no longer floats. */
static const char state_version[] = LUS_VERSION " 2";

uint64_t state_checksum(uint64_t sum[SOLVE_MAX_STATES + 1])
{
    sum[0] = frame_checksum(state_version, sizeof state_version);
    return frame_checksum(sum, (SOLVE_MAX_STATES + 1) * sizeof *sum);
}

/* The checksum covers the version of the program: a state of another version is not read. */
static uint64_t checksum_of(const struct solve_state *state, int n)
{
    uint64_t sum[SOLVE_MAX_STATES + 1] = {0};
    for (int i = 0; i < n; i++)
        sum[i + 1] = frame_checksum(state[i].bytes, state[i].size);
    return state_checksum(sum);
}

/* A job may write its state itself, for example if the values are in files already. */
int state_write(const struct layer_store *s, int layer)
{
    struct solve_state state[SOLVE_MAX_STATES];
    char path[4096];
    layer_path(s, layer, "state", path);
    int saved = s->solver->job.save_state ? s->solver->job.save_state(s->job, layer, path)
                                          : SOLVE_NOT_HANDLED;
    if (saved != SOLVE_NOT_HANDLED)
        return saved;
    int n = s->solver->job.states(s->job, layer, state);
    uint64_t sum = n < 0 ? 0 : checksum_of(state, n);
    struct file_writer w;
    if (n < 0)
        return n;
    if (!layer_create(s, &w, layer, "state"))
        return LUS_EFILE;
    fwrite(&sum, sizeof sum, 1, w.stream);
    for (int i = 0; i < n; i++)
        fwrite(state[i].bytes, 1, state[i].size, w.stream);
    return file_commit(&w) ? 0 : LUS_EFILE;
}

/* The checksum is compared after all bytes were read into the arrays of the job; after a
   failure their contents are not used.  The file may be longer: a build with a window that was
   killed did not shorten it (race_rows_settle). */
int state_read(const struct layer_store *s, int layer)
{
    struct solve_state state[SOLVE_MAX_STATES];
    char path[4096];
    uint64_t sum;
    layer_path(s, layer, "state", path);
    int loaded = s->solver->job.load_state
                     ? s->solver->job.load_state(s->job, layer, path)
                     : SOLVE_NOT_HANDLED;
    if (loaded != SOLVE_NOT_HANDLED)
        return loaded;
    int n = s->solver->job.states(s->job, layer, state);
    if (n < 0)
        return n;
    FILE *f = fopen(path, "rb");
    if (!f)
        return errno == ENOENT   ? SOLVE_UNUSABLE
               : errno == ENOMEM ? LUS_EMEMORY
                                 : LUS_EFILE;
    bool good = fread(&sum, sizeof sum, 1, f) == 1;
    for (int i = 0; good && i < n; i++)
        good = fread(state[i].bytes, 1, state[i].size, f) == state[i].size;
    int why = errno;
    bool failed = ferror(f);
    fclose(f);
    errno = why;
    if (failed)
        return LUS_EFILE;
    return good && sum == checksum_of(state, n) ? 0 : SOLVE_UNUSABLE;
}
