/* SPDX-License-Identifier: MIT */
/* record_files.c - see record_files.h.

   record_reader.h recognises the format of each game from its contents, not from the name of
   the file.  "-" is standard input.  A file is read one game at a time, so its size is not
   limited by memory; record_file_load keeps all games, for commands that need them at once.

   A fault is reported with the file, the line and the byte:

       lusoria: game.txt, line 3, byte 25: the move is not legal: U2: a piece moves ... */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "cli/cli.h"
#include "cli/record_files.h"
#include "os/files.h"

/* ---- reading ---- */

/* "-" stands for standard input. */
static bool is_stdin(const char *path)
{
    return !strcmp(path, "-");
}

/* The name of the file in messages. */
static const char *name_of(const struct record_file *f)
{
    return is_stdin(f->path) ? "standard input" : f->path;
}

/* Callback of the reader: the number of bytes, 0 at the end, -1 if reading failed. */
static long read_stream(void *context, char *to, size_t n)
{
    FILE *stream = context;
    size_t done = fread(to, 1, n, stream);
    return ferror(stream) ? -1 : (long)done;
}

/* Prints why; returns false. */
static bool cannot_read(const struct record_file *f, int error)
{
    print_failure("%s: %s", name_of(f),
                  error == ENOENT ? "no such file" : strerror(error));
    return false;
}

/* fopen opens folders, too; reading them would fail later, without a clear reason. */
bool record_file_open(struct record_file *f, const char *path)
{
    *f = (struct record_file){.path = path};
    f->stream = is_stdin(path) ? stdin : fopen(path, "rb");
    if (!f->stream)
        return cannot_read(f, errno);
    if (file_is_folder(f->stream)) {
        record_file_close(f);
        return cannot_read(f, EISDIR);
    }
    f->reader = record_reader_new(read_stream, f->stream);
    if (f->reader)
        return true;
    record_file_close(f);
    print_error_code(LUS_EMEMORY);
    return false;
}

void record_file_close(struct record_file *f)
{
    record_reader_free(f->reader);
    if (f->stream && f->stream != stdin)
        fclose(f->stream);
}

/* Fills f->message from f->fault and f->line. */
static void describe(struct record_file *f)
{
    const lus_fault *fault = &f->fault;
    if (fault->code == LUS_EMEMORY || fault->code == LUS_EFILE)
        snprintf(f->message, sizeof f->message, "%s", lus_error_text(fault->code));
    else
        snprintf(f->message, sizeof f->message, "line %ld, byte %zu: %s%s", f->line,
                 fault->at,
                 fault->code == LUS_EILLEGAL ? "the move is not legal: " : "expected ",
                 fault->expected);
}

int record_file_next(struct record_file *f, struct record **game)
{
    int status = record_reader_next(f->reader, game, &f->fault);
    if (status < 0) {
        f->line = record_reader_line(f->reader);
        describe(f);
    }
    return status;
}

int record_file_report(const struct record_file *f)
{
    if (f->fault.code == LUS_EMEMORY)
        return print_error_code(LUS_EMEMORY);
    return print_failure("%s, %s", name_of(f), f->message);
}

/* A fault in the file makes the whole load fail: the games before it are freed. */
bool record_file_load(const char *path, struct record ***list, int *count)
{
    struct record_file f;
    struct record *game = NULL;
    int status;
    *list = NULL;
    *count = 0;
    if (!record_file_open(&f, path))
        return false;
    while ((status = record_file_next(&f, &game)) > 0) {
        if (record_list_add(list, *count, game) < 0) {
            status = f.fault.code = LUS_EMEMORY;
            break;
        }
        ++*count;
    }
    if (status < 0) {
        record_file_report(&f);
        record_free(game);
        record_list_free(*list, *count);
        *list = NULL;
        *count = 0;
    }
    record_file_close(&f);
    return status == 0;
}

/* ---- writing ---- */

const struct record_format *format_named(const char *option, const char *name)
{
    const struct record_format *f = record_format_find(name);
    if (!f)
        print_usage_error("--%s takes lusoria, rgn, ogn, moves or link, not '%s'", option,
                          name);
    return f;
}

int format_add(const struct record_format *f, struct buffer *all, const struct record *r,
               long long number)
{
    int status = record_format_add(f, all, r);
    if (status == LUS_EMEMORY)
        return print_error_code(status);
    if (status < 0)
        return print_failure("game %lld: %s holds %s", number, f->name, f->contains);
    return 0;
}
