/* SPDX-License-Identifier: MIT */
/* remote_match.c - see remote_match.h. */
#include <stdio.h>
#include <string.h>
#include "arena/match_run.h"
#include "arena/match_session.h"
#include "arena/remote_match.h"
#include "solve/table.h"

/* ---- the sender ---- */

/* Copies a text; false: it is too long.  NULL is copied as "". */
static bool copy(char *out, size_t size, const char *text)
{
    size_t n = text ? strlen(text) : 0;
    if (n >= size)
        return false;
    memcpy(out, text ? text : "", n + 1);
    return true;
}

/* The path of the table that a player uses; NULL: neither uses one. */
static const char *table_of(const struct match *m)
{
    bool used = m->bot[0].limits.tablebase.probe || m->bot[1].limits.tablebase.probe;
    const struct table *t = used ? tables_largest(m->tables, m->rules) : NULL;
    return t ? table_info(t)->path : NULL;
}

int remote_match_describe(struct remote_match *d, const struct match *m)
{
    memset(d, 0, sizeof *d); /* with padding: the bytes are sent */
    d->pairs = m->pairs;
    d->seed = m->seed;
    d->clock = m->clock;
    d->opening = m->opening;
    d->jobs = m->jobs;
    d->records = m->recorder;
    d->batches = match_in_batches(m);
    match_store_key(m, d->settings);
    bool fits = copy(d->rules, sizeof d->rules, lus_rules_name(m->rules)) &&
                copy(d->table, REMOTE_PATH, table_of(m));
    for (int i = 0; i < 2 && fits; i++) {
        d->agent[i] = m->bot[i].agent;
        d->agent[i].wrap = NULL;
        fits = copy(d->player[i], PLAYER_NAME, m->bot[i].name) &&
               copy(d->name[i], PLAYER_NAME, m->name[i]) &&
               copy(d->wrap[i], REMOTE_PATH, m->bot[i].agent.wrap);
    }
    return fits ? 0 : LUS_ESPACE;
}

/* ---- the helper ---- */

static int read_player(const struct remote_match *d, struct match *m, int who, char *why)
{
    struct agent_limits limits = d->agent[who];
    lus_fault fault;
    limits.wrap = d->wrap[who][0] ? d->wrap[who] : NULL;
    int status = match_set_player(m, who, d->player[who], &limits, &fault);
    if (status < 0)
        snprintf(why, REMOTE_WHY, "player %.200s: expected %.100s", d->player[who],
                 fault.expected);
    memcpy(m->name[who], d->name[who], PLAYER_NAME);
    return status;
}

/* Opens the tables of the folder in which the sender's table is. */
static struct tables *open_tables(const struct remote_match *d)
{
    char folder[REMOTE_PATH];
    memcpy(folder, d->table, REMOTE_PATH);
    char *slash = strrchr(folder, '/');
    if (!slash)
        return tables_open(".");
    *slash = '\0';
    return tables_open(folder);
}

/* Whether the pairs of this process are those of the sender. */
static bool is_same(const struct remote_match *d, const struct match *m, char *why)
{
    char settings[MATCH_SETTINGS];
    match_store_key(m, settings);
    if (!strcmp(settings, d->settings))
        return true;
    snprintf(why, REMOTE_WHY,
             "this process would play another match; it has the settings '%.180s', the "
             "first rank has '%.180s'",
             settings, d->settings);
    return false;
}

int remote_match_open(const struct remote_match *d, struct match *m,
                      struct tables **tables, char why[REMOTE_WHY])
{
    *m = (struct match){.rules = lus_rules_find(d->rules),
                        .pairs = d->pairs,
                        .opening = d->opening,
                        .clock = d->clock,
                        .seed = d->seed,
                        .jobs = d->jobs};
    *tables = NULL;
    if (!m->rules) {
        snprintf(why, REMOTE_WHY, "there is no game '%.60s'", d->rules);
        return LUS_ETEXT;
    }
    int status = 0;
    for (int who = 0; who < 2 && status == 0; who++)
        status = read_player(d, m, who, why);
    if (status < 0)
        return status;
    *tables = d->table[0] ? open_tables(d) : NULL;
    match_use_tables(m, *tables);
    if (is_same(d, m, why))
        return 0;
    tables_close(*tables);
    return LUS_ESTATE;
}
