/* SPDX-License-Identifier: MIT */
/* api_search.c - the verbs that search: choose, analyse and review.

       choose     the move of a level, or of a search with limits:
                  {"schema":"lusoria.choose/1","move":"0-4","depth":1,"exact":false}
       analyse    lusoria.analysis/1, as `lusoria analyse --json` writes it
       review     lusoria.review/1, as `lusoria review --json` writes it

   Each call makes its own transposition table: nothing is kept between two requests, so the
   answer depends on the request alone. */
#include <stdlib.h>
#include <string.h>
#include "analyse/tablebase_values.h"
#include "api/api_internal.h"
#include "core/random.h"
#include "player/player.h"

/* ---- limits ---- */

/* A tenth of the nodes of `lusoria analyse`, because someone waits for the answer; the depth
   of `lusoria review` with dice. */
enum { DEFAULT_NODES = 200000, REVIEW_DEPTH = 4 };

/* Reads depth, nodes and time within what the host allows.  Every search has a limit of
   nodes, so that it ends on every host, and of time if there is a clock. */
static int read_limits(struct api_request *q, int default_depth, lus_limits *limits)
{
    const struct api_host *h = q->host;
    int64_t depth = 0, nodes = 0, time = 0;
    bool timed = h->now_ms && h->max_time_ms;
    int status = api_number(q, "depth", 1, h->max_depth, 0, &depth);
    if (status == 0)
        status = api_number(q, "nodes", 1, (int64_t)h->max_nodes, 0, &nodes);
    if (status == 0 && api_value(q, "time") && !timed)
        status = api_fail(q, LUS_ESTATE, "time", -1, "depth or nodes: there is no clock");
    if (status == 0)
        status = api_number(q, "time", 1, timed ? h->max_time_ms : 1, 0, &time);
    if (status < 0)
        return status;
    if (!depth && !nodes && !time && default_depth)
        depth = default_depth;
    else if (!depth && !nodes && !time)
        nodes = DEFAULT_NODES;
    *limits = (lus_limits){.depth = (int)depth,
                           .time_ms = time || !timed ? (int)time : h->max_time_ms,
                           .nodes = nodes ? (uint64_t)nodes : h->max_nodes};
    return 0;
}

/* JSON that another module has written. */
static void write_raw(struct api_request *q, const char *json, size_t n)
{
    buffer_bytes(q->out.out, json, n);
}

/* A search that uses the tables of the host.  NULL: no memory. */
static lus_search *new_search(const struct api_request *q)
{
    lus_search *s = lus_search_new(0);
    lus_search_tables(s, q->host->tables);
    return s;
}

/* ---- analyse ---- */

/* Analyses and writes; the analysis is freed in every case. */
static int write_analysis(struct api_request *q, lus_search *s, const struct api_where *w,
                          const lus_limits *limits)
{
    lus_analysis *a;
    size_t n;
    int status = lus_analyse(s, w->game, w->throw, limits, &a);
    if (status < 0)
        return api_fail(q, status, NULL, -1, NULL);
    char *text = lus_analysis_json(a, &n);
    if (text)
        write_raw(q, text, n);
    else
        status = api_fail(q, LUS_EMEMORY, NULL, -1, NULL);
    lus_free(text);
    lus_analysis_free(a);
    return status;
}

int api_analyse(struct api_request *q)
{
    struct api_where w;
    lus_limits limits = {0};
    int status = api_where_read(q, &w);
    if (status < 0)
        return status;
    lus_search *s = new_search(q);
    status = s ? read_limits(q, 0, &limits) : api_fail(q, LUS_EMEMORY, NULL, -1, NULL);
    if (status == 0)
        status = write_analysis(q, s, &w, &limits);
    lus_search_free(s);
    api_where_free(&w);
    return status;
}

/* ---- review ---- */

/* Reviews all games of the record and writes them as one object. */
static int write_review(struct api_request *q, const lus_record *r,
                        const lus_limits *limits)
{
    lus_search *s = new_search(q);
    lus_review *v = NULL;
    char *text = NULL;
    size_t n;
    int status = s ? lus_review_new(s, r, limits, &v) : LUS_EMEMORY;
    if (status == 0)
        status = lus_review_write(v, "json", &text, &n);
    if (status == 0)
        write_raw(q, text, n);
    lus_free(text);
    lus_review_free(v);
    lus_search_free(s);
    return status < 0 ? api_fail(q, status, NULL, -1, NULL) : 0;
}

/* The searches of all plies share the time that the host allows for a review: a record of
   1 MB has more plies than the server can search. */
static int share_time(struct api_request *q, const lus_record *r, lus_limits *limits)
{
    int most = q->host->max_review_ms, plies = 0;
    const lus_game *g;
    for (int i = 0; most && (g = lus_record_game(r, i)) != NULL; i++)
        plies += lus_game_plies(g);
    if (!most || !plies)
        return 0;
    if (plies > most)
        return api_fail(q, LUS_ESPACE, "record", -1, "a record with fewer moves");
    if (limits->time_ms > most / plies)
        limits->time_ms = most / plies;
    return 0;
}

/* A record may contain several games; the limits apply to each search. */
int api_review(struct api_request *q)
{
    const char *text = api_value(q, "record");
    lus_record *r;
    lus_limits limits = {0};
    lus_fault fault;
    int status = read_limits(q, REVIEW_DEPTH, &limits);
    if (status < 0)
        return status;
    if (!text)
        return api_fail(q, LUS_ETEXT, "record", -1, "a record");
    status = lus_record_read(text, strlen(text), &r, &fault);
    if (status < 0)
        return api_fault(q, status, "record", &fault);
    status = share_time(q, r, &limits);
    if (status == 0)
        status = write_review(q, r, &limits);
    lus_record_free(r);
    return status;
}

/* ---- choose ---- */

/* The player: a level, or an ai with limits. */
static int read_player(struct api_request *q, const struct api_where *w,
                       struct player_spec *spec)
{
    const char *level = api_value(q, "level");
    lus_fault fault;
    char text[64];
    struct text t = text_on(text, sizeof text);
    text_str(&t, level ? "ai:" : "ai");
    text_str(&t, level ? level : "");
    if (level && (t.full || !level_number(level)))
        return api_fail(q, LUS_ETEXT, "level", 0, "a level from 1 to 6, or its name");
    if (level && (api_value(q, "depth") || api_value(q, "nodes") || api_value(q, "time")))
        return api_fail(q, LUS_ETEXT, "level", -1, "either a level, or limits");
    int status = player_spec_read(w->rules, text, spec, &fault);
    if (status < 0)
        return api_fault(q, status, "level", &fault);
    if (player_uses_tables(spec))
        spec->limits.tablebase =
            tablebase_for_search((const struct tables *)q->host->tables, w->rules);
    if (level)
        return 0;
    lus_limits limits = {0};
    status = read_limits(q, 0, &limits);
    spec->limits.depth = limits.depth;
    spec->limits.nodes = limits.nodes;
    spec->limits.time_ms = limits.time_ms;
    return status;
}

/* The random number of a turn depends on the seed and the ply, so that a level does not make
   the same error in every turn. */
static int write_choice(struct api_request *q, const struct api_where *w,
                        const struct player_spec *spec, uint64_t seed)
{
    struct player player;
    struct player_choice c = {0};
    char text[LUS_MAX_TEXT];
    struct random g = random_stream(seed, (uint64_t)lus_game_plies(w->game));
    uint32_t bits = (uint32_t)(random_next(&g) >> (64 - PICK_BITS));
    int status = player_open(&player, spec, seed, NULL);
    if (status == 0)
        status = player_choose(&player, w->game, w->throw, bits, &c);
    player_close(&player);
    if (status < 0)
        return api_fail(q, status, NULL, -1, NULL);
    lus_move_format(w->rules, lus_game_pos(w->game), c.move, text);
    json_open(&q->out, NULL, '{');
    json_string(&q->out, "schema", "lusoria.choose/1");
    json_string(&q->out, "move", text);
    json_int(&q->out, "depth", c.report.depth);
    json_bool(&q->out, "exact", c.report.exact);
    json_close(&q->out, '}');
    return 0;
}

/* Without a legal move there is nothing to choose: the caller plays "pass". */
int api_choose(struct api_request *q)
{
    struct api_where w;
    struct player_spec spec = {0};
    lus_move list[LUS_MAX_MOVES];
    int64_t seed = 0;
    int status = api_where_read(q, &w);
    if (status < 0)
        return status;
    status = api_where_moves(q, &w);
    if (status == 0 && lus_moves(w.rules, lus_game_pos(w.game), w.throw, list) == 0)
        status = api_fail(q, LUS_ESTATE, NULL, -1, "a position with a legal move");
    if (status == 0)
        status = read_player(q, &w, &spec);
    if (status == 0)
        status = api_number(q, "seed", 0, INT64_C(1) << 53, 0, &seed);
    if (status == 0)
        status = write_choice(q, &w, &spec, (uint64_t)seed);
    api_where_free(&w);
    return status;
}
