/* SPDX-License-Identifier: MIT */
/* solve.c - builds a table layer by layer and resumes an interrupted build.

   Finished layers are stored in FOLDER/NAME.work/ (layer_files.h).  At the end a header and
   the sections are written to NAME.work/table.new, which is synchronised with the disk and
   renamed to NAME.lut: that name never refers to an incomplete table. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include "os/folders.h"
#include "os/memory.h"
#include "os/parallel.h"
#include "solve/fingerprint.h"
#include "solve/format.h"
#include "solve/frame.h"
#include "solve/kernels.h"
#include "solve/needs.h"
#include "solve/section.h"
#include "solve/table.h"

/* A build while it runs. */
struct table_build {
    const struct solve_options *o;
    struct layer_store store;
    int size, layers;
    int precision; /* 0: the values are integers */
    bool locked;
    struct file_lock lock;
    char path[4096];
    char *why;
    double *residual;
};

/* Writes the message and returns the code. */
static int fail(struct table_build *b, int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(b->why, 256, format, args);
    va_end(args);
    return code;
}

static int fail_file(struct table_build *b, const char *path)
{
    if (errno == ELOOP)
        return fail(b, LUS_EFILE, "%.170s: a symbolic link is in the way; remove it",
                    path);
    return fail(b, LUS_EFILE, "%.180s: %s", path, strerror(errno));
}

/* ---- folders ---- */

/* Creates and locks the folder of the build, NAME.work.  0 or an error. */
static int open_work(struct table_build *b)
{
    char lock[4096];
    if (!table_path(b->o->folder, b->o->r, b->size, TABLE_SUFFIX, b->path,
                    sizeof b->path) ||
        !table_path(b->o->folder, b->o->r, b->size, ".work", b->store.folder,
                    sizeof b->store.folder))
        return fail(b, LUS_EFILE, "the name of the folder is too long");
    snprintf(lock, sizeof lock, "%s/lock", b->store.folder);
    do { /* again if another program has just finished and removed the folder */
        /* In a folder behind a link the files of another build would be replaced. */
        if (!folder_make(b->store.folder, 0777) || !folder_is_not_link(b->store.folder))
            return fail_file(b, b->store.folder);
        b->locked = file_lock(&b->lock, lock, 0666);
    } while (!b->locked && errno == ENOENT);
    if (b->locked)
        return 0;
    if (errno != EWOULDBLOCK)
        return fail_file(b, lock);
    return fail(b, LUS_ESTATE, "%.180s: another program is building this table",
                b->store.folder);
}

static void close_work(struct table_build *b)
{
    if (b->locked)
        file_unlock(&b->lock);
    b->locked = false;
}

/* Removes the files of the folder whose names end in `suffix`. */
static void remove_files(const struct table_build *b, const char *suffix)
{
    size_t n;
    struct folder_file *file = folder_list(b->store.folder, suffix, &n);
    for (size_t i = 0; i < n; i++) {
        char path[sizeof b->store.folder + sizeof file->name];
        snprintf(path, sizeof path, "%s/%s", b->store.folder, file[i].name);
        file_remove(path);
    }
    free(file);
}

static void remove_layers(const struct table_build *b)
{
    remove_files(b, ".layer");
    remove_files(b, ".state");
    remove_files(b, ".start");
    remove_files(b, ".checkpoint");
    remove_files(b, ".a");
    remove_files(b, ".b");
}

/* After the table is complete: removes the folder and everything in it. */
static void remove_work(struct table_build *b)
{
    remove_layers(b);
    remove_files(b, ".new");
    remove_files(b, "rules");
    close_work(b);
    folder_remove(b->store.folder);
}

/* A build that was killed between naming the table and removing its folder left it. */
static void remove_leftover_work(struct table_build *b)
{
    if (table_path(b->o->folder, b->o->r, b->size, ".work", b->store.folder,
                   sizeof b->store.folder) &&
        folder_exists(b->store.folder) && open_work(b) == 0)
        remove_work(b);
}

/* Refuses to discard layers that only have another precision: they may have taken days. */
static int check_precision(struct table_build *b, const char *found)
{
    unsigned long long fingerprint;
    char version[32];
    int precision;
    if (sscanf(found, "%31s %llx %d", version, &fingerprint, &precision) != 3 ||
        strcmp(version, LUS_VERSION) != 0 || fingerprint != b->store.fingerprint ||
        precision == b->precision || (precision != 32 && precision != 64))
        return 0;
    return fail(
        b, LUS_ESTATE,
        "%.150s was begun with --precision %d: give it again, or remove that folder",
        b->store.folder, precision);
}

/* Layers of other rules or of another program version must not be used: the file `rules`
   of the folder says what they were built with. */
static int check_work(struct table_build *b)
{
    char path[4096], temporary[4096], want[80], found[80] = "";
    struct file_writer w;
    snprintf(path, sizeof path, "%s/rules", b->store.folder);
    snprintf(temporary, sizeof temporary, "%s/rules.new", b->store.folder);
    snprintf(want, sizeof want, "%s %016llx %d\n", LUS_VERSION,
             (unsigned long long)b->store.fingerprint, b->precision);
    FILE *f = fopen(path, "r");
    if (!f && errno != ENOENT) /* not a reason to discard layers */
        return fail_file(b, path);
    bool same = f && fgets(found, sizeof found, f) && !strcmp(found, want);
    if (f)
        fclose(f);
    int status = same ? 0 : check_precision(b, found);
    if (same || status)
        return status;
    remove_layers(b);
    if (!file_create_through(&w, path, temporary, 0666))
        return fail_file(b, temporary);
    fputs(want, w.stream);
    return file_commit(&w) ? 0 : fail_file(b, path);
}

/* ---- layers ---- */

/* Reports LUS_EMEMORY, or LUS_EFILE and errno of FOLDER/N.SUFFIX. */
static int fail_layer(struct table_build *b, int status, int layer, const char *suffix)
{
    char path[4096];
    int why = errno;
    layer_path(&b->store, layer, suffix, path);
    errno = why;
    return status == LUS_EFILE ? fail_file(b, path)
                               : fail(b, status, "%s", lus_error_text(status));
}

/* The number of finished layers; loads the states the next one needs.  If one of
   them is missing or damaged, the build starts again: 0.  Negative: an error. */
static int layers_done(struct table_build *b)
{
    const struct solver *s = b->store.solver;
    int done = 0, valid = 1;
    uint64_t bytes;
    while (done < b->layers && valid > 0) {
        valid = section_valid(&b->store, done, &bytes, &b->residual[done]);
        done += valid > 0;
    }
    if (valid < 0)
        return fail_layer(b, valid, done, "layer");
    for (int i = 0; i < done && done < b->layers; i++) {
        int status =
            s->index.last_use(b->store.index, i) < done ? 0 : state_read(&b->store, i);
        if (status < 0)
            return fail_layer(b, status, i, "state");
        if (status == SOLVE_UNUSABLE) {
            for (int k = 0; k <= i; k++)
                s->job.forget(b->store.job, k);
            return 0;
        }
    }
    return done;
}

/* Frees layers that no later layer reads, in memory and on disk. */
static void forget_unneeded(struct table_build *b, int done)
{
    for (int i = 0; i <= done; i++)
        if (b->store.solver->index.last_use(b->store.index, i) <= done) {
            b->store.solver->job.forget(b->store.job, i);
            layer_remove(&b->store, i, "state");
        }
}

/* Stores the unrounded value of the start for the header. */
static int write_start(const struct table_build *b, int layer)
{
    lus_pos p;
    int there;
    uint64_t rank;
    struct file_writer w;
    b->store.solver->index.start(b->store.index, &p);
    if (!b->store.solver->index.rank(b->store.index, &p, &there, &rank) || there != layer)
        return 0;
    double value = b->store.solver->job.unrounded(b->store.job, layer, rank);
    if (isnan(value) || !layer_create(&b->store, &w, layer, "start"))
        return LUS_EFILE;
    fprintf(w.stream, "%.13g\n", value);
    return file_commit(&w) ? 0 : LUS_EFILE;
}

static void read_start(const struct table_build *b, char start[32])
{
    char path[4096];
    snprintf(start, 32, "?\n");
    for (int i = 0; i < b->layers; i++) {
        layer_path(&b->store, i, "start", path);
        FILE *f = fopen(path, "r");
        if (!f)
            continue;
        if (!fgets(start, 32, f) || !strchr(start, '\n'))
            snprintf(start, 32, "?\n");
        fclose(f);
    }
}

/* Solves a layer and stores it.  0 or an error with its message. */
static int solve_layer(struct table_build *b, int layer, struct solve_progress *progress)
{
    const struct solver *s = b->store.solver;
    progress->layer = layer;
    int status = s->job.solve(b->store.job, layer, progress, &b->residual[layer]);
    if (status == LUS_ESTATE)
        return fail(b, status, "layer %d does not converge", layer + 1);
    if (status == LUS_ERANGE)
        return fail(b, status,
                    "--memory is too small for layer %d: some rows need more at a time",
                    layer + 1);
    const char *file = "state";
    /* The state first: a section without its state cannot be used. */
    if (status == 0 && s->index.last_use(b->store.index, layer) > layer)
        status = state_write(&b->store, layer);
    if (status == 0) {
        file = "start";
        status = write_start(b, layer);
    }
    if (status == 0) {
        file = "layer";
        status = section_write(&b->store, layer, b->residual[layer]);
    }
    if (status == LUS_EFILE) {
        char path[4096], temporary[4200];
        int why = errno;
        layer_path(&b->store, layer, file, path);
        snprintf(temporary, sizeof temporary, "%s.new", path);
        errno = why;
        return fail_file(b, why == ELOOP ? temporary : path); /* layer_create */
    }
    if (status)
        return fail(b, status, "%s", lus_error_text(status));
    if (s->job.release_scratch)
        s->job.release_scratch(b->store.job, layer);
    forget_unneeded(b, layer);
    return 0;
}

/* "layer 3 of 6, 2 against 2: 3321 positions, 14 sweeps, residual 9.7e-15" */
static void log_layer(const struct table_build *b, int layer, int sweeps)
{
    char name[32], line[160], times[32] = "";
    if (!b->o->log)
        return;
    b->store.solver->index.layer_name(b->store.index, layer, name);
    if (sweeps)
        snprintf(times, sizeof times, "%d sweeps, ", sweeps);
    snprintf(line, sizeof line, "layer %d of %d, %s: %llu positions, %sresidual %.2g",
             layer + 1, b->layers, name,
             (unsigned long long)b->store.solver->index.layer_size(b->store.index, layer),
             times, b->residual[layer]);
    b->o->log(b->o->arg, line);
}

static void log_kernel(const struct table_build *b)
{
    char line[80];
    if (!b->o->log)
        return;
    snprintf(line, sizeof line, "kernel %s, %d thread%s", kernel_default()->name,
             b->store.threads, b->store.threads == 1 ? "" : "s");
    b->o->log(b->o->arg, line);
}

static int solve_layers(struct table_build *b)
{
    struct solve_progress progress = {.report = b->o->report, .arg = b->o->arg};
    int status = 0, done = layers_done(b);
    if (done < 0)
        return done;
    log_kernel(b);
    if (done && b->o->log) {
        char line[80];
        snprintf(line, sizeof line, "resuming after layer %d of %d", done, b->layers);
        b->o->log(b->o->arg, line);
    }
    for (int layer = done; layer < b->layers && status == 0; layer++) {
        status = solve_layer(b, layer, &progress);
        if (status == 0)
            log_layer(b, layer, progress.sweep);
    }
    return status;
}

/* ---- the table file ---- */

/* The text of the header: lines KEY VALUE, as in lusoria-table(5). */
static int table_text(const struct table_build *b, char text[TABLE_MAX_TEXT])
{
    static const char *const kind[] = {"", "win16", "stones8", "result8", "bounds8"};
    double residual = 0;
    char start[32];
    read_start(b, start);
    for (int i = 0; i < b->layers; i++)
        residual = b->residual[i] > residual ? b->residual[i] : residual;
    return snprintf(text, TABLE_MAX_TEXT,
                    "game %s\nsize %d\nsizename %s\nvalue %s\nstart %sresidual %.3g\n"
                    "precision %d\nbyteorder little-endian\nprogram lusoria " LUS_VERSION
                    "\ncommand %.1000s\n",
                    b->o->r->name, b->size, b->store.solver->size_name,
                    kind[b->store.solver->kind], start, residual, b->precision,
                    b->o->command ? b->o->command : "");
}

static bool append(FILE *out, const char *path)
{
    char bytes[1 << 14];
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

/* Reports why the file of a finished layer cannot be used. */
static int fail_section(struct table_build *b, int layer, int status)
{
    char path[4096];
    layer_path(&b->store, layer, "layer", path);
    if (status == LUS_EMEMORY)
        return fail(b, LUS_EMEMORY, "out of memory");
    return status < 0 ? fail_file(b, path)
                      : fail(b, LUS_EFILE, "%.180s: missing or damaged", path);
}

/* Fills the directory; the first section begins at *at, which becomes the end of the last. */
static int fill_directory(struct table_build *b, uint8_t *entry, uint64_t *at,
                          uint64_t *positions)
{
    *positions = 0;
    for (int i = 0; i < b->layers; i++, entry += TABLE_ENTRY) {
        uint64_t bytes, n = b->store.solver->index.layer_size(b->store.index, i);
        double residual;
        int status = section_valid(&b->store, i, &bytes, &residual);
        if (status <= 0)
            return fail_section(b, i, status);
        put_number(entry, 8, *at);
        put_number(entry + 8, 8, bytes);
        put_number(entry + 16, 8, n);
        put_number(entry + 24, 8, double_bits(residual));
        *at += bytes;
        *positions += n;
    }
    return 0;
}

/* Header, text and directory, which the caller frees, also after an error. */
static int make_head(struct table_build *b, uint8_t **made, size_t *size)
{
    char text[TABLE_MAX_TEXT];
    size_t length = (size_t)table_text(b, text);
    *size = TABLE_HEAD + length + (size_t)b->layers * TABLE_ENTRY;
    uint8_t *head = *made = calloc(1, *size);
    uint64_t at = *size, positions;
    if (!head)
        return fail(b, LUS_EMEMORY, "out of memory");
    int status = fill_directory(b, head + TABLE_HEAD + length, &at, &positions);
    memcpy(head, table_magic, sizeof table_magic);
    put_number(head + 8, 4, TABLE_VERSION);
    put_number(head + 12, 4, length);
    put_number(head + 16, 4, (uint64_t)b->layers);
    put_number(head + 20, 4, (uint64_t)b->store.solver->kind);
    put_number(head + 24, 8, positions);
    put_number(head + 32, 8, at);
    put_number(head + TABLE_FINGERPRINT, 8, b->store.fingerprint);
    put_number(head + TABLE_PRECISION, 4, (uint64_t)b->precision);
    memcpy(head + TABLE_HEAD, text, length);
    put_number(head + TABLE_CHECKSUM, 8, frame_checksum(head, *size));
    return status;
}

/* Header and sections into one file, which then gets its final name. */
static int write_table(struct table_build *b)
{
    char temporary[4096], layer[4096];
    struct file_writer w;
    size_t size;
    uint8_t *head;
    int status = make_head(b, &head, &size);
    if (status < 0) {
        free(head);
        return status;
    }
    snprintf(temporary, sizeof temporary, "%s/table.new", b->store.folder);
    bool created = file_create_through(&w, b->path, temporary, 0666),
         good = created && fwrite(head, 1, size, w.stream) == size;
    free(head);
    for (int i = 0; good && i < b->layers; i++) {
        layer_path(&b->store, i, "layer", layer);
        good = append(w.stream, layer);
    }
    if (created && !good)
        file_abandon(&w);
    if (good && file_commit(&w))
        return 0;
    return fail_file(b, temporary);
}

/* ---- the whole build ---- */

/* Without the check the build would fail after hours: the system overcommits memory. */
static int check_memory(struct table_build *b)
{
    const struct solver *s = b->store.solver;
    struct solve_needs need =
        solve_needs(s, b->o->r, b->store.index, b->precision, b->o->memory);
    char needed[32], there[32];
    if (b->o->memory && !s->windowed)
        return fail(b, LUS_ERANGE, "%s is solved in memory only: leave out --memory",
                    b->o->r->name);
    if (b->o->team || need.memory <= (double)memory_physical())
        return 0;
    return fail(
        b, LUS_EMEMORY, "the build needs about %s of memory, this machine has %s; %s",
        bytes_text(need.memory, needed), bytes_text((double)memory_physical(), there),
        s->windowed ? "give --memory to keep the values on disk" : "give a smaller size");
}

/* The same for the disk: what the files of an interrupted build take is already there. */
static int check_disk(struct table_build *b)
{
    struct solve_needs need =
        solve_needs(b->store.solver, b->o->r, b->store.index, b->precision, b->o->memory);
    char needed[32], free_text[32];
    uint64_t there = folder_free_bytes(b->store.folder), taken = 0;
    size_t n;
    struct folder_file *file = folder_list(b->store.folder, "", &n);
    for (size_t i = 0; i < n; i++)
        taken += file[i].disk_bytes;
    free(file);
    if (there == UINT64_MAX || need.disk <= (double)there + (double)taken)
        return 0;
    return fail(b, LUS_EFILE,
                "%.120s: the build needs about %s more of disk space, there are %s",
                b->o->folder, bytes_text(need.disk - (double)taken, needed),
                bytes_text((double)there, free_text));
}

static int job_make(struct table_build *b)
{
    const struct solver_job *job = &b->store.solver->job;
    struct solve_work work = {.folder = b->store.folder,
                              .memory = b->o->memory,
                              .checkpoint_seconds = b->o->checkpoint_seconds != 0
                                                        ? b->o->checkpoint_seconds
                                                        : 600,
                              .team = b->o->team,
                              .precision = b->precision,
                              .log = b->o->log,
                              .log_arg = b->o->arg};
    b->store.job = job->create(b->store.index, b->store.threads);
    if (!b->store.job)
        return fail(b, LUS_EMEMORY, "out of memory");
    return job->configure ? job->configure(b->store.job, &work) : 0;
}

/* Whether the complete table exists. */
static bool table_exists(struct table_build *b)
{
    char why[256];
    struct table *t = NULL;
    if (table_path(b->o->folder, b->o->r, b->size, TABLE_SUFFIX, b->path, sizeof b->path))
        t = table_open(b->path, why);
    if (t && b->o->log)
        b->o->log(b->o->arg, "the table already exists");
    table_close(t);
    return t;
}

/* What needs no files, so that a refused build leaves none. */
static int prepare(struct table_build *b)
{
    b->store.index = b->store.solver->index.create(b->o->r, b->size);
    b->layers = b->store.index ? b->store.solver->index.layers(b->store.index) : 0;
    b->residual = calloc((size_t)b->layers + 1, sizeof *b->residual);
    if (!b->store.index || !b->residual)
        return fail(b, LUS_EMEMORY, "out of memory");
    b->store.fingerprint = rules_fingerprint(b->store.solver, b->o->r, b->store.index);
    return check_memory(b);
}

static int build(struct table_build *b)
{
    if (table_exists(b)) {
        remove_leftover_work(b);
        return 0;
    }
    int status = prepare(b);
    status = status ? status : open_work(b);
    if (status)
        return status;
    if (table_exists(b)) { /* another program finished it */
        remove_work(b);
        return 0;
    }
    status = check_work(b);
    status = status ? status : check_disk(b);
    status = status ? status : job_make(b);
    if (status == 0)
        status = solve_layers(b);
    if (status == 0)
        status = write_table(b);
    if (status == 0)
        remove_work(b);
    return status;
}

int solve_run(const struct solve_options *o, char *path, size_t path_size, char why[256])
{
    struct table_build b = {.o = o, .why = why};
    b.store.solver = solver_of(o->r);
    if (!b.store.solver)
        return fail(&b, LUS_ERULES, "%s has no tables", o->r->name);
    if (!frame_able())
        return fail(&b, LUS_ESTATE, "this program was built without tables");
    if (!kernel_selected(why))
        return LUS_ESTATE;
    int largest = b.store.solver->max_size(o->r);
    b.size = o->size ? o->size : largest;
    if (b.size < 1 || b.size > largest)
        return fail(&b, LUS_ERANGE, "%s: the size of a table is 1 to %d %s", o->r->name,
                    largest, b.store.solver->size_name);
    if (b.store.solver->kind == VALUE_KIND_WIN16)
        b.precision = o->precision ? o->precision : 64;
    else if (o->precision)
        return fail(&b, LUS_ERANGE, "%s has exact integers: leave out --precision",
                    o->r->name);
    b.store.threads = o->threads > 0 ? o->threads : parallel_cores();
    int status = build(&b);
    snprintf(path, path_size, "%s", b.path);
    if (b.store.job)
        b.store.solver->job.destroy(b.store.job);
    if (b.store.index)
        b.store.solver->index.destroy((void *)b.store.index);
    free(b.residual);
    close_work(&b);
    return status;
}
