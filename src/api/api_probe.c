/* SPDX-License-Identifier: MIT */
/* api_probe.c - the verbs about what a host has beside the engine: probe (tables of exact
   values) and rules (the rules page).

       after a throw    "exact":true,"value":V,"moves":[{"move":M,"value":V,"loss":0},...],
                        "throws":null
       before it        "exact":true,"value":V,"moves":null,
                        "throws":[{"throw":0,"weight":1,"value":V,"moves":[...]},...]
       not in a table   "exact":false,"value":null,"moves":null,"throws":null

   A throw is known if the tables contain the positions after all its moves, so exact and
   unknown values are never mixed in one answer. */
#include "api/api_internal.h"
#include "core/registry.h"

/* A move and its exact value for the side to move. */
struct exact_move {
    lus_move move;
    double value;
};

/* The legal moves of one throw, best first; a single LUS_PASS if there is none. */
struct exact_throw {
    int n;
    struct exact_move move[LUS_MAX_MOVES];
};

/* Keeps the list sorted; of equal values the earlier move stays first. */
static void insert(struct exact_throw *t, lus_move m, double value)
{
    int i = t->n++;
    for (; i > 0 && t->move[i - 1].value < value; i--)
        t->move[i] = t->move[i - 1];
    t->move[i] = (struct exact_move){m, value};
}

/* False: the value of a move is not in a table. */
static bool probe_throw(const lus_tables *tables, const struct api_where *w, int throw,
                        struct exact_throw *t)
{
    lus_move list[LUS_MAX_MOVES];
    const lus_pos *p = lus_game_pos(w->game);
    int n = lus_moves(w->rules, p, throw, list);
    if (n < 1) {
        list[0] = LUS_PASS;
        n = 1;
    }
    t->n = 0;
    for (int i = 0; i < n; i++) {
        double value;
        if (!tables ||
            lus_tables_probe_move(tables, w->rules, p, throw, list[i], &value) != 1)
            return false;
        insert(t, list[i], value);
    }
    return true;
}

static const char *unit_of(const lus_rules *r)
{
    return r->score_counts ? "stones" : "win";
}

/* A move of the position as text. */
static void write_move_text(struct json *j, const char *key, const struct api_where *w,
                            lus_move m)
{
    char text[LUS_MAX_TEXT];
    lus_move_format(w->rules, lus_game_pos(w->game), m, text);
    json_string(j, key, text);
}

/* All moves, the best first, with what they lose against it. */
static void write_moves(struct json *j, const struct api_where *w,
                        const struct exact_throw *t)
{
    json_open(j, "moves", '[');
    for (int i = 0; i < t->n; i++) {
        json_open(j, NULL, '{');
        write_move_text(j, "move", w, t->move[i].move);
        json_real(j, "value", t->move[i].value);
        json_real(j, "loss", t->move[0].value - t->move[i].value);
        json_close(j, '}');
    }
    json_close(j, ']');
}

void api_table_write(struct json *j, const struct api_host *host,
                     const struct api_where *w, lus_move m)
{
    struct exact_throw t;
    int i = 0;
    if (!probe_throw(host->tables, w, w->throw, &t)) {
        json_null(j, "table");
        return;
    }
    while (i < t.n - 1 && t.move[i].move != m)
        i++;
    json_open(j, "table", '{');
    json_string(j, "unit", unit_of(w->rules));
    json_real(j, "value", t.move[i].value);
    json_real(j, "loss", t.move[0].value - t.move[i].value);
    write_move_text(j, "best", w, t.move[0].move);
    json_close(j, '}');
}

/* ---- probe ---- */

/* Writes "value", "moves" and "throws" after a throw, or without dice. */
static bool write_one_throw(struct json *j, const lus_tables *tables,
                            const struct api_where *w)
{
    struct exact_throw t;
    if (!probe_throw(tables, w, w->throw, &t))
        return false;
    json_bool(j, "exact", true);
    json_real(j, "value", t.move[0].value);
    write_moves(j, w, &t);
    json_null(j, "throws");
    return true;
}

/* The same before a throw.  A part that was written is discarded by the caller. */
static bool write_all_throws(struct json *j, const lus_tables *tables,
                             const struct api_where *w)
{
    struct exact_throw t;
    double value;
    if (!tables || lus_tables_probe(tables, w->rules, lus_game_pos(w->game), &value) != 1)
        return false;
    json_bool(j, "exact", true);
    json_real(j, "value", value);
    json_null(j, "moves");
    json_open(j, "throws", '[');
    for (int i = 0; i < lus_throws(w->rules); i++) {
        if (!probe_throw(tables, w, lus_throw_value(w->rules, i), &t))
            return false;
        json_open(j, NULL, '{');
        json_int(j, "throw", lus_throw_value(w->rules, i));
        json_int(j, "weight", lus_throw_weight(w->rules, i));
        json_real(j, "value", t.move[0].value);
        write_moves(j, w, &t);
        json_close(j, '}');
    }
    json_close(j, ']');
    return true;
}

/* If a value is missing, what was written after "unit" is removed again. */
static void write_probe(struct json *j, const lus_tables *tables,
                        const struct api_where *w)
{
    char position[LUS_MAX_TEXT];
    int throw = lus_has_dice(w->rules) ? w->throw : LUS_ANY_THROW;
    lus_pos_format(w->rules, lus_game_pos(w->game), throw, position);
    json_open(j, NULL, '{');
    json_string(j, "schema", "lusoria.probe/1");
    json_string(j, "game", lus_rules_name(w->rules));
    json_string(j, "position", position);
    json_string(j, "unit", unit_of(w->rules));
    struct json begin = *j;
    size_t length = j->out->len;
    if (!(w->throw == LUS_ANY_THROW ? write_all_throws : write_one_throw)(j, tables, w)) {
        *j = begin;
        j->out->len = length;
        json_bool(j, "exact", false);
        json_null(j, "value");
        json_null(j, "moves");
        json_null(j, "throws");
    }
    json_close(j, '}');
}

/* A position before its throw can be probed; every other one needs a move to make. */
int api_probe(struct api_request *q)
{
    struct api_where w;
    int status = api_where_read(q, &w);
    if (status < 0)
        return status;
    if (w.throw != LUS_ANY_THROW || record_result(w.record) != RECORD_OPEN ||
        lus_game_needs_rolloff(w.game))
        status = api_where_moves(q, &w);
    if (status == 0)
        write_probe(&q->out, q->host->tables, &w);
    api_where_free(&w);
    return status;
}

/* ---- rules ---- */

/* The page is JSON already and is copied as it is. */
int api_rules_page(struct api_request *q)
{
    const char *name = api_value(q, "game");
    const lus_rules *r = name ? lus_rules_find(name) : NULL;
    const struct game_info *g = r ? game_info_of(r) : NULL;
    size_t n;
    if (!g)
        return api_fail(q, LUS_ERULES, "game", name ? 0 : -1, "a game");
    const char *page = q->host->rules_page ? q->host->rules_page(g->id, &n) : NULL;
    if (!page)
        return api_fail(q, LUS_ESTATE, NULL, -1,
                        "a host with the rules; the page has them as rules-GAME.json");
    buffer_bytes(q->out.out, page, n);
    return 0;
}
