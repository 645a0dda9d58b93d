/* SPDX-License-Identifier: MIT */
/* agent_command.c - see agent_command.h. */
#include <stdlib.h>
#include <string.h>
#include "core/text.h"
#include "os/process.h"
#include "player/agent_command.h"

enum { MOST_DEPTH = 1000, MOST_NODES = 2000000000 };

static const char *const prefixes[] = {
    [PROTOCOL_LUSORIA] = "exec:", [PROTOCOL_UCI] = "uci:", [PROTOCOL_UGI] = "ugi:"};
enum { N_PREFIXES = sizeof prefixes / sizeof prefixes[0] };

/* The number of the prefix, an enum agent_protocol; -1: none. */
static int prefix_of(const char *text)
{
    for (int i = 0; i < N_PREFIXES; i++)
        if (!strncmp(text, prefixes[i], strlen(prefixes[i])))
            return i;
    return -1;
}

bool agent_command_begins(const char *text)
{
    return prefix_of(text) >= 0;
}

/* ---- settings ---- */

const char *agent_option(const char *word, size_t *n, const char **value)
{
    static const char start[] = "option.";
    if (strncmp(word, start, sizeof start - 1) != 0)
        return NULL;
    const char *name = word + sizeof start - 1;
    *n = strcspn(name, "=");
    *value = name[*n] ? name + *n + 1 : NULL;
    return name;
}

bool agent_command_sets(const struct agent_command *c, const char *name)
{
    for (int i = 0; i < c->settings; i++) {
        size_t n;
        const char *value, *found = agent_option(c->words[i], &n, &value);
        if (found && n == strlen(name) && !memcmp(found, name, n))
            return true;
    }
    return false;
}

/* The option becomes a line of the protocol: a line feed in it would begin another. */
static const char *check_option(const char *name, size_t n, const char *value)
{
    if (!n || !value)
        return "option.NAME=VALUE";
    for (; *name; name++)
        if ((unsigned char)*name < ' ' || *name == 0x7f)
            return "an option without control characters";
    return NULL;
}

/* Reads "NAME=NUMBER"; false: the word begins otherwise.  *wrong: what was expected. */
static bool read_limit(const char *word, const char *name, int max, int *into,
                       const char **wrong)
{
    size_t n = strlen(name);
    if (strncmp(word, name, n) != 0)
        return false;
    struct scan s = scan_on(word + n, NULL);
    *into = scan_int(&s, max);
    if (*into < 1 || s.at < s.len)
        *wrong = "a whole number after depth= (up to 1000) or nodes= (up to 2000000000)";
    return true;
}

/* Reads one word; false: it is not a setting but the program. */
static bool read_setting(struct agent_command *c, const char *word, const char **wrong)
{
    size_t n;
    const char *value, *name = agent_option(word, &n, &value);
    if (name)
        *wrong = check_option(name, n, value);
    return name || read_limit(word, "depth=", MOST_DEPTH, &c->depth, wrong) ||
           read_limit(word, "nodes=", MOST_NODES, &c->nodes, wrong);
}

/* ---- the text ---- */

int agent_command_read(const char *text, struct agent_command *c, lus_fault *fault)
{
    struct scan s = scan_on(text, fault);
    struct agent_command read = {0};
    const char *wrong = NULL;
    int prefix = prefix_of(text);
    if (prefix >= 0) {
        read.protocol = (enum agent_protocol)prefix;
        s.at = strlen(prefixes[prefix]);
    }
    read.words = command_split(text + s.at);
    if (!read.words)
        return scan_expect(&s, "a command, its quotes in pairs");
    while (read.protocol && read.words[read.settings] && !wrong &&
           read_setting(&read, read.words[read.settings], &wrong))
        read.settings++;
    if (!wrong && !read.words[read.settings])
        wrong = "a program after the settings";
    if (wrong) {
        free(read.words);
        return scan_expect(&s, wrong);
    }
    *c = read;
    return 0;
}
