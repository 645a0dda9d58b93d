/* SPDX-License-Identifier: MIT */
/* engine_uci.c - the engine's UCI and UGI commands: see record/dialect.h.

   These protocols have no error lines: errors are sent as "info string".  UCI plays the
   games whose moves are one letter (Awari), UGI plays all of them; the option Game chooses
   the rule set.  Positions are translated to our protocol (dialect_position):

       position startpos moves FfBe    ->    position start moves F f B e */
#include <stdlib.h>
#include <string.h>
#include "core/game_clock.h"
#include "core/registry.h"
#include "engine/engine_internal.h"
#include "record/protocol.h"

/* ---- identification and options ---- */

/* The game whose game_info names the protocol. */
static const lus_rules *default_rules(enum dialect d)
{
    return game_with_protocol(d == DIALECT_UCI ? "uci" : "ugi")->sets;
}

/* UCI writes the moves of a game without spaces. */
static bool is_playable(enum dialect d, const lus_rules *r)
{
    return d == DIALECT_UGI || r->text->one_letter_moves;
}

static void add_spin(struct buffer *out, const char *name, int value, int max)
{
    buffer_str(out, "option name ");
    buffer_str(out, name);
    buffer_str(out, " type spin default ");
    buffer_int(out, value);
    buffer_str(out, " min 1 max ");
    buffer_int(out, max);
    buffer_str(out, "\n");
}

/* The option Game: UCI lists the rule sets, UGI takes any name. */
static void add_games(struct buffer *out, enum dialect d)
{
    const lus_rules *r;
    bool combo = d == DIALECT_UCI;
    buffer_str(out, "option name Game type ");
    buffer_str(out, combo ? "combo default " : "string default ");
    buffer_str(out, lus_rules_name(default_rules(d)));
    for (int i = 0; combo && (r = lus_rules_at(i)); i++)
        if (is_playable(d, r)) {
            buffer_str(out, " var ");
            buffer_str(out, lus_rules_name(r));
        }
    buffer_str(out, "\n");
}

void uci_identify(struct engine *e, enum dialect d)
{
    struct buffer out = {0};
    e->dialect = d;
    engine_new_game(e, default_rules(d));
    buffer_str(&out, "id name lusoria " LUS_VERSION "\nid author the Lusoria project\n");
    add_games(&out, d);
    buffer_str(&out, "option name Eval type combo default ");
    buffer_str(&out, e->classic ? "classic" : "default");
    buffer_str(&out, " var default var classic\n");
    add_spin(&out, "Hash", e->table_mb, MAX_TABLE_MB);
    add_spin(&out, "Nodes", e->nodes, MAX_NODES);
    add_spin(&out, "Threads", e->threads, MAX_THREADS);
    buffer_str(&out, d == DIALECT_UCI ? "uciok" : "ugiok");
    engine_send(e, &out);
}

static void set_game(struct engine *e, const char *name)
{
    const lus_rules *r = lus_rules_find(name);
    if (r && is_playable((enum dialect)e->dialect, r))
        engine_new_game(e, r);
    else
        engine_error(e, "ERULES", lus_error_text(LUS_ERULES));
}

/* "name NAME value VALUE" */
static void set_option(struct engine *e, const char *args)
{
    const char *name = line_after(args, "name");
    const char *value = name ? strstr(name, " value ") : NULL;
    value = value ? value + strlen(" value ") : "";
    value += strspn(value, " ");
    engine_clear_table(e);
    if (name && line_after(name, "Game"))
        set_game(e, value);
    else if (name && line_after(name, "Eval"))
        engine_set_eval(e, value);
    else if (name && line_after(name, "Hash"))
        engine_set_number(e, value, MAX_TABLE_MB, &e->table_mb);
    else if (name && line_after(name, "Nodes"))
        engine_set_number(e, value, MAX_NODES, &e->nodes);
    else if (name && line_after(name, "Threads"))
        engine_set_number(e, value, MAX_THREADS, &e->threads);
    else
        engine_error(e, "ETEXT", "there is no such option");
}

/* ---- positions and moves ---- */

static void set_position(struct engine *e, const char *args)
{
    struct buffer out = {0};
    size_t n;
    dialect_position((enum dialect)e->dialect, args, &out);
    char *text = buffer_take(&out, &n);
    if (text)
        engine_set_position(e, text);
    else
        engine_error(e, "EMEMORY", lus_error_text(LUS_EMEMORY));
    free(text);
}

/* `first`: the player whose clock is wtime or p1time is to move. */
static void go(struct engine *e, const char *args, int number)
{
    struct search_limits limits = engine_limits(e);
    lus_fault fault;
    lus_pos start;
    bool until_stop;
    if (!engine_ready(e, false))
        return;
    lus_start(e->rules, &start);
    bool first = lus_side(lus_game_pos(e->game)) == lus_side(&start);
    if (dialect_go(args, first, game_clock_moves(e->game), &limits, &until_stop, &fault) <
        0)
        engine_fault(e, &fault);
    else
        engine_go(e, limits, number, until_stop);
}

void uci_execute(struct engine *e, const struct queued_line *queued)
{
    const char *args, *line = queued->line;
    if (line_after(line, "ucinewgame") || line_after(line, "uginewgame")) {
        engine_new_game(e, e->rules);
        engine_prepare(e);
    } else if ((args = line_after(line, "setoption")))
        set_option(e, args);
    else if ((args = line_after(line, "position")))
        set_position(e, args);
    else if ((args = line_after(line, "go")))
        go(e, args, queued->search);
    else if ((args = line_after(line, "query")))
        engine_query(e, args);
}
