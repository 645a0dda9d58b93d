/* SPDX-License-Identifier: MIT */
/* agent_uci.c - see agent_uci.h. */
#include <string.h>
#include "core/lines.h"
#include "core/rules.h"
#include "player/agent_uci.h"

const char *uci_greeting(enum agent_protocol p)
{
    return p == PROTOCOL_UCI ? "uci" : "ugi";
}

const char *uci_greeting_end(enum agent_protocol p)
{
    return p == PROTOCOL_UCI ? "uciok" : "ugiok";
}

/* ---- options ---- */

void uci_note_option(struct uci_engine *e, const char *line)
{
    const char *name = line_after(line, "option");
    const char *game = name ? line_after(name, "name") : NULL;
    game = game ? line_after(game, "Game") : NULL;
    if (!game)
        return;
    struct text t = text_on(e->games, sizeof e->games);
    text_str(&t, game);
}

bool uci_plays(const struct uci_engine *e, const lus_rules *r)
{
    const char *name = lus_rules_name(r);
    const char *type = line_after(e->games, "type");
    if (e->game_is_set || !type || !line_after(type, "combo"))
        return true;
    for (const char *at = type; (at = strstr(at, " var ")); at++)
        if (line_after(at + strlen(" var "), name))
            return true;
    return false;
}

static void write_option(struct text *t, const char *name, size_t n, const char *value)
{
    text_str(t, "setoption name ");
    text_bytes(t, name, n);
    text_str(t, " value ");
    text_str(t, value);
    text_char(t, '\n');
}

void uci_write_options(struct text *t, const struct agent_command *c)
{
    for (int i = 0; i < c->settings; i++) {
        size_t n;
        const char *value, *name = agent_option(c->words[i], &n, &value);
        if (name)
            write_option(t, name, n, value);
    }
}

/* ---- the position ---- */

/* "startpos" if the game began there, else "fen POSITION". */
static void write_start(struct text *t, const lus_rules *r, const lus_pos *from)
{
    char text[LUS_MAX_TEXT];
    lus_pos start;
    lus_start(r, &start);
    if (!lus_has_dice(r) && !memcmp(&start, from, sizeof start)) {
        text_str(t, "startpos");
        return;
    }
    lus_pos_format(r, from, LUS_ANY_THROW, text);
    text_str(t, "fen ");
    text_str(t, text);
}

static void write_moves(struct text *t, const struct uci_engine *e, const lus_game *g)
{
    const lus_rules *r = lus_game_rules(g);
    bool joined = e->protocol == PROTOCOL_UCI && r->text->one_letter_moves;
    for (int ply = 0; ply < lus_game_plies(g); ply++) {
        char text[LUS_MAX_TEXT];
        lus_move_format(r, lus_game_pos_at(g, ply), lus_game_move_at(g, ply), text);
        text_str(t, ply == 0 ? " moves " : joined ? "" : " ");
        text_str(t, text);
    }
}

void uci_write_new_game(struct text *t, const struct uci_engine *e, const lus_rules *r)
{
    static const char game[] = "Game";
    if (e->games[0] && !e->game_is_set)
        write_option(t, game, sizeof game - 1, lus_rules_name(r));
    text_str(t, uci_greeting(e->protocol));
    text_str(t, "newgame\n");
}

void uci_write_position(struct text *t, const struct uci_engine *e, const lus_game *g,
                        int throw, bool new_game)
{
    const lus_rules *r = lus_game_rules(g);
    bool dice = lus_has_dice(r);
    if (new_game)
        uci_write_new_game(t, e, r);
    text_str(t, "position ");
    write_start(t, r, dice ? lus_game_pos(g) : lus_game_start(g));
    if (dice) {
        text_str(t, " throw ");
        text_int(t, throw);
    } else {
        write_moves(t, e, g);
    }
    text_char(t, '\n');
}

/* ---- go ---- */

static void write_number(struct text *t, const char *name, int n)
{
    text_str(t, name);
    text_int(t, n);
}

/* w or p1 is the player who moves first at the start position. */
static void write_clocks(struct text *t, const struct uci_engine *e, const lus_game *g,
                         const struct agent_clock *clock)
{
    bool uci = e->protocol == PROTOCOL_UCI;
    lus_pos start;
    lus_start(lus_game_rules(g), &start);
    bool first = lus_side(&start) == lus_side(lus_game_pos(g));
    write_number(t, uci ? " wtime " : " p1time ",
                 first ? clock->own_ms : clock->other_ms);
    write_number(t, uci ? " btime " : " p2time ",
                 first ? clock->other_ms : clock->own_ms);
    write_number(t, uci ? " winc " : " p1inc ", clock->increment_ms);
    write_number(t, uci ? " binc " : " p2inc ", clock->increment_ms);
}

void uci_write_go(struct text *t, const struct uci_engine *e, const lus_game *g,
                  int move_ms, const struct agent_clock *clock)
{
    text_str(t, "go");
    if (clock)
        write_clocks(t, e, g, clock);
    else
        write_number(t, " movetime ", move_ms);
    if (e->depth)
        write_number(t, " depth ", e->depth);
    if (e->nodes)
        write_number(t, " nodes ", e->nodes);
    text_char(t, '\n');
}
