/* SPDX-License-Identifier: MIT */
/* api_state.c - the verbs games and state: what can be played, and how a game stands. */
#include <stdlib.h>
#include <string.h>
#include "api/api_internal.h"
#include "search/levels.h"
#include "core/registry.h"
#include "core/scene.h"
#include "record/link.h"

/* ---- games ---- */

/* How many sticks of a throw lie with the marked side up. */
static int marked_of(const lus_rules *r, int value)
{
    int marked = 0;
    while (marked < r->dice.sticks && r->dice.value_of_marked[marked] != value)
        marked++;
    return marked;
}

static void write_throws(struct json *j, const lus_rules *r)
{
    json_open(j, "throws", '[');
    for (int i = 0; lus_has_dice(r) && i < lus_throws(r); i++) {
        json_open(j, NULL, '{');
        json_int(j, "value", lus_throw_value(r, i));
        json_int(j, "weight", lus_throw_weight(r, i));
        json_int(j, "marked", marked_of(r, lus_throw_value(r, i)));
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void write_levels(struct json *j, const lus_rules *r)
{
    json_open(j, "levels", '[');
    for (int i = 1; level_title(i); i++) {
        struct level level = level_at(r, i);
        json_open(j, NULL, '{');
        json_int(j, "level", i);
        json_string(j, "name", level_title(i));
        json_int(j, "depth", level.depth);
        json_int(j, "noise", level.noise);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void write_sides(struct json *j, const lus_rules *r)
{
    json_open(j, "sides", '[');
    for (int side = 0; side < 2; side++) {
        char letter[2] = {lus_rules_sides(r)[side], '\0'};
        json_open(j, NULL, '{');
        json_string(j, "letter", letter);
        json_string(j, "name", lus_side_name(r, side));
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void write_rules(struct json *j, const lus_rules *r)
{
    json_open(j, NULL, '{');
    json_string(j, "name", lus_rules_name(r));
    json_string(j, "about", lus_rules_about(r));
    write_sides(j, r);
    json_int(j, "sticks", r->dice.sticks);
    write_throws(j, r);
    json_bool(j, "rolloff", r->dice.rolloff != 0);
    write_levels(j, r);
    json_close(j, '}');
}

int api_games(struct api_request *q)
{
    struct json *j = &q->out;
    const struct game_info *g;
    json_open(j, NULL, '{');
    json_string(j, "schema", "lusoria.games/1");
    json_string(j, "version", LUS_VERSION);
    json_open(j, "games", '[');
    for (int i = 0; (g = game_info_at(i)); i++) {
        json_open(j, NULL, '{');
        json_string(j, "name", g->id);
        json_string(j, "title", g->title);
        json_open(j, "rules", '[');
        for (int k = 0; k < g->n_sets; k++)
            write_rules(j, &g->sets[k]);
        json_close(j, ']');
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
    return 0;
}

/* ---- the board ---- */

static void write_point(struct json *j, const char *key, struct scene_point p)
{
    json_open(j, key, '[');
    json_int(j, NULL, p.x);
    json_int(j, NULL, p.y);
    json_close(j, ']');
}

static bool tile_contains(const struct scene_tile *t, struct scene_point at)
{
    return at.x >= t->x && at.x < t->x + t->width && at.y >= t->y &&
           at.y < t->y + t->height;
}

/* The square of a tile as moves name it: its label, or for a tray 0 or "off". */
static void write_tile_square(struct json *j, const lus_rules *r,
                              const struct scene_tile *t)
{
    if (t->shape != TILE_TRAY || !r->text->square_centre) {
        json_string(j, "square", t->label);
        return;
    }
    const char *square = NULL;
    for (int side = 0; side < 2; side++) {
        if (tile_contains(t, r->text->square_centre(r, side, 0)))
            square = "0";
        if (tile_contains(t, r->text->square_centre(r, side, LUS_OFF)))
            square = "off";
    }
    json_string(j, "square", square);
}

static void write_tile(struct json *j, const lus_rules *r, const struct scene_tile *t)
{
    static const char *const shapes[] = {"square", "pit", "tray"};
    json_open(j, NULL, '{');
    json_string(j, "shape", shapes[t->shape]);
    json_int(j, "x", t->x);
    json_int(j, "y", t->y);
    json_int(j, "width", t->width);
    json_int(j, "height", t->height);
    json_string(j, "symbol", t->symbol);
    json_string(j, "label", t->label);
    write_tile_square(j, r, t);
    json_close(j, '}');
}

static void write_piece(struct json *j, const struct scene_piece *p)
{
    json_open(j, NULL, '{');
    json_int(j, "x", p->x);
    json_int(j, "y", p->y);
    json_int(j, "side", p->side);
    json_int(j, "stones", p->stones);
    json_bool(j, "small", p->small);
    json_close(j, '}');
}

static void write_board(struct json *j, const lus_rules *r, const lus_pos *p)
{
    static const char *const styles[] = {"discs", "pawns", "bricks", "stones"};
    struct scene s = {0};
    if (!r->text->scene) {
        json_null(j, "board");
        return;
    }
    r->text->scene(r, p, &s);
    json_open(j, "board", '{');
    json_int(j, "width", s.width);
    json_int(j, "height", s.height);
    json_string(j, "style", styles[s.style]);
    json_open(j, "tiles", '[');
    for (int i = 0; i < s.n_tiles; i++)
        write_tile(j, r, &s.tile[i]);
    json_close(j, ']');
    json_open(j, "pieces", '[');
    for (int i = 0; i < s.n_pieces; i++)
        write_piece(j, &s.piece[i]);
    json_close(j, ']');
    json_close(j, '}');
}

/* ---- moves ---- */

static void write_square(struct json *j, const char *key, int square)
{
    if (square == LUS_OFF)
        json_string(j, key, "off");
    else
        json_int(j, key, square);
}

/* Writes the squares of step i, the last one included: the way a piece is animated. */
static void write_path(struct json *j, const lus_rules *r, const lus_pos *p, lus_move m,
                       int i)
{
    uint8_t square[LUS_MAX_PATH];
    int n = 0, from = move_from(m, i), to = move_to(m, i);
    if (r->text->path && i == 0)
        n = r->text->path(r, p, m, square);
    else if (to != LUS_OFF)
        for (int s = from + 1; s < to; s++)
            square[n++] = (uint8_t)s;
    if (n == 0 || square[n - 1] != to)
        square[n++] = (uint8_t)to;
    json_open(j, "path", '[');
    for (int k = 0; k < n; k++)
        write_point(j, NULL, r->text->square_centre(r, lus_side(p), square[k]));
    json_close(j, ']');
}

static void write_steps(struct json *j, const lus_rules *r, const lus_pos *p, lus_move m)
{
    int side = lus_side(p);
    json_open(j, "steps", '[');
    for (int i = 0; i < move_steps(m); i++) {
        int from = move_from(m, i), to = move_to(m, i);
        json_open(j, NULL, '{');
        write_square(j, "from", from);
        write_square(j, "to", to);
        if (r->text->square_centre) {
            write_point(j, "from_at", r->text->square_centre(r, side, from));
            write_point(j, "to_at", r->text->square_centre(r, side, to));
            write_path(j, r, p, m, i);
        }
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void write_move(struct json *j, const char *key, const lus_rules *r,
                       const lus_pos *p, int throw, lus_move m)
{
    char text[LUS_MAX_TEXT];
    lus_move_format(r, p, m, text);
    json_open(j, key, '{');
    json_string(j, "move", text);
    json_int(j, "side", lus_side(p));
    if (lus_has_dice(r))
        json_int(j, "throw", throw);
    json_string(j, "kind", m == LUS_PASS ? "pass" : lus_move_kind(r, p, throw, m));
    write_steps(j, r, p, m);
    json_close(j, '}');
}

/* The legal moves, once the throw is known; a single "pass" where there is none. */
static void write_legal(struct json *j, const struct api_where *w)
{
    lus_move list[LUS_MAX_MOVES];
    const lus_pos *p = lus_game_pos(w->game);
    int n = lus_moves(w->rules, p, w->throw, list);
    json_open(j, "legal", '[');
    for (int i = 0; i < n; i++)
        write_move(j, NULL, w->rules, p, w->throw, list[i]);
    if (!n)
        write_move(j, NULL, w->rules, p, w->throw, LUS_PASS);
    json_close(j, ']');
}

static void write_plies(struct json *j, const struct api_where *w)
{
    json_open(j, "plies", '[');
    for (int i = 0; i < lus_game_plies(w->game); i++)
        write_move(j, NULL, w->rules, lus_game_pos_at(w->game, i),
                   lus_game_throw_at(w->game, i), lus_game_move_at(w->game, i));
    json_close(j, ']');
}

/* ---- state ---- */

static void write_rolloff(struct json *j, const lus_game *g)
{
    json_open(j, "rolloff", '[');
    for (int i = 0; i < lus_game_rolloffs(g); i++)
        json_int(j, NULL, lus_game_rolloff_at(g, i));
    json_close(j, ']');
}

static void write_result(struct json *j, const struct api_where *w)
{
    static const int winners[] = {0, 0, 1, -1}; /* by enum record_result */
    lus_end end = lus_game_end(w->game);
    int result = record_result(w->record);
    if (result == RECORD_OPEN) {
        json_null(j, "result");
        return;
    }
    json_open(j, "result", '{');
    json_int(j, "winner", winners[result]);
    json_string(j, "reason",
                end.over ? end_reason(w->rules, &end) : record_reason(w->record));
    json_close(j, '}');
}

/* What happens next: the roll-off, a throw, a move, or nothing. */
static const char *next_of(const struct api_where *w)
{
    if (record_result(w->record) != RECORD_OPEN)
        return "over";
    if (lus_game_needs_rolloff(w->game))
        return "rolloff";
    return w->throw == LUS_ANY_THROW ? "throw" : "move";
}

static int player_to_act(const struct api_where *w, int side)
{
    if (lus_game_needs_rolloff(w->game))
        return lus_game_rolloffs(w->game) & 1;
    return lus_game_player(w->game, side);
}

static void write_where(struct json *j, const struct api_where *w, const char *link)
{
    const lus_pos *p = lus_game_pos(w->game);
    char position[LUS_MAX_TEXT];
    lus_pos_format(w->rules, p, lus_has_dice(w->rules) ? w->throw : LUS_ANY_THROW,
                   position);
    json_string(j, "game", lus_rules_name(w->rules));
    json_string(j, "link", link);
    json_string(j, "position", position);
    json_int(j, "ply", lus_game_plies(w->game));
    json_int(j, "side", lus_side(p));
    json_int(j, "player", player_to_act(w, lus_side(p)));
    json_open(j, "players", '[');
    for (int side = 0; side < 2; side++)
        json_int(j, NULL, lus_game_player(w->game, side));
    json_close(j, ']');
}

static void write_state(struct json *j, const struct api_where *w, const char *link)
{
    const lus_pos *p = lus_game_pos(w->game);
    const char *next = next_of(w);
    int score[2];
    json_open(j, NULL, '{');
    json_string(j, "schema", "lusoria.state/1");
    write_where(j, w, link);
    json_string(j, "next", next);
    if (lus_has_dice(w->rules) && w->throw != LUS_ANY_THROW)
        json_int(j, "throw", w->throw);
    else
        json_null(j, "throw");
    write_rolloff(j, w->game);
    if (!strcmp(next, "move"))
        write_legal(j, w);
    else
        json_null(j, "legal");
    write_plies(j, w);
    write_result(j, w);
    lus_score(w->rules, p, score);
    json_open(j, "score", '[');
    json_int(j, NULL, score[0]);
    json_int(j, NULL, score[1]);
    json_close(j, ']');
    write_board(j, w->rules, p);
    json_close(j, '}');
}

int api_state(struct api_request *q)
{
    struct api_where w;
    int status = api_where_read(q, &w);
    if (status < 0)
        return status;
    char *link = link_format(w.record);
    if (link)
        write_state(&q->out, &w, link);
    else
        status = api_fail(q, LUS_EMEMORY, NULL, -1, NULL);
    free(link);
    api_where_free(&w);
    return status;
}
