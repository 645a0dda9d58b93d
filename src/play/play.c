/* SPDX-License-Identifier: MIT */
/* play.c - see play.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/array.h"
#include "core/hash.h"
#include "core/random.h"
#include "play/play.h"
#include "player/player_book.h"
#include "text/utf8.h"

bool play_is_human(const struct play *p, int side)
{
    return p->options->player[lus_game_player(p->game, side)].kind == PLAYER_HUMAN;
}

bool play_has_human(const struct play_options *o)
{
    return o->player[0].kind == PLAYER_HUMAN || o->player[1].kind == PLAYER_HUMAN;
}

bool play_over(const struct play *p)
{
    return record_result(p->record) != RECORD_OPEN;
}

/* The seed is saved together with the end of the game, so that no crash leaves a finished
   game whose dice cannot be checked. */
static void save(const struct play *p)
{
    if (p->throws.kind == THROWS_FAIR)
        record_set_tag(p->record, "DiceSeed", play_over(p) ? p->throws.dice.seed : NULL);
    play_clock_save(p);
    if (p->events->save)
        p->events->save(p->events->arg, p);
}

static enum play_step fail(struct play *p, int status)
{
    p->status = status;
    return PLAY_FAILED;
}

/* ---- players ---- */

/* "ai" without a level or limits of its own. */
static bool is_plain_ai(const struct player_spec *spec)
{
    return spec->kind == PLAYER_AI && !strcmp(spec->name, "ai");
}

/* Without terminal escapes and other characters that must not be shown. */
static bool is_printable(const char *name)
{
    size_t size, left = strlen(name);
    for (; left; name += size, left -= size)
        if (!utf8_is_visible(name, left, &size) && !utf8_is_joiner(name, left))
            return false;
    return true;
}

bool play_set_person(struct player_spec *spec, const char *name)
{
    enum { MAX_NAME = 40 }; /* bytes: a column of a screen */
    size_t n = strlen(name);
    if (!n || n > MAX_NAME || strpbrk(name, "\":\\") || !is_printable(name))
        return false;
    *spec = (struct player_spec){.kind = PLAYER_HUMAN};
    memcpy(spec->name, name, n + 1);
    return true;
}

int play_read_player(const struct play_options *o, const char *text,
                     struct player_spec *spec, lus_fault *fault)
{
    struct player_spec read = {.kind = PLAYER_HUMAN, .name = "human"};
    int status = 0;
    if (strcmp(text, "human") != 0)
        status = player_spec_read_typed(o->rules, text, &read, fault);
    if (status < 0)
        return status;
    if (is_plain_ai(&read)) {
        read.limits.depth = o->limits.depth;
        read.limits.time_ms = o->limits.time_ms;
    }
    if (read.kind == PLAYER_EXEC && o->limits.time_ms)
        read.limits.time_ms = o->limits.time_ms;
    if (!read.limits.time_ms)
        read.limits.time_ms = PLAY_TIME_MS;
    read.limits.table_mb = 0;
    status = player_take_book(o->rules, &read, fault);
    if (status == 0)
        *spec = read;
    return status;
}

bool play_hides_seed(const struct play *p)
{
    const struct player_spec *spec = p->options->player;
    return !p->players_closed &&
           (spec[0].kind == PLAYER_EXEC || spec[1].kind == PLAYER_EXEC);
}

/* A random number that depends on the seed and the turn alone, so that the same seed
   repeats the game and neither undo nor resuming changes it. */
static uint64_t random_at(const struct play *p, int turn)
{
    const char *seed = p->throws.dice.seed;
    uint64_t state = hash_bytes(HASH_START, seed, strlen(seed)) +
                     (unsigned)turn * UINT64_C(0x9e3779b97f4a7c15);
    return random_split(&state);
}

/* Writes the seed of players that use it into the record, so that a resumed game continues
   identically.  (The seed of fair dice is a secret while the game lasts and is stored by
   `save` instead.) */
static void store_seed(struct play *p)
{
    const struct player_spec *spec = p->options->player;
    if (p->throws.kind != THROWS_FAIR && !play_hides_seed(p) &&
        (player_uses_seed(&spec[0]) || player_uses_seed(&spec[1])))
        record_set_tag(p->record, "Seed", p->throws.dice.seed);
}

enum { NOISE_TURN = -1 }; /* the random number that seeds the noise of a whole game */

int play_open_players(struct play *p)
{
    int status = 0;
    for (int i = 0; i < 2 && status == 0; i++) {
        const struct player_spec *spec = &p->options->player[i];
        if (spec->kind == PLAYER_HUMAN)
            continue;
        status =
            player_open(&p->player[i], spec, random_at(p, NOISE_TURN), p->options->stop);
        p->player[i].resumable = true;
        p->player[i].clock = &p->clock;
        p->player[i].seat = i;
    }
    return status;
}

int play_change_players(struct play *p)
{
    for (int i = 0; i < 2; i++)
        player_close(&p->player[i]);
    int status = play_open_players(p);
    record_set_tag(p->record, "First", p->options->player[0].name);
    record_set_tag(p->record, "Second", p->options->player[1].name);
    save(p);
    return status;
}

void play_close_players(struct play *p)
{
    bool was_hidden = play_hides_seed(p);
    for (int i = 0; i < 2; i++)
        player_close(&p->player[i]);
    p->players_closed = true;
    if (was_hidden && !play_over(p)) {
        store_seed(p);
        save(p);
    }
}

/* ---- moves ---- */

/* Ends the game as a loss of player 0 or 1. */
static enum play_step lose(struct play *p, int player, const char *reason)
{
    int status = record_decide(p->record, player ? RECORD_FIRST : RECORD_SECOND, reason);
    if (status < 0)
        return fail(p, status);
    save(p);
    return PLAY_ON;
}

/* Players whose clock does not run (programs, passes) are not late. */
enum play_step play_move(struct play *p, lus_move m)
{
    if (!play_clock_stop(p, true))
        return lose(p, lus_game_player(p->game, lus_side(lus_game_pos(p->game))), "time");
    int status = lus_game_play(p->game, p->throw, m);
    if (status < 0)
        return fail(p, status);
    p->n_undone = 0;
    save(p);
    return PLAY_ON;
}

enum play_step play_resign(struct play *p)
{
    lus_game_resign(p->game, lus_side(lus_game_pos(p->game)));
    save(p);
    return PLAY_ON;
}

/* Whether a person had a move to choose at this ply. */
static bool was_decision(const struct play *p, int ply)
{
    return play_is_human(p, lus_side(lus_game_pos_at(p->game, ply))) &&
           lus_game_move_at(p->game, ply) != LUS_PASS;
}

/* Remembers the last ply; without memory nothing can be played again. */
static void remember_ply(struct play *p)
{
    int last = lus_game_plies(p->game) - 1;
    if (!array_reserve(&p->undone, &p->cap_undone, (size_t)p->n_undone + 1,
                       sizeof *p->undone)) {
        p->n_undone = 0;
        return;
    }
    p->undone[p->n_undone++] = (struct undone_ply){lus_game_move_at(p->game, last),
                                                   lus_game_throw_at(p->game, last)};
}

bool play_undo(struct play *p)
{
    int to = lus_game_plies(p->game) - 1;
    while (to >= 0 && !was_decision(p, to))
        to--;
    if (to < 0)
        return false;
    while (lus_game_plies(p->game) > to) {
        remember_ply(p);
        lus_game_undo(p->game);
    }
    save(p);
    return true;
}

/* Whether the next ply that was taken back is a decision of a person. */
static bool redo_is_decision(const struct play *p)
{
    return play_is_human(p, lus_side(lus_game_pos(p->game))) &&
           p->undone[p->n_undone - 1].move != LUS_PASS;
}

bool play_redo(struct play *p)
{
    bool played = false;
    while (p->n_undone && !(played && redo_is_decision(p))) {
        const struct undone_ply *ply = &p->undone[--p->n_undone];
        if (lus_game_play(p->game, ply->throw, ply->move) < 0)
            p->n_undone = 0;
        else
            played = true;
    }
    if (played)
        save(p);
    return played;
}

/* ---- turns ---- */

/* Sets the throw of this turn, asking `who` for it if throws are typed. */
static enum play_step find_throw(struct play *p, const char *who)
{
    struct throw_source *t = &p->throws;
    int plies = lus_game_plies(p->game), k = lus_game_rolloffs(p->game) + plies, value;
    int given = plies ? LUS_ANY_THROW : record_first_throw(p->record);
    if (t->kind != THROWS_NONE && given != LUS_ANY_THROW) {
        p->throw = given;
        p->faces = throw_faces(p->rules, given);
        return PLAY_ON;
    }
    if (throws_get(t, p->rules, k, &p->throw, &p->faces))
        return PLAY_ON;
    if (t->kind == THROWS_LISTED)
        return PLAY_QUIT;
    enum play_step step = p->events->ask_throw(p->events->arg, p, who, &value);
    if (step != PLAY_ON)
        return step;
    if (!throws_add(t, value))
        return fail(p, LUS_EMEMORY);
    throws_get(t, p->rules, k, &p->throw, &p->faces);
    return PLAY_ON;
}

/* B1: the players throw in turn until a throw decides who owns which side. */
static enum play_step rolloff_turn(struct play *p)
{
    int player = lus_game_rolloffs(p->game) & 1;
    enum play_step step =
        find_throw(p, player ? "the second player" : "the first player");
    if (step != PLAY_ON)
        return step;
    int status = lus_game_rolloff(p->game, p->throw);
    if (status < 0)
        return fail(p, status);
    if (p->events->show_rolloff)
        p->events->show_rolloff(p->events->arg, p, player);
    save(p);
    return PLAY_ON;
}

/* The exec player made an error, resigned or is out of time, and loses the game. */
static enum play_step forfeit(struct play *p, int player)
{
    enum agent_fault fault = agent_fault(p->player[player].agent);
    bool resigned = fault == AGENT_RESIGNED;
    if (!resigned && fault != AGENT_OUT_OF_TIME && p->events->show_fault)
        p->events->show_fault(p->events->arg, p, player);
    return lose(p, player, resigned ? "resignation" : agent_fault_name[fault]);
}

static void show_move(const struct play *p, lus_move m, const struct player_choice *c)
{
    if (p->events->show_move)
        p->events->show_move(p->events->arg, p, m, c);
}

/* The choice of a program, as work for the event `think`. */
struct play_thinking {
    struct play *play;
    int player, status;
    struct player_choice choice;
};

static void choose_move(void *data)
{
    struct play_thinking *t = data;
    struct play *p = t->play;
    uint64_t random = random_at(p, lus_game_plies(p->game));
    t->status = player_choose(&p->player[t->player], p->game, p->throw,
                              (uint32_t)(random >> (64 - PICK_BITS)), &t->choice);
}

/* A move that was chosen while thinking was interrupted is not played.  The clock stops
   before the move is shown, which takes time for a person to see it. */
static enum play_step program_turn(struct play *p, int player)
{
    struct play_thinking t = {.play = p, .player = player};
    if (p->events->show_thinking)
        p->events->show_thinking(p->events->arg, p);
    play_clock_start(p, player);
    if (p->events->think)
        p->events->think(p->events->arg, choose_move, &t);
    else
        choose_move(&t);
    bool stopped = p->options->stop && *p->options->stop;
    bool in_time = play_clock_stop(p, t.status == 0 && !stopped);
    if (stopped) {
        save(p);
        return PLAY_INTERRUPTED;
    }
    if (t.status < 0)
        return agent_fault(p->player[player].agent) ? forfeit(p, player)
                                                    : fail(p, t.status);
    if (!in_time)
        return lose(p, player, "time");
    show_move(p, t.choice.move, &t.choice);
    return play_move(p, t.choice.move);
}

/* Time that passed without a move is saved: a person cannot get it back by quitting. */
static enum play_step person_turn(struct play *p, int player)
{
    play_clock_start(p, player);
    enum play_step step = p->events->ask_move(p->events->arg, p);
    if (!play_over(p) && play_clock_fallen(p)) {
        play_clock_stop(p, false);
        return lose(p, player, "time");
    }
    play_clock_stop(p, false);
    if (game_clock_used(&p->clock) && (step == PLAY_QUIT || step == PLAY_INTERRUPTED))
        save(p);
    return step;
}

bool play_lacks_throw(const struct play *p)
{
    int k = lus_game_rolloffs(p->game) + lus_game_plies(p->game);
    return p->throws.kind == THROWS_LISTED && k >= p->throws.n;
}

enum play_step play_turn(struct play *p)
{
    if (lus_game_needs_rolloff(p->game))
        return rolloff_turn(p);
    const lus_pos *pos = lus_game_pos(p->game);
    int side = lus_side(pos);
    enum play_step step = find_throw(p, lus_side_name(p->rules, side));
    if (step != PLAY_ON)
        return step;
    p->n_moves = lus_moves(p->rules, pos, p->throw, p->moves);
    if (!p->n_moves) {
        show_move(p, LUS_PASS, NULL);
        return play_move(p, LUS_PASS);
    }
    if (play_is_human(p, side))
        return person_turn(p, lus_game_player(p->game, side));
    return program_turn(p, lus_game_player(p->game, side));
}

/* ---- opening and closing ---- */

static void set_tags(struct play *p)
{
    const struct play_options *o = p->options;
    char text[96];
    record_set_tag(p->record, "First", o->player[0].name);
    record_set_tag(p->record, "Second", o->player[1].name);
    snprintf(text, sizeof text, "depth %d, time %d ms", o->limits.depth,
             o->limits.time_ms);
    if (is_plain_ai(&o->player[0]) || is_plain_ai(&o->player[1]))
        record_set_tag(p->record, "Limits", text);
    if (p->throws.kind == THROWS_FAIR) {
        dice_commitment(&p->throws.dice, text);
        record_set_tag(p->record, "DiceCommitment", text);
        record_set_tag(p->record, "DiceNonce", p->throws.dice.nonce);
    }
}

static struct record *new_record(const struct play_options *o)
{
    struct record *r =
        record_new(lus_game_new(o->rules, o->has_start ? &o->start : NULL));
    if (r && o->has_start && lus_has_dice(o->rules))
        record_set_first_throw(r, o->first_throw);
    return r;
}

int play_open(struct play *p, const struct play_options *o, const struct play_events *e,
              struct record *begin, const struct throw_source *throws)
{
    *p = (struct play){.options = o,
                       .events = e,
                       .rules = o->rules,
                       .throws = *throws,
                       .tutor = o->tutor};
    p->record = begin ? begin : new_record(o);
    if (!p->record)
        return LUS_EMEMORY;
    p->game = record_game(p->record);
    if (!o->resumed)
        set_tags(p);
    play_clock_open(p);
    store_seed(p);
    return 0;
}

void play_close(struct play *p)
{
    record_free(p->record);
    throws_free(&p->throws);
    free(p->undone);
    p->undone = NULL;
    p->n_undone = 0;
    p->cap_undone = 0;
    p->record = NULL;
    p->game = NULL;
}
