/* SPDX-License-Identifier: MIT */
/* solve.c - builds a table layer by layer, and goes on where a killed run stopped.

   What is finished lies in FOLDER/NAME.work/ (section.h).  At the end the sections are
   copied behind a header into NAME.lut.new, which is synced and renamed: under the final
   name there is never anything but a whole table. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "os/parallel.h"
#include "os/folders.h"
#include "solve/format.h"
#include "solve/frame.h"
#include "solve/section.h"
#include "solve/table.h"

struct build {
    const struct solve_options *o;
    struct work w;
    int size, layers, lock;
    char path[4096];
    char *why;
    double *residual;
};

static int fail(struct build *b, int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(b->why, 256, format, args);
    va_end(args);
    return code;
}

static int fail_file(struct build *b, const char *path)
{
    return fail(b, LUS_EFILE, "%.180s: %s", path, strerror(errno));
}

/* ---- folders ---- */

static int open_work(struct build *b)
{
    char lock[4096];
    if (!table_path(b->o->folder, b->o->r, b->size, TABLE_SUFFIX, b->path,
                    sizeof b->path) ||
        !table_path(b->o->folder, b->o->r, b->size, ".work", b->w.folder,
                    sizeof b->w.folder))
        return fail(b, LUS_EFILE, "the folder's name is too long");
    snprintf(lock, sizeof lock, "%s/lock", b->w.folder);
    for (;;) {
        struct stat there;
        if (!folder_make(b->w.folder, 0777))
            return fail_file(b, b->w.folder);
        b->lock = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (b->lock < 0)
            return fail_file(b, lock);
        if (flock(b->lock, LOCK_EX | LOCK_NB))
            return fail(b, LUS_ESTATE, "%.180s: another program is building this table",
                        b->w.folder);
        if (fstat(b->lock, &there) == 0 && there.st_nlink)
            return 0;
        close(b->lock); /* the other program was done just now, and took it away */
    }
}

static void remove_work(struct build *b)
{
    char path[4096];
    for (int i = 0; i < b->layers; i++) {
        work_path(&b->w, i, "layer", path);
        unlink(path);
        work_path(&b->w, i, "state", path);
        unlink(path);
        work_path(&b->w, i, "start", path);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/lock", b->w.folder);
    unlink(path);
    rmdir(b->w.folder);
}

/* ---- layers ---- */

/* Layers already there, with the states the next one needs in memory; if a state is
   missing the work begins anew.  Negative: an error. */
static int layers_done(struct build *b)
{
    const struct solver *s = b->w.solver;
    int done = 0;
    uint64_t bytes;
    while (done < b->layers && section_there(&b->w, done, &bytes, &b->residual[done]))
        done++;
    for (int i = 0; i < done && done < b->layers; i++) {
        int status = s->last_use(b->w.index, i) < done ? 0 : state_read(&b->w, i);
        if (status == LUS_EMEMORY)
            return fail(b, status, "%s", lus_error_text(status));
        if (status < 0) {
            for (int k = 0; k <= i; k++)
                s->forget(b->w.job, k);
            return 0;
        }
    }
    return done;
}

static void drop_unneeded(struct build *b, int done)
{
    char path[4096];
    for (int i = 0; i <= done; i++)
        if (b->w.solver->last_use(b->w.index, i) <= done) {
            b->w.solver->forget(b->w.job, i);
            work_path(&b->w, i, "state", path);
            unlink(path);
        }
}

/* The start's value with all digits, for the header. */
static int keep_start(const struct build *b, int layer)
{
    lus_pos p;
    int there;
    uint64_t rank;
    b->w.solver->start(b->w.index, &p);
    if (!b->w.solver->rank(b->w.index, &p, &there, &rank) || there != layer)
        return 0;
    FILE *f = work_create(&b->w, layer, "start");
    if (!f)
        return LUS_EFILE;
    fprintf(f, "%.13g\n", b->w.solver->exact(b->w.job, layer, rank));
    return work_commit(&b->w, f, layer, "start") ? 0 : LUS_EFILE;
}

static void read_start(const struct build *b, char start[32])
{
    char path[4096];
    snprintf(start, 32, "?\n");
    for (int i = 0; i < b->layers; i++) {
        work_path(&b->w, i, "start", path);
        FILE *f = fopen(path, "r");
        if (!f)
            continue;
        if (!fgets(start, 32, f) || !strchr(start, '\n'))
            snprintf(start, 32, "?\n");
        fclose(f);
    }
}

static int solve_layer(struct build *b, int layer, struct solve_progress *progress)
{
    const struct solver *s = b->w.solver;
    progress->layer = layer;
    int status = s->solve(b->w.job, layer, progress, &b->residual[layer]);
    if (status == LUS_ESTATE)
        return fail(b, status, "layer %d does not converge", layer);
    const char *file = "state";
    /* The state first: a section without the state it belongs to is of no use. */
    if (status == 0 && s->last_use(b->w.index, layer) > layer)
        status = state_write(&b->w, layer);
    if (status == 0) {
        file = "start";
        status = keep_start(b, layer);
    }
    if (status == 0) {
        file = "layer";
        status = section_write(&b->w, layer, b->residual[layer]);
    }
    if (status == LUS_EFILE) {
        char path[4096];
        work_path(&b->w, layer, file, path);
        return fail_file(b, path);
    }
    if (status)
        return fail(b, status, "%s", lus_error_text(status));
    s->settled(b->w.job, layer);
    drop_unneeded(b, layer);
    return 0;
}

static void say_layer(const struct build *b, int layer)
{
    char name[32], line[160];
    if (!b->o->say)
        return;
    b->w.solver->layer_name(b->w.index, layer, name);
    snprintf(line, sizeof line, "layer %d of %d, %s: %llu positions, residual %.2g",
             layer + 1, b->layers, name,
             (unsigned long long)b->w.solver->layer_size(b->w.index, layer),
             b->residual[layer]);
    b->o->say(b->o->arg, line);
}

static int solve_layers(struct build *b)
{
    struct solve_progress progress = {.tell = b->o->tell, .arg = b->o->arg};
    int status = 0, done = layers_done(b);
    if (done < 0)
        return done;
    if (done && b->o->say) {
        char line[80];
        snprintf(line, sizeof line, "going on behind layer %d of %d", done, b->layers);
        b->o->say(b->o->arg, line);
    }
    for (int layer = done; layer < b->layers && status == 0; layer++) {
        status = solve_layer(b, layer, &progress);
        if (status == 0)
            say_layer(b, layer);
    }
    return status;
}

/* ---- the file ---- */

static int table_text(const struct build *b, char text[TABLE_MAX_TEXT])
{
    static const char *const kind[] = {"", "win16", "stones8", "result8"};
    double residual = 0;
    char start[32];
    read_start(b, start);
    for (int i = 0; i < b->layers; i++)
        residual = b->residual[i] > residual ? b->residual[i] : residual;
    return snprintf(
        text, TABLE_MAX_TEXT,
        "game %s\nsize %d\nsizename %s\nvalue %s\nstart %sresidual %.3g\n"
        "byteorder little-endian\nprogram lusoria " LUS_VERSION "\ncommand %.1000s\n",
        b->o->r->name, b->size, b->w.solver->size_name, kind[b->w.solver->kind], start,
        residual, b->o->command ? b->o->command : "");
}

static bool append(FILE *out, const char *path)
{
    static char bytes[1 << 16];
    FILE *in = fopen(path, "rb");
    size_t n = 0;
    while (in && (n = fread(bytes, 1, sizeof bytes, in)) > 0)
        if (fwrite(bytes, 1, n, out) != n)
            break;
    bool good = in && n == 0 && !ferror(in) && !ferror(out);
    if (in)
        fclose(in);
    return good;
}

/* Head, text and directory; NULL: no memory or a section has gone. */
static uint8_t *make_head(struct build *b, size_t *size)
{
    char text[TABLE_MAX_TEXT];
    size_t length = (size_t)table_text(b, text);
    *size = TABLE_HEAD + length + (size_t)b->layers * TABLE_ENTRY;
    uint8_t *head = calloc(1, *size);
    uint64_t at = *size, positions = 0;
    for (int i = 0; head && i < b->layers; i++) {
        uint8_t *entry = head + TABLE_HEAD + length + (size_t)i * TABLE_ENTRY;
        uint64_t bytes, n = b->w.solver->layer_size(b->w.index, i);
        double residual;
        if (!section_there(&b->w, i, &bytes, &residual)) {
            free(head);
            return NULL;
        }
        put_number(entry, 8, at);
        put_number(entry + 8, 8, bytes);
        put_number(entry + 16, 8, n);
        put_number(entry + 24, 8, double_bits(residual));
        at += bytes;
        positions += n;
    }
    if (!head)
        return NULL;
    memcpy(head, table_magic, sizeof table_magic);
    put_number(head + 8, 4, TABLE_VERSION);
    put_number(head + 12, 4, length);
    put_number(head + 16, 4, (uint64_t)b->layers);
    put_number(head + 20, 4, (uint64_t)b->w.solver->kind);
    put_number(head + 24, 8, positions);
    put_number(head + 32, 8, at);
    memcpy(head + TABLE_HEAD, text, length);
    put_number(head + TABLE_CHECKSUM, 8, frame_checksum(head, *size));
    return head;
}

static int write_table(struct build *b)
{
    char temporary[4200], path[4096];
    size_t size;
    uint8_t *head = make_head(b, &size);
    if (!head)
        return fail(b, LUS_EMEMORY, "out of memory, or a finished layer has gone");
    snprintf(temporary, sizeof temporary, "%s.new", b->path);
    FILE *f = fopen(temporary, "wb");
    bool good = f && fwrite(head, 1, size, f) == size;
    free(head);
    for (int i = 0; good && i < b->layers; i++) {
        work_path(&b->w, i, "layer", path);
        good = append(f, path);
    }
    good = good && fflush(f) == 0 && fsync(fileno(f)) == 0;
    int why = errno;
    if (f && fclose(f) && good) {
        why = errno;
        good = false;
    }
    if (good && rename(temporary, b->path) == 0)
        return 0;
    errno = good ? errno : why;
    fail_file(b, temporary);
    unlink(temporary);
    return LUS_EFILE;
}

/* ---- all of it ---- */

/* Whether a whole table is there already. */
static bool already_there(struct build *b)
{
    char why[256];
    struct table *t = NULL;
    if (table_path(b->o->folder, b->o->r, b->size, TABLE_SUFFIX, b->path, sizeof b->path))
        t = table_open(b->path, why);
    if (t && b->o->say)
        b->o->say(b->o->arg, "the table is there already");
    table_close(t);
    return t;
}

static int build(struct build *b)
{
    if (already_there(b))
        return 0;
    int status = open_work(b);
    if (status)
        return status;
    if (already_there(b)) { /* by now */
        remove_work(b);
        return 0;
    }
    b->w.index = b->w.solver->index_new(b->o->r, b->size);
    b->w.job = b->w.index ? b->w.solver->job_new(b->w.index, b->w.threads) : NULL;
    b->layers = b->w.index ? b->w.solver->layers(b->w.index) : 0;
    b->residual = calloc((size_t)b->layers + 1, sizeof *b->residual);
    if (!b->w.job || !b->residual)
        return fail(b, LUS_EMEMORY, "out of memory");
    status = solve_layers(b);
    if (status == 0)
        status = write_table(b);
    if (status == 0)
        remove_work(b);
    return status;
}

int solve_run(const struct solve_options *o, char *path, size_t path_size, char why[256])
{
    struct build b = {.o = o, .lock = -1, .why = why};
    b.w.solver = solver_of(o->r);
    if (!b.w.solver)
        return fail(&b, LUS_ERULES, "%s has no tables", o->r->name);
    if (!frame_able())
        return fail(&b, LUS_ESTATE, "this program was built without tables");
    int largest = b.w.solver->largest(o->r);
    b.size = o->size ? o->size : largest;
    if (b.size < 1 || b.size > largest)
        return fail(&b, LUS_ERANGE, "a table of %s has 1 to %d %s", o->r->name, largest,
                    b.w.solver->size_name);
    b.w.threads = o->threads > 0 ? o->threads : parallel_cores();
    int status = build(&b);
    snprintf(path, path_size, "%s", b.path);
    if (b.w.job)
        b.w.solver->job_free(b.w.job);
    if (b.w.index)
        b.w.solver->index_free((void *)b.w.index);
    free(b.residual);
    if (b.lock >= 0)
        close(b.lock);
    return status;
}
