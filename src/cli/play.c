/* SPDX-License-Identifier: MIT */
/* play.c - the loop of turns: throw, decide, play, save; then the end. */
#include <stdio.h>
#include <strings.h>
#include <time.h>
#include "analyse/exact.h"
#include "cli/cli.h"
#include "cli/play.h"

bool play_human(const struct play *p, int side)
{
    return p->setup->player[lus_game_player(p->game, side)].kind == PLAYER_HUMAN;
}

/* ---- turns ---- */

enum step play_move(struct play *p, lus_move m)
{
    int status = lus_game_play(p->game, p->throw, m);
    if (status < 0) {
        print_failure("%s", lus_error_text(status));
        return STEP_FAILED;
    }
    save_write(&p->save, p);
    return STEP_ON;
}

enum step play_resign(struct play *p)
{
    lus_game_resign(p->game, lus_side(lus_game_pos(p->game)));
    save_write(&p->save, p);
    return STEP_ON;
}

bool play_over(const struct play *p)
{
    return record_result(p->record) != RECORD_OPEN;
}

/* The other program at the turn has a fault and loses the game. */
static enum step play_fault(struct play *p, int player)
{
    const struct agent *agent = p->player[player].agent;
    enum agent_fault fault = agent_fault(agent);
    int result = player ? RECORD_FIRST : RECORD_SECOND;
    bool resigned = fault == AGENT_RESIGNED;
    const char *reason = resigned ? "resignation" : agent_fault_name[fault];
    if (!resigned)
        print_failure("%s: %s; its last lines:\n%s", p->setup->player[player].name, reason,
                   agent_last_lines(agent));
    if (record_decide(p->record, result, reason) < 0)
        return STEP_FAILED;
    save_write(&p->save, p);
    return STEP_ON;
}

/* Where a person had a move to choose, ply `i` of the game. */
static bool was_decision(const struct play *p, int i)
{
    return play_human(p, lus_side(lus_game_pos_at(p->game, i))) &&
           lus_game_move_at(p->game, i) != LUS_PASS;
}

bool play_undo(struct play *p)
{
    int to = lus_game_plies(p->game) - 1;
    while (to >= 0 && !was_decision(p, to))
        to--;
    if (to < 0)
        return false;
    while (lus_game_plies(p->game) > to)
        lus_game_undo(p->game);
    if (p->perfect == PERFECT_SAID)
        p->perfect = PERFECT_UNSAID; /* perhaps not yet here */
    save_write(&p->save, p);
    return true;
}

/* B1: a throw of each in turn until one decides who owns which side. */
static enum step rolloff_turn(struct play *p)
{
    int player = lus_game_rolloffs(p->game) & 1;
    enum step step = throws_next(p, player ? "the second" : "the first");
    if (step != STEP_ON)
        return step;
    if (lus_game_rolloff(p->game, p->throw) < 0)
        return STEP_FAILED;
    show_rolloff(p, player);
    save_write(&p->save, p);
    return STEP_ON;
}

static enum step program_turn(struct play *p, int player)
{
    const struct player_spec *who = &p->setup->player[player];
    struct player_choice c = {0};
    int status = players_choose(p, player, &c);
    if (interrupt_seen())
        return STEP_INTERRUPTED; /* half thought is not played */
    if (status < 0 && agent_fault(p->player[player].agent))
        return play_fault(p, player);
    if (status < 0) {
        print_failure("%s", lus_error_text(status));
        return STEP_FAILED;
    }
    show_ply(p, c.move);
    show_perfect(p, who, &c.report);
    if (p->setup->verbose && who->kind != PLAYER_RANDOM && who->kind != PLAYER_EXEC)
        show_choice(p, &c);
    return play_move(p, c.move);
}

static enum step turn(struct play *p)
{
    if (lus_game_needs_rolloff(p->game))
        return rolloff_turn(p);
    const lus_pos *pos = lus_game_pos(p->game);
    int side = lus_side(pos);
    enum step step = throws_next(p, lus_side_name(p->rules, side));
    if (step != STEP_ON)
        return step;
    p->n_moves = lus_moves(p->rules, pos, p->throw, p->moves);
    if (!p->n_moves) {
        show_ply(p, LUS_PASS);
        return play_move(p, LUS_PASS);
    }
    if (!play_human(p, side))
        return program_turn(p, lus_game_player(p->game, side));
    show_turn(p);
    return prompt_turn(p);
}

/* ---- a game ---- */

static void set_tags(struct record *record, const struct setup *s, const struct throws *t)
{
    char text[96];
    time_t now = time(NULL);
    struct tm day;
    record_set_tag(record, "First", s->player[0].name);
    record_set_tag(record, "Second", s->player[1].name);
    if (localtime_r(&now, &day) && strftime(text, sizeof text, "%Y-%m-%d", &day))
        record_set_tag(record, "Date", text);
    snprintf(text, sizeof text, "depth %d, time %d ms", s->limits.depth,
             s->limits.time_ms);
    if (player_is_plain(&s->player[0]) || player_is_plain(&s->player[1]))
        record_set_tag(record, "Limits", text);
    if (t->kind == THROWS_FAIR) {
        dice_commitment(&t->dice, text);
        record_set_tag(record, "DiceCommitment", text);
        record_set_tag(record, "DiceNonce", t->dice.nonce);
    }
}

static struct record *new_record(const struct setup *s)
{
    struct record *r = record_new(lus_game_new(s->rules, s->placed ? &s->start : NULL));
    if (r && s->placed && lus_has_dice(s->rules))
        record_set_first_throw(r, s->first_throw);
    return r;
}

static int open_game(struct play *p, struct setup *s)
{
    *p = (struct play){.setup = s, .terminal = s->terminal, .rules = s->rules};
    int status = throws_open(&p->throws, s);
    if (status)
        return status;
    p->record = s->begin ? s->begin : new_record(s);
    s->begin = NULL;
    if (!p->record)
        return print_failure("out of memory");
    p->game = record_game(p->record);
    if (!s->resumed)
        set_tags(p->record, s, &p->throws);
    status = save_open(&p->save, s);
    if (!status)
        save_write(&p->save, p);
    return s->file && p->save.failed ? EXIT_FAILED : status;
}

static int close_game(struct play *p, enum step step)
{
    fflush(stdout);
    if (play_over(p)) {
        if (p->throws.kind == THROWS_FAIR)
            record_set_tag(p->record, "DiceSeed", p->throws.dice.seed);
        save_write(&p->save, p);
        show_end(p);
    }
    save_tell(&p->save, p);
    if (step == STEP_INTERRUPTED)
        return EXIT_INTERRUPTED;
    return step == STEP_FAILED ? EXIT_FAILED : EXIT_DONE;
}

/* Plays one game; *finished says whether it came to its end. */
static int play_game(struct setup *s, bool *finished)
{
    struct play p;
    enum step step = STEP_ON;
    int status = open_game(&p, s);
    if (!status) {
        interrupt_catch();
        status = players_open(&p);
        if (status)
            players_close(&p);
    }
    if (!status) {
        show_opening(&p);
        while ((step == STEP_ON || step == STEP_AGAIN) && !play_over(&p)) {
            step = turn(&p);
            if (ferror(stdout))
                step = STEP_FAILED;
            if (interrupt_seen())
                step = STEP_INTERRUPTED;
        }
        *finished = play_over(&p);
        players_close(&p);
        status = close_game(&p, step);
    }
    record_free(p.record);
    throws_close(&p.throws);
    return status;
}

/* ---- one game after another ---- */

static bool ask_again(const struct terminal *t)
{
    char line[MAX_LINE];
    for (;;) {
        enum line_state state = line_ask(t, "\nPlay again (yes / no)? ", line);
        if (state == LINE_END || state == LINE_INTERRUPTED)
            return false;
        if (state == LINE_READ && (!strcasecmp(line, "yes") || !strcasecmp(line, "y")))
            return true;
        if (state == LINE_READ && (!strcasecmp(line, "no") || !strcasecmp(line, "n")))
            return false;
    }
}

/* Somebody plays or came through the menu, and is there to answer. */
static bool asks_again(const struct setup *s)
{
    bool plays = s->player[0].kind == PLAYER_HUMAN || s->player[1].kind == PLAYER_HUMAN;
    return s->terminal.interactive && (plays || s->from_menu);
}

/* --seed of the first game gives the next one its own: the seed and its number. */
static void next_seed(struct setup *s, char seed[DICE_TEXT + 1])
{
    if (s->seed && !s->resumed) {
        snprintf(seed, DICE_TEXT + 1, "%.50s-%d", s->first_seed, s->game_number);
        s->seed = seed;
    } else {
        s->seed = NULL;
    }
}

static int play_games(struct setup *s)
{
    char seed[DICE_TEXT + 1];
    bool finished = false;
    s->first_seed = s->seed;
    s->game_number = 1;
    int status = play_game(s, &finished);
    while (!status && finished && asks_again(s) && ask_again(&s->terminal)) {
        s->game_number++;
        next_seed(s, seed);
        s->resumed = false;
        s->file = NULL;
        status = play_game(s, &finished);
    }
    return status;
}

int play_session(struct setup *s)
{
    struct tables *tables;
    if (!tablebase_open(&s->tables, &tables))
        return EXIT_FAILED;
    s->limits.tablebase = exact_known(tables, s->rules);
    int status = play_games(s);
    tablebase_close(tables);
    return status;
}
