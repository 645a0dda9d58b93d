/* SPDX-License-Identifier: MIT */
/* live_offers.c - see live_game.h: draws, undo, rematches, and ends outside the rules.

   An offer is a member with the number of the player who made it:

       none    --- player: yes --->  player  --- other: yes --->  agreed
          ^                             |
          +---- player or other: no ----+                                    */
#include "live/live_internal.h"

enum offer_step { OFFER_MADE, OFFER_AGREED, OFFER_REMOVED, OFFER_UNCHANGED };

/* One step of the diagram above. */
static enum offer_step answer_offer(int *offer, int player, bool accept)
{
    if (!accept) {
        bool was = *offer != LIVE_NO_PLAYER;
        *offer = LIVE_NO_PLAYER;
        return was ? OFFER_REMOVED : OFFER_UNCHANGED;
    }
    if (*offer == player)
        return OFFER_UNCHANGED;
    enum offer_step step = *offer == LIVE_NO_PLAYER ? OFFER_MADE : OFFER_AGREED;
    *offer = step == OFFER_MADE ? player : LIVE_NO_PLAYER;
    return step;
}

/* The result of an action that made this step. */
static int changed_by(enum offer_step step)
{
    return step == OFFER_UNCHANGED ? LIVE_SAME : LIVE_CHANGED;
}

/* ---- ends ---- */

int live_end(struct live_game *g, int winner, const char *reason,
             struct live_fault *fault)
{
    int result = winner == LIVE_NO_PLAYER ? RECORD_DRAW
                 : winner                 ? RECORD_SECOND
                                          : RECORD_FIRST;
    int status = record_decide(g->record, result, reason);
    if (status < 0)
        return live_refuse(fault, status, lus_error_text(status));
    live_settle(g);
    return LIVE_CHANGED;
}

int live_resign(struct live_game *g, int player, struct live_fault *fault)
{
    int status = live_need_play(g, fault);
    return status < 0 ? status : live_end(g, live_other(player), "resignation", fault);
}

int live_draw(struct live_game *g, int player, bool accept, struct live_fault *fault)
{
    int status = live_need_play(g, fault);
    if (status < 0)
        return status;
    if (g->seat[live_other(player)].kind == LIVE_LEVEL)
        return live_refuse(fault, LUS_ESTATE,
                           "an opponent who is not played by the server");
    enum offer_step step = answer_offer(&g->draw_by, player, accept);
    return step == OFFER_AGREED ? live_end(g, LIVE_NO_PLAYER, "agreement", fault)
                                : changed_by(step);
}

int live_claim(struct live_game *g, int player, int64_t now, int64_t absence,
               bool opponent_online, struct live_fault *fault)
{
    const struct live_seat *other = &g->seat[live_other(player)];
    int status = live_need_play(g, fault);
    if (status < 0)
        return status;
    if (game_clock_used(&g->clock))
        return live_refuse(fault, LUS_ESTATE, "a game without clocks");
    if (other->kind == LIVE_LEVEL || opponent_online || now - other->seen < absence)
        return live_refuse(fault, LUS_ESTATE,
                           "an opponent who has been away long enough");
    return live_end(g, player, "abandonment", fault);
}

/* ---- undo ---- */

/* The last ply at which this player had a choice; -1: there is none. */
static int last_decision(const struct live_game *g, int player)
{
    const lus_game *game = live_moves_made(g);
    int ply = lus_game_plies(game) - 1;
    while (ply >= 0 &&
           (lus_game_move_at(game, ply) == LUS_PASS ||
            lus_game_player(game, lus_side(lus_game_pos_at(game, ply))) != player))
        ply--;
    return ply;
}

/* The throw of the decision was made and stays. */
static int undo_to(struct live_game *g, int ply)
{
    lus_game *game = record_game(g->record);
    while (lus_game_plies(game) > ply)
        lus_game_undo(game);
    g->thrown = lus_has_dice(lus_game_rules(game));
    g->undo_by = g->draw_by = LIVE_NO_PLAYER;
    g->generation++;
    return LIVE_CHANGED;
}

int live_undo(struct live_game *g, int player, int generation, bool accept,
              struct live_fault *fault)
{
    int other = live_other(player), by = g->undo_by;
    int status = live_need_play(g, fault);
    if (status < 0)
        return status;
    if (generation < g->generation)
        return LIVE_SAME;
    if (generation > g->generation)
        return live_refuse(fault, LUS_ESTATE, "the generation of the game");
    int ply = last_decision(g, accept && by == other ? other : player);
    if (accept && ply < 0)
        return live_refuse(fault, LUS_ESTATE, "a move to take back");
    if (accept && g->seat[other].kind == LIVE_LEVEL)
        return undo_to(g, ply);
    enum offer_step step = answer_offer(&g->undo_by, player, accept);
    return step == OFFER_AGREED ? undo_to(g, ply) : changed_by(step);
}

/* ---- another game ---- */

enum { BOTH_AGREED = 2 }; /* the value of rematch_by */

bool live_rematch_agreed(const struct live_game *g)
{
    return g->rematch_by == BOTH_AGREED;
}

int live_rematch(struct live_game *g, int player, bool accept, struct live_fault *fault)
{
    if (live_next(g) != LIVE_OVER)
        return live_refuse(fault, LUS_ESTATE, "a game that is over");
    if (g->rematch[0])
        return LIVE_SAME;
    if (accept && g->seat[live_other(player)].kind == LIVE_LEVEL)
        g->rematch_by = live_other(player);
    enum offer_step step = answer_offer(&g->rematch_by, player, accept);
    if (step == OFFER_AGREED)
        g->rematch_by = BOTH_AGREED;
    return changed_by(step);
}

struct live_options live_rematch_options(const struct live_game *g, int64_t now)
{
    return (struct live_options){.rules = lus_game_rules(live_moves_made(g)),
                                 .kind = {g->seat[1].kind, g->seat[0].kind},
                                 .name = {live_name(g, 1), live_name(g, 0)},
                                 .clock = g->clock.control,
                                 .now = now};
}
