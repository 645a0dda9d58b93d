/* SPDX-License-Identifier: MIT */
/* weights_file.c - see weights_file.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/net.h"
#include "learn/weights_file.h"
#include "os/files.h"

bool weights_can_write(const char *path)
{
    bool existed = file_exists(path);
    FILE *f = fopen(path, "a");
    if (!f)
        return false;
    fclose(f);
    return existed || file_remove(path);
}

/* Networks that are used as they are written must be aligned. */
static void print_weights(FILE *f, const lus_rules *r, const char *order,
                          const char *command, const int16_t *weights, int n)
{
    const char *name = lus_rules_name(r), *colon = strchr(name, ':');
    int game = (int)(colon - name);
    fprintf(f,
            "/* SPDX-License-Identifier: MIT */\n"
            "/* net_%s.c - learned weights of %s; their order is in %s.\n"
            "   Made by: %s */\n"
            "#include \"games/%.*s/%.*s.h\"\n\n"
            "/* clang-format off */\n"
            "%sconst int16_t %.*s_%s_weights[%d] = {",
            colon + 1, name, order, command, game, name, game, name,
            r->search.score_net ? "_Alignas(64) " : "", game, name, colon + 1, n);
    for (int i = 0; i < n; i++)
        fprintf(f, "%s%d,", i % NET_HIDDEN ? "" : "\n", weights[i]);
    fprintf(f, "\n};\n");
}

int weights_write(const lus_rules *r, const char *order, const char *command,
                  const int16_t *weights, int n, const char *path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (f)
        print_weights(f, r, order, command, weights, n);
    bool written = f && !fclose(f) &&
                   (path ? file_write(path, text, size, 0644)
                         : fwrite(text, 1, size, stdout) == size && !fflush(stdout));
    free(text);
    return written ? 0 : LUS_EFILE;
}
