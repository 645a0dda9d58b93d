/* SPDX-License-Identifier: MIT */
/* table_open.c - opens and closes a table file (see table.h and format.h).

   Every number of the file is checked before it is used: sizes are compared with the rest
   of the file by subtraction, so that no sum can overflow, and the layers must be those of
   the game's index. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "solve/fingerprint.h"
#include "solve/format.h"
#include "solve/table_internal.h"

/* Size of the cache of unpacked blocks. */
enum { SLOT_BYTES = 32 << 20, MAX_SLOTS = 1 << 14 };

/* "PATH: message"; of a long path the end, which has the name.  Returns false. */
static bool fail(char why[256], const char *path, const char *format, ...)
{
    va_list args;
    size_t all = strlen(path),
           long_by = all > 150 ? all - 150 : 0; /* the end has the name */
    int n = snprintf(why, 256, "%s%s: ", long_by ? "..." : "", path + long_by);
    va_start(args, format);
    if (n > 0 && n < 256)
        vsnprintf(why + n, (size_t)(256 - n), format, args);
    va_end(args);
    return false;
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

/* The rule set, size and index that the text names; they must fit the solver. */
static bool read_game(struct table *t, unsigned kind, char why[256])
{
    char game[64], size[16];
    if (!text_value(t->text, "game", game, sizeof game) ||
        !text_value(t->text, "size", size, sizeof size))
        return fail(why, t->path, "the header has no game or no size");
    t->info.r = lus_rules_find(game);
    t->info.solver = t->info.r ? solver_of(t->info.r) : NULL;
    if (!t->info.solver) {
        fail(why, t->path, "this program has no tables of the game '%s'", game);
        return false;
    }
    char *end;
    long number = strtol(size, &end, 10);
    if (*end || number < 1 || number > t->info.solver->max_size(t->info.r))
        return fail(why, t->path, "size %s is out of range", size);
    t->info.size = (int)number;
    if (kind != t->info.solver->kind)
        return fail(why, t->path, "unexpected kind %u of values for %s", kind, game);
    t->info.index = t->info.solver->index.create(t->info.r, t->info.size);
    if (!t->info.index)
        return fail(why, t->path, "out of memory");
    if (t->info.layers != t->info.solver->index.layers(t->info.index))
        return fail(why, t->path, "unexpected number of layers: %d", t->info.layers);
    return true;
}

/* Reads the predictors; returns the end of their bytes, NULL: invalid. */
static const uint8_t *read_predictors(struct table_section *s,
                                      const struct layout_size *size,
                                      const uint8_t *bytes)
{
    for (int i = 0; i < s->predictors; i++) {
        if (!predictor_read(s->predictor[i], bytes))
            return NULL;
        bytes += predictor_bytes(size[i]);
    }
    return bytes;
}

/* Reads the index of blocks, which must cover all bytes and values of the section. */
static bool read_blocks(struct table *t, struct table_section *s, const uint8_t *entry,
                        size_t used)
{
    uint64_t first = 0, at = used, next = 0;
    for (uint64_t i = 0; i < s->layer.blocks; i++, entry += SECTION_ENTRY) {
        uint32_t bytes = (uint32_t)get_number(entry, 4),
                 values = (uint32_t)get_number(entry + 4, 4);
        if (bytes > FRAME_ROOM || bytes > s->layer.bytes - at || values < 1 ||
            values > FRAME_VALUES || values > s->layer.positions - first)
            return false;
        s->block[i] = (struct block_entry){first, s->offset + at,
                                           get_number(entry + 8, 8), bytes, values};
        at += bytes;
        first += values;
        t->max_values = values > t->max_values ? values : t->max_values;
        for (; next < first; next += HINT_STEP)
            s->block_hint[next / HINT_STEP] = (uint32_t)i;
    }
    return at == s->layer.bytes && first == s->layer.positions;
}

/* Reads everything before the frames, `head` bytes. */
static bool read_index(struct table *t, struct table_section *s,
                       const struct layout_size *size, uint8_t *bytes, size_t head)
{
    uint64_t sum = get_number(bytes + SECTION_CHECKSUM, 8);
    put_number(bytes + SECTION_CHECKSUM, 8, 0);
    if (sum != frame_checksum(bytes, head) ||
        get_number(bytes, 8) != s->layer.positions ||
        get_number(bytes + 12, 4) != s->layer.blocks ||
        get_number(bytes + SECTION_VERSION_AT, 4) != SECTION_VERSION)
        return false;
    const uint8_t *entry = read_predictors(s, size, bytes + SECTION_HEAD);
    return entry && read_blocks(t, s, entry, head);
}

/* The number of bytes before the frames; 0: impossible sizes. */
static size_t head_size(const struct table *t, struct table_section *s,
                        const struct layout_size *size)
{
    uint8_t head[SECTION_HEAD];
    size_t predictors = 0;
    for (int i = 0; i < s->predictors; i++)
        predictors += predictor_bytes(size[i]);
    if (s->layer.bytes < sizeof head ||
        !file_read_at(&t->file, head, sizeof head, s->offset))
        return 0;
    uint64_t room = s->layer.bytes - sizeof head;
    s->layer.blocks = get_number(head + 12, 4);
    if (get_number(head + 8, 4) != predictors || predictors > room ||
        s->layer.blocks > (room - predictors) / SECTION_ENTRY)
        return 0;
    return sizeof head + predictors + (size_t)s->layer.blocks * SECTION_ENTRY;
}

/* Room for the predictors and the index of blocks; false: out of memory. */
static bool make_section(struct table_section *s, const struct layout_size *size)
{
    bool good = true;
    for (int i = 0; good && i < s->predictors; i++)
        good = (s->predictor[i] = predictor_new(size[i])) != NULL;
    s->block = malloc((size_t)s->layer.blocks * sizeof *s->block);
    s->block_hint =
        malloc(((size_t)s->layer.positions / HINT_STEP + 1) * sizeof *s->block_hint);
    return good && s->block && s->block_hint;
}

/* The section of one layer: predictors and index of blocks, without the blocks. */
static bool read_section(struct table *t, struct table_section *s, int layer,
                         char why[256])
{
    const struct solver *solver = t->info.solver;
    struct layout_size size[LAYOUT_PARTS] = {{0, 0, 0}};
    if (solver->packing)
        s->predictors = solver->packing->sizes(t->info.index, layer, size);
    size_t head = head_size(t, s, size);
    if (!head || s->layer.positions != solver->index.layer_size(t->info.index, layer))
        return fail(why, t->path, "layer %d has the wrong size", layer);
    uint8_t *bytes = malloc(head);
    bool enough = make_section(s, size) && bytes;
    bool good = enough && file_read_at(&t->file, bytes, head, s->offset) &&
                read_index(t, s, size, bytes, head);
    free(bytes);
    if (!enough)
        return fail(why, t->path, "out of memory");
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
        struct table_section *s = &t->section[i];
        const uint8_t *entry = directory + (size_t)i * TABLE_ENTRY;
        s->offset = get_number(entry, 8);
        s->layer =
            (struct table_layer){.positions = get_number(entry + 16, 8),
                                 .bytes = get_number(entry + 8, 8),
                                 .residual = bits_double(get_number(entry + 24, 8))};
        if (s->offset != at || s->layer.bytes > t->info.file_bytes - at)
            return fail(why, t->path, "layer %d is outside the file", i);
        if (!read_section(t, s, i, why))
            return false;
        s->first_block = first;
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

/* Lines of printable ASCII: the text can be printed on a terminal. */
static bool is_lines(const char *text, size_t n)
{
    if (n == 0 || text[n - 1] != '\n')
        return false;
    for (size_t i = 0; i < n; i++)
        if ((text[i] < ' ' || text[i] > '~') && text[i] != '\n')
            return false;
    return true;
}

/* The message for a file of another version. */
static bool fail_version(struct table *t, unsigned version, size_t size, char why[256])
{
    char text[TABLE_MAX_TEXT + 1], game[64], number[16], name[16];
    if (version > TABLE_VERSION || size > TABLE_MAX_TEXT ||
        !file_read_at(&t->file, text, size,
                      version < TABLE_VERSION ? TABLE_HEAD_2 : TABLE_HEAD) ||
        !is_lines(text, size))
        return fail(why, t->path, "format version %u; this program reads version %d",
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

/* Whether the table was built with the rules of this program. */
static bool check_rules(const struct table *t, const uint8_t *head, char why[256])
{
    const struct solver *s = t->info.solver;
    uint64_t precision = get_number(head + TABLE_PRECISION, 4);
    if (s->kind == VALUE_KIND_WIN16 ? precision != 64 && precision != 32 : precision != 0)
        return fail(why, t->path, "unexpected precision of the values");
    if (get_number(head + TABLE_FINGERPRINT, 8) ==
        rules_fingerprint(s, t->info.r, t->info.index))
        return true;
    return fail(why, t->path,
                "built with other rules of %s; build it again: lusoria solve %s --%s %d",
                t->info.r->name, t->info.r->name, s->size_name, t->info.size);
}

/* Everything before the sections; `head` is freed by the caller. */
static bool read_head(struct table *t, uint8_t **head, char why[256])
{
    uint8_t fixed[TABLE_HEAD];
    if (!file_read_at(&t->file, fixed, sizeof fixed, 0) ||
        memcmp(fixed, table_magic, sizeof table_magic) != 0)
        return fail(why, t->path, "not a table");
    uint64_t version = get_number(fixed + 8, 4), text = get_number(fixed + 12, 4);
    uint64_t layers = get_number(fixed + 16, 4);
    if (version != TABLE_VERSION)
        return fail_version(t, (unsigned)version, (size_t)text, why);
    t->info.file_bytes = t->file.size;
    if (text > TABLE_MAX_TEXT || layers < 1 || layers > TABLE_MAX_LAYERS ||
        get_number(fixed + 32, 8) != t->info.file_bytes)
        return fail(why, t->path, "cut short or damaged");
    size_t size = TABLE_HEAD + (size_t)text + (size_t)layers * TABLE_ENTRY;
    *head = malloc(size);
    t->text = malloc((size_t)text + 1);
    if (!*head || !t->text)
        return fail(why, t->path, "out of memory");
    if (!file_read_at(&t->file, *head, size, 0))
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
           check_rules(t, fixed, why) &&
           read_sections(t, *head + TABLE_HEAD + text, size, why);
}

size_t table_block_bytes(const struct table *t)
{
    return (size_t)t->max_values * (size_t)value_kind_bytes(t->info.solver->kind);
}

/* The cache of unpacked blocks: 32 MiB, or fewer slots if the table has fewer blocks. */
static bool make_slots(struct table *t, char why[256])
{
    const struct table_section *last = &t->section[t->info.layers - 1];
    uint64_t slots = SLOT_BYTES / table_block_bytes(t),
             blocks = last->first_block + last->layer.blocks;
    slots = slots < MAX_SLOTS ? slots : MAX_SLOTS;
    slots = slots < blocks ? slots : blocks;
    t->slot = calloc((size_t)slots, sizeof *t->slot);
    if (!t->slot)
        return fail(why, t->path, "out of memory");
    for (; t->slots < slots; t->slots++)
        mutex_init(&t->slot[t->slots].lock);
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
    mutex_init(&t->lock);
    t->file.fd = -1;
    bool good = true;
    if (!frame_able())
        good = fail(why, path, "this program was built without tables");
    else if (!file_open(&t->file, path))
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
    if (t->file.fd >= 0)
        file_close(&t->file);
    for (int i = 0; t->section && i < t->info.layers; i++) {
        free(t->section[i].block);
        free(t->section[i].block_hint);
        for (int k = 0; k < LAYOUT_PARTS; k++)
            predictor_free(t->section[i].predictor[k]);
    }
    for (uint64_t i = 0; i < t->slots; i++) {
        free(t->slot[i].values);
        mutex_destroy(&t->slot[i].lock);
    }
    while (t->unpackers) {
        struct unpacker *u = t->unpackers;
        t->unpackers = u->next;
        frame_free(u->frame);
        free(u);
    }
    mutex_destroy(&t->lock);
    if (t->info.index)
        t->info.solver->index.destroy((void *)t->info.index);
    free(t->slot);
    free(t->section);
    free(t->text);
    free(t->path);
    free(t);
}
