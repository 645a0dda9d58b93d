/* SPDX-License-Identifier: MIT */
/* table_open.c - a table file opened, and closed: see table.h and format.h.

   Nothing of the file is believed before it is checked: sizes are compared with what is
   left of the file by subtraction, so no sum can overflow, and the layers must be those
   of the game's index. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "solve/format.h"
#include "solve/table_parts.h"

/* Unpacked blocks kept of a table, if it is asked for that many. */
enum { SLOT_BYTES = 32 << 20, MAX_SLOTS = 1 << 14 };

static bool fail(char why[256], const char *path, const char *format, ...)
{
    va_list args;
    size_t all = strlen(path), long_by = all > 150 ? all - 150 : 0; /* the end names it */
    int n = snprintf(why, 256, "%s%s: ", long_by ? "..." : "", path + long_by);
    va_start(args, format);
    if (n > 0 && n < 256)
        vsnprintf(why + n, (size_t)(256 - n), format, args);
    va_end(args);
    return false;
}

bool table_read(int fd, void *bytes, size_t n, uint64_t offset)
{
    uint8_t *at = bytes;
    while (n) {
        ssize_t got = pread(fd, at, n, (off_t)offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        n -= (size_t)got;
        offset += (uint64_t)got;
    }
    return true;
}

/* The value of a key in the text; false: it is missing or too long. */
static bool text_value(const char *text, const char *key, char *value, size_t size)
{
    size_t n = strlen(key);
    for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
        const char *end = strchr(line, '\n');
        if (!end)
            return false;
        if (strncmp(line, key, n) != 0 || line[n] != ' ')
            continue;
        size_t length = (size_t)(end - line) - n - 1;
        if (length >= size)
            return false;
        memcpy(value, line + n + 1, length);
        value[length] = '\0';
        return true;
    }
    return false;
}

static bool read_game(struct table *t, unsigned kind, char why[256])
{
    char game[64], size[16];
    if (!text_value(t->text, "game", game, sizeof game) ||
        !text_value(t->text, "size", size, sizeof size))
        return fail(why, t->path, "the header names no game and size");
    t->info.r = lus_rules_find(game);
    t->info.solver = t->info.r ? solver_of(t->info.r) : NULL;
    if (!t->info.solver) {
        fail(why, t->path, "no game '%s' with tables here", game);
        return false;
    }
    char *end;
    long number = strtol(size, &end, 10);
    if (*end || number < 1 || number > t->info.solver->largest(t->info.r))
        return fail(why, t->path, "size %s is out of range", size);
    t->info.size = (int)number;
    if (kind != t->info.solver->kind)
        return fail(why, t->path, "values of kind %u are not those of %s", kind, game);
    t->info.index = t->info.solver->index_new(t->info.r, t->info.size);
    if (!t->info.index)
        return fail(why, t->path, "out of memory");
    if (t->info.layers != t->info.solver->layers(t->info.index))
        return fail(why, t->path, "%d layers are not those of the game", t->info.layers);
    return true;
}

/* The models; returns the bytes behind them, NULL: these are none, or no memory. */
static const uint8_t *read_models(struct section *s, const struct shape_size *size,
                                  const uint8_t *bytes)
{
    for (int i = 0; i < s->models; i++) {
        if (!(s->model[i] = model_new(size[i])) || !model_get(s->model[i], bytes))
            return NULL;
        bytes += model_bytes(size[i]);
    }
    return bytes;
}

/* The places of the blocks: no byte and no value of the section is left over. */
static bool read_places(struct table *t, struct section *s, const uint8_t *entry,
                        size_t used)
{
    uint64_t first = 0, at = used, next = 0;
    for (uint64_t i = 0; i < s->layer.blocks; i++, entry += SECTION_ENTRY) {
        uint32_t bytes = (uint32_t)get_number(entry, 4),
                 values = (uint32_t)get_number(entry + 4, 4);
        if (bytes > FRAME_ROOM || bytes > s->layer.bytes - at || values < 1 ||
            values > FRAME_VALUES || values > s->layer.positions - first)
            return false;
        s->block[i] = (struct place){first, s->offset + at, get_number(entry + 8, 8),
                                     bytes, values};
        at += bytes;
        first += values;
        t->most = values > t->most ? values : t->most;
        for (; next < first; next += NEAR)
            s->near[next / NEAR] = (uint32_t)i;
    }
    return at == s->layer.bytes && first == s->layer.positions;
}

/* What is before the frames, `head` bytes of it. */
static bool read_index(struct table *t, struct section *s, const struct shape_size *size,
                       uint8_t *bytes, size_t head)
{
    uint64_t sum = get_number(bytes + SECTION_CHECKSUM, 8);
    put_number(bytes + SECTION_CHECKSUM, 8, 0);
    if (sum != frame_checksum(bytes, head) ||
        get_number(bytes, 8) != s->layer.positions ||
        get_number(bytes + 12, 4) != s->layer.blocks ||
        get_number(bytes + SECTION_VERSION, 4) != TABLE_VERSION)
        return false;
    const uint8_t *entry = read_models(s, size, bytes + SECTION_HEAD);
    return entry && read_places(t, s, entry, head);
}

/* Bytes before the frames, and how many there are; 0: these cannot be. */
static size_t head_size(const struct table *t, struct section *s,
                        const struct shape_size *size)
{
    uint8_t head[SECTION_HEAD];
    size_t models = 0;
    for (int i = 0; i < s->models; i++)
        models += model_bytes(size[i]);
    if (s->layer.bytes < sizeof head || !table_read(t->fd, head, sizeof head, s->offset))
        return 0;
    uint64_t room = s->layer.bytes - sizeof head;
    s->layer.blocks = get_number(head + 12, 4);
    if (get_number(head + 8, 4) != models || models > room ||
        s->layer.blocks > (room - models) / SECTION_ENTRY)
        return 0;
    return sizeof head + models + (size_t)s->layer.blocks * SECTION_ENTRY;
}

static bool read_section(struct table *t, struct section *s, int layer, char why[256])
{
    const struct solver *solver = t->info.solver;
    struct shape_size size[SHAPE_PARTS] = {{0, 0, 0}};
    if (solver->sizes)
        s->models = solver->sizes(t->info.index, layer, size);
    size_t head = head_size(t, s, size);
    if (!head || s->layer.positions != solver->layer_size(t->info.index, layer))
        return fail(why, t->path, "layer %d has the wrong size", layer);
    uint8_t *bytes = malloc(head);
    s->block = malloc((size_t)s->layer.blocks * sizeof *s->block);
    s->near = malloc(((size_t)s->layer.positions / NEAR + 1) * sizeof *s->near);
    bool good = bytes && s->block && s->near &&
                table_read(t->fd, bytes, head, s->offset) &&
                read_index(t, s, size, bytes, head);
    free(bytes);
    return good || fail(why, t->path, "layer %d is damaged", layer);
}

static bool read_sections(struct table *t, const uint8_t *directory, uint64_t at,
                          char why[256])
{
    uint64_t first = 0, positions = 0;
    t->section = calloc((size_t)t->info.layers, sizeof *t->section);
    if (!t->section)
        return fail(why, t->path, "out of memory");
    for (int i = 0; i < t->info.layers; i++) {
        struct section *s = &t->section[i];
        const uint8_t *entry = directory + (size_t)i * TABLE_ENTRY;
        s->offset = get_number(entry, 8);
        s->layer =
            (struct table_layer){.positions = get_number(entry + 16, 8),
                                 .bytes = get_number(entry + 8, 8),
                                 .residual = bits_double(get_number(entry + 24, 8))};
        if (s->offset != at || s->layer.bytes > t->info.file_bytes - at)
            return fail(why, t->path, "layer %d is out of the file", i);
        if (!read_section(t, s, i, why))
            return false;
        s->first = first;
        first += s->layer.blocks;
        at += s->layer.bytes;
        positions += s->layer.positions;
        if (!(s->layer.residual <= t->info.residual))
            t->info.residual = s->layer.residual;
    }
    if (at != t->info.file_bytes || positions != t->info.positions)
        return fail(why, t->path, "the sizes do not add up");
    return true;
}

/* Lines of printable ASCII: whatever shows the text moves no cursor. */
static bool is_lines(const char *text, size_t n)
{
    if (n == 0 || text[n - 1] != '\n')
        return false;
    for (size_t i = 0; i < n; i++)
        if ((text[i] < ' ' || text[i] > '~') && text[i] != '\n')
            return false;
    return true;
}

/* A file of another version: what can be done about it. */
static bool fail_version(struct table *t, unsigned version, size_t size, char why[256])
{
    char text[TABLE_MAX_TEXT + 1], game[64], number[16], name[16];
    if (version > TABLE_VERSION || size > TABLE_MAX_TEXT ||
        !table_read(t->fd, text, size, TABLE_HEAD) || !is_lines(text, size))
        return fail(why, t->path, "a table of version %u; this program reads version %d",
                    version, TABLE_VERSION);
    text[size] = '\0';
    if (!text_value(text, "game", game, sizeof game) ||
        !text_value(text, "size", number, sizeof number) ||
        !text_value(text, "sizename", name, sizeof name))
        return fail(why, t->path, "made by an older version");
    return fail(why, t->path,
                "made by an older version; build it again: lusoria solve %s --%s %s",
                game, name, number);
}

/* Everything before the sections; `head` is freed by the caller. */
static bool read_head(struct table *t, uint8_t **head, char why[256])
{
    uint8_t fixed[TABLE_HEAD];
    struct stat file;
    if (fstat(t->fd, &file) || !S_ISREG(file.st_mode) ||
        !table_read(t->fd, fixed, sizeof fixed, 0) ||
        memcmp(fixed, table_magic, sizeof table_magic) != 0)
        return fail(why, t->path, "not a table");
    uint64_t version = get_number(fixed + 8, 4), text = get_number(fixed + 12, 4);
    uint64_t layers = get_number(fixed + 16, 4);
    if (version != TABLE_VERSION)
        return fail_version(t, (unsigned)version, (size_t)text, why);
    t->info.file_bytes = (uint64_t)file.st_size;
    if (text > TABLE_MAX_TEXT || layers < 1 || layers > TABLE_MAX_LAYERS ||
        get_number(fixed + 32, 8) != t->info.file_bytes)
        return fail(why, t->path, "cut short or damaged");
    size_t size = TABLE_HEAD + (size_t)text + (size_t)layers * TABLE_ENTRY;
    *head = malloc(size);
    t->text = malloc((size_t)text + 1);
    if (!*head || !t->text)
        return fail(why, t->path, "out of memory");
    if (!table_read(t->fd, *head, size, 0))
        return fail(why, t->path, "cut short");
    put_number(*head + TABLE_CHECKSUM, 8, 0);
    if (frame_checksum(*head, size) != get_number(fixed + TABLE_CHECKSUM, 8))
        return fail(why, t->path, "the header is damaged");
    memcpy(t->text, *head + TABLE_HEAD, (size_t)text);
    t->text[text] = '\0';
    if (!is_lines(t->text, (size_t)text))
        return fail(why, t->path, "the header's text is not lines of ASCII");
    t->info.layers = (int)layers;
    t->info.positions = get_number(fixed + 24, 8);
    return read_game(t, (unsigned)get_number(fixed + 20, 4), why) &&
           read_sections(t, *head + TABLE_HEAD + text, size, why);
}

/* Bytes of an unpacked block. */
size_t table_room(const struct table *t)
{
    return (size_t)t->most * (size_t)value_kind_bytes(t->info.solver->kind);
}

static bool make_slots(struct table *t, char why[256])
{
    const struct section *last = &t->section[t->info.layers - 1];
    uint64_t slots = SLOT_BYTES / table_room(t),
             blocks = last->first + last->layer.blocks;
    slots = slots < MAX_SLOTS ? slots : MAX_SLOTS;
    slots = slots < blocks ? slots : blocks;
    t->slot = calloc((size_t)slots, sizeof *t->slot);
    if (!t->slot)
        return fail(why, t->path, "out of memory");
    for (; t->slots < slots; t->slots++)
        pthread_mutex_init(&t->slot[t->slots].lock, NULL);
    return true;
}

struct table *table_open(const char *path, char why[256])
{
    struct table *t = calloc(1, sizeof *t);
    uint8_t *head = NULL;
    if (!t || !(t->path = strdup(path))) {
        free(t);
        fail(why, path, "out of memory");
        return NULL;
    }
    pthread_mutex_init(&t->lock, NULL);
    t->fd =
        open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe does not make it wait */
    bool good = true;
    if (!frame_able())
        good = fail(why, path, "this program was built without tables");
    else if (t->fd < 0)
        good = fail(why, path, "%s", strerror(errno));
    good = good && read_head(t, &head, why) && make_slots(t, why);
    free(head);
    t->info.path = t->path;
    t->info.text = t->text;
    if (good)
        return t;
    table_close(t);
    return NULL;
}

void table_close(struct table *t)
{
    if (!t)
        return;
    if (t->fd >= 0)
        close(t->fd);
    for (int i = 0; t->section && i < t->info.layers; i++) {
        free(t->section[i].block);
        free(t->section[i].near);
        for (int k = 0; k < SHAPE_PARTS; k++)
            model_free(t->section[i].model[k]);
    }
    for (uint64_t i = 0; i < t->slots; i++) {
        free(t->slot[i].values);
        pthread_mutex_destroy(&t->slot[i].lock);
    }
    while (t->tools) {
        struct tool *tool = t->tools;
        t->tools = tool->next;
        frame_free(tool->frame);
        free(tool);
    }
    pthread_mutex_destroy(&t->lock);
    if (t->info.index)
        t->info.solver->index_free((void *)t->info.index);
    free(t->slot);
    free(t->section);
    free(t->text);
    free(t->path);
    free(t);
}
