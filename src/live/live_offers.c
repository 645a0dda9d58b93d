/* SPDX-License-Identifier: MIT */
/* live_offers.c - see live_game.h: draws, undo, rematches, and ends outside the rules.

   An offer is a member with the number of the player who made it:

       none  --- player: yes --->  player  --- other: yes --->  agreed
        ^                             |
        |                    player or other: no
        |                             v
        +-------- a move ---------- ended

   There is one offer in a turn: a copy of a request that arrives after the offer was
   withdrawn or declined neither makes nor accepts another one.  In a later turn it changes
   nothing, because it carries the turn for which it was sent.  A rematch has no turns; its
   offer can be made again. */
#include <string.h>
#include "live/live_internal.h"

enum offer_step { OFFER_MADE, OFFER_AGREED, OFFER_REMOVED, OFFER_UNCHANGED, OFFER_LATE };

/* One step of the diagram above; `removed` is what an offer becomes with "no". */
static enum offer_step answer_offer(int *offer, int player, bool accept, int removed)
{
    bool made = *offer == 0 || *offer == 1;
    if (!accept && made)
        *offer = removed;
    if (!accept)
        return made ? OFFER_REMOVED : OFFER_UNCHANGED;
    if (*offer == LIVE_OFFER_ENDED)
        return OFFER_LATE;
    if (*offer == player)
        return OFFER_UNCHANGED;
    *offer = made ? LIVE_NO_PLAYER : player;
    return made ? OFFER_AGREED : OFFER_MADE;
}

/* The result of an action that made this step. */
static int changed_by(enum offer_step step, struct live_fault *fault)
{
    if (step == OFFER_LATE)
        return live_refuse(fault, LUS_ESTATE, "another offer after the next move");
    return step == OFFER_UNCHANGED ? LIVE_SAME : LIVE_CHANGED;
}

/* Whether a request is about the turn at hand: LIVE_CHANGED.  LIVE_SAME: about an earlier
   one.  LUS_ESTATE: about one that is still to come. */
static int check_turn(const struct live_game *g, const struct live_turn *turn,
                      struct live_fault *fault)
{
    struct live_turn now = live_turn_now(g);
    int since = now.generation - turn->generation;
    if (!since)
        since = now.ply - turn->ply;
    if (since < 0)
        return live_refuse_turn(g, turn, fault);
    return since ? LIVE_SAME : LIVE_CHANGED;
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

/* Whether the game is over and has ended like this: the request was sent twice. */
static bool has_ended(const struct live_game *g, int winner, const char *reason)
{
    const char *why = record_reason(g->record);
    return record_result(g->record) != RECORD_OPEN && why && !strcmp(why, reason) &&
           live_winner(g) == winner;
}

int live_resign(struct live_game *g, int player, struct live_fault *fault)
{
    if (has_ended(g, live_other(player), "resignation"))
        return LIVE_SAME;
    int status = live_need_play(g, fault);
    return status < 0 ? status : live_end(g, live_other(player), "resignation", fault);
}

int live_draw(struct live_game *g, int player, const struct live_turn *turn, bool accept,
              struct live_fault *fault)
{
    if (accept && has_ended(g, LIVE_NO_PLAYER, "agreement"))
        return LIVE_SAME;
    int status = live_need_play(g, fault);
    if (status < 0)
        return status;
    if (g->seat[live_other(player)].kind == LIVE_LEVEL)
        return live_refuse(fault, LUS_ESTATE,
                           "an opponent who is not played by the server");
    status = check_turn(g, turn, fault);
    if (status != LIVE_CHANGED)
        return status;
    enum offer_step step = answer_offer(&g->draw_by, player, accept, LIVE_OFFER_ENDED);
    return step == OFFER_AGREED ? live_end(g, LIVE_NO_PLAYER, "agreement", fault)
                                : changed_by(step, fault);
}

int live_claim(struct live_game *g, int player, int64_t now, int64_t absence,
               bool opponent_online, struct live_fault *fault)
{
    const struct live_seat *other = &g->seat[live_other(player)];
    if (has_ended(g, player, "abandonment"))
        return LIVE_SAME;
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

/* A level has agreed to everything in advance: one request takes back one decision. */
int live_undo(struct live_game *g, int player, const struct live_turn *turn, bool accept,
              struct live_fault *fault)
{
    int other = live_other(player), by = g->undo_by;
    bool level = g->seat[other].kind == LIVE_LEVEL;
    struct live_turn asked = {level ? live_turn_now(g).ply : turn->ply, turn->generation};
    int status = live_need_play(g, fault);
    if (status == 0)
        status = check_turn(g, &asked, fault);
    if (status != LIVE_CHANGED)
        return status;
    int ply = last_decision(g, accept && by == other ? other : player);
    if (accept && ply < 0)
        return live_refuse(fault, LUS_ESTATE, "a move to take back");
    if (accept && level)
        return undo_to(g, ply);
    enum offer_step step = answer_offer(&g->undo_by, player, accept, LIVE_OFFER_ENDED);
    return step == OFFER_AGREED ? undo_to(g, ply) : changed_by(step, fault);
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
    enum offer_step step = answer_offer(&g->rematch_by, player, accept, LIVE_NO_PLAYER);
    if (step == OFFER_AGREED)
        g->rematch_by = BOTH_AGREED;
    return changed_by(step, fault);
}

struct live_options live_rematch_options(const struct live_game *g, int64_t now)
{
    return (struct live_options){.rules = lus_game_rules(live_moves_made(g)),
                                 .kind = {g->seat[1].kind, g->seat[0].kind},
                                 .name = {live_name(g, 1), live_name(g, 0)},
                                 .clock = g->clock.control,
                                 .now = now};
}
