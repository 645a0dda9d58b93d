/* SPDX-License-Identifier: MIT */
/* settings.c - see settings.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "os/files.h"
#include "os/folders.h"
#include "play/settings.h"
#include "text/buffer.h"

enum { MAX_FILE = 64 * 1024 };

static const struct settings_file config = {FOLDER_CONFIG, "config"};

static bool path_of(const struct settings_file *f, char path[PATH_MAX])
{
    return folder_path(f->folder, f->name, path, PATH_MAX);
}

/* The file, to be freed; NULL: errno says why, ENOENT if there is none. */
static char *read_settings(const struct settings_file *f)
{
    char path[PATH_MAX];
    size_t n;
    if (path_of(f, path))
        return file_read_regular(path, MAX_FILE, &n);
    errno = ENOENT;
    return NULL;
}

/* The bytes of a line without its line feed. */
static size_t line_length(const char *line)
{
    return strcspn(line, "\n");
}

static const char *after_line(const char *line)
{
    size_t n = line_length(line);
    return line + n + (line[n] == '\n');
}

/* The value of a line "name = value", which ends at the end of the line or in blanks; NULL:
   the line is about something else. */
static const char *value_in(const char *line, const char *name, size_t *n)
{
    const char *end = line + line_length(line);
    line += strspn(line, " \t");
    if (strncmp(line, name, strlen(name)) != 0)
        return NULL;
    line += strlen(name);
    line += strspn(line, " \t");
    if (*line != '=')
        return NULL;
    line++;
    line += strspn(line, " \t");
    while (end > line && strchr(" \t\r", end[-1]))
        end--;
    *n = end > line ? (size_t)(end - line) : 0;
    return line;
}

bool settings_get_in(const struct settings_file *f, const char *name,
                     char value[SETTING_BYTES])
{
    char *text = read_settings(f);
    bool found = false;
    for (const char *line = text; line && *line; line = after_line(line)) {
        size_t n;
        const char *at = value_in(line, name, &n);
        if (!at || !n || n >= SETTING_BYTES)
            continue;
        memcpy(value, at, n);
        value[n] = '\0';
        found = true;
    }
    free(text);
    return found;
}

static void put_setting(struct buffer *out, const char *name, const char *value)
{
    buffer_str(out, name);
    buffer_str(out, " = ");
    buffer_str(out, value);
    buffer_str(out, "\n");
}

/* The new contents: the line of the setting replaced, or added at the end. */
static char *changed_settings(const char *text, const char *name, const char *value,
                              size_t *size)
{
    struct buffer out = {0};
    bool written = false;
    for (const char *line = text; line && *line; line = after_line(line)) {
        size_t n;
        if (!value_in(line, name, &n)) {
            buffer_bytes(&out, line, line_length(line));
            buffer_str(&out, "\n");
        } else if (!written) {
            put_setting(&out, name, value);
            written = true;
        }
    }
    if (!written)
        put_setting(&out, name, value);
    return buffer_take(&out, size);
}

bool settings_set_in(const struct settings_file *f, const char *name, const char *value)
{
    char folder[PATH_MAX], path[PATH_MAX];
    size_t n;
    if (!folder_path(f->folder, "", folder, sizeof folder) || !path_of(f, path)) {
        errno = ENOENT;
        return false;
    }
    if (!folder_make(folder, 0700))
        return false;
    char *old = read_settings(f);
    if (!old && errno != ENOENT)
        return false; /* a file that cannot be read is not replaced */
    char *text = changed_settings(old, name, value, &n);
    bool written = text && file_write(path, text, n, 0644);
    free(old);
    free(text);
    return written;
}

bool settings_get(const char *name, char value[SETTING_BYTES])
{
    return settings_get_in(&config, name, value);
}

bool settings_set(const char *name, const char *value)
{
    return settings_set_in(&config, name, value);
}

void settings_person(char name[SETTING_BYTES])
{
    static const char *const variables[] = {"LOGNAME", "USER"};
    struct player_spec spec;
    if (settings_get("name", name) && play_set_person(&spec, name))
        return;
    for (int i = 0; i < 2; i++) {
        const char *login = getenv(variables[i]);
        if (!login || !play_set_person(&spec, login))
            continue;
        snprintf(name, SETTING_BYTES, "%.40s", spec.name); /* play_set_person */
        return;
    }
    snprintf(name, SETTING_BYTES, "you");
}

void settings_name_player(struct play_options *o)
{
    char name[SETTING_BYTES];
    for (int i = 0; i < 2; i++) {
        struct player_spec *spec = &o->player[i];
        if (spec->kind != PLAYER_HUMAN || strcmp(spec->name, "human") != 0)
            continue;
        settings_person(name);
        play_set_person(spec, name);
        return;
    }
}
