/* SPDX-License-Identifier: MIT */
/* line_game.c - games in line mode: opened, played to the end, played again;
   see line_mode.h.

       line_play                 tablebases for all games of the session
         play_games              "Play again?" after each game
           play_one              one game, from open to close
             open_game           throws, record, save file
             run_game            play_turns until the game is over, then end_game

   play/play.h owns the game and calls back into line_prompt.c (questions), line_screen.c
   (output) and line_saves.c (after every move): see line_events. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analyse/tablebase_values.h"
#include "cli/line_mode.h"
#include "os/clock.h"
#include "os/entropy.h"
#include "os/files.h"
#include "play/own_games.h"
#include "play/settings.h"
#include "text/nearest.h"

enum { MAX_THROWS_FILE = 1 << 20 }; /* bytes */

/* The kind of player that was probably meant, or NULL: then the text may be a name. */
static const char *near_player(const char *text)
{
    static const char *const kinds[] = {"human", "random", "greedy"};
    struct nearest near = nearest_to(text);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        nearest_try(&near, kinds[i], kinds[i]);
    return near.best;
}

bool line_read_player(const struct line_options *o, const char *text,
                      struct player_spec *spec)
{
    lus_fault fault;
    char level[64];
    const char *meant = near_player(text);
    if (level_number(text)) {
        snprintf(level, sizeof level, "ai:%s", text);
        text = level;
    }
    if (play_read_player(&o->play, text, spec, &fault) >= 0)
        return true;
    if (!meant && play_set_person(spec, text))
        return true;
    print_usage_error("'%s' is not a player: expected your name, human, %s%s%s%s", text,
                      fault.expected, meant ? "; did you mean '" : "", meant ? meant : "",
                      meant ? "'?" : "");
    return false;
}

/* ---- other players during a game ---- */

bool line_swap_players(struct line_options *o)
{
    struct player_spec *spec = o->play.player, first = spec[0];
    if (first.kind == PLAYER_EXEC || spec[1].kind == PLAYER_EXEC)
        return false;
    spec[0] = spec[1];
    spec[1] = first;
    return true;
}

/* Only a level is replaced by a level; a new one may use tables. */
bool line_set_level(struct line_options *o, const char *level)
{
    struct player_spec *spec = &o->play.player[o->play.player[0].kind == PLAYER_HUMAN];
    if (spec->kind != PLAYER_AI || !line_read_player(o, level, spec))
        return false;
    if (player_uses_tables(spec))
        spec->limits.tablebase = o->play.limits.tablebase;
    return true;
}

/* ---- throws ---- */

/* The dice of --seed, of a resumed record (seed and nonce), or of the system.  Also for a
   game without dice: computer players take their random numbers from the seed. */
static int open_dice(struct dice *d, const struct line_options *o)
{
    const char *nonce = o->begin ? record_tag(o->begin, "DiceNonce") : NULL;
    lus_fault fault;
    int status = !o->seed                   ? dice_from_system(d)
                 : o->play.resumed && nonce ? dice_from_pair(d, o->seed, nonce, &fault)
                                            : dice_from_text(d, o->seed, &fault);
    if (status >= 0)
        return 0;
    return o->seed ? print_fault("seed", o->seed, &fault)
                   : print_failure("the system has no random numbers; use --seed TEXT");
}

/* --dice FILE: one digit per throw, "2 3 0 # a comment" (throws_parse). */
static int read_list(struct throw_source *t, const struct line_options *o)
{
    lus_fault fault;
    size_t n;
    char *text = file_read(o->dice, MAX_THROWS_FILE, &n);
    if (!text)
        return print_failure("%s: cannot be read as a file of throws", o->dice);
    int status = throws_parse(t, o->play.rules, text, n, &fault);
    if (status == LUS_ETEXT)
        print_failure("%s, line %d: expected a throw of %s", o->dice,
                      record_line(text, fault.at), lus_rules_name(o->play.rules));
    else if (status < 0)
        print_error_code(status);
    free(text);
    return status < 0 ? EXIT_FAILED : 0;
}

/* Where the throws come from: none, fair, typed (--dice ask) or a file.  A resumed game with
   typed throws begins with those of its record, so that undo gives them again.  Returns 0
   or an exit code; the caller frees *t in both cases. */
static int open_throws(struct throw_source *t, const struct line_options *o)
{
    *t = (struct throw_source){.kind = THROWS_FAIR};
    int status = open_dice(&t->dice, o);
    if (status)
        return status;
    if (!lus_has_dice(o->play.rules)) {
        t->kind = THROWS_NONE;
        return o->dice ? print_usage_error("%s has no dice: leave --dice out",
                                           lus_rules_name(o->play.rules))
                       : 0;
    }
    if (!o->dice || !strcmp(o->dice, "fair"))
        return 0;
    t->kind = strcmp(o->dice, "ask") ? THROWS_LISTED : THROWS_TYPED;
    if (t->kind == THROWS_LISTED)
        return read_list(t, o);
    if (o->begin && !throws_add_game(t, record_game(o->begin)))
        return print_error_code(LUS_EMEMORY);
    return 0;
}

/* ---- a game ---- */

/* The Date tag of the record, local time. */
static void set_date(struct record *r)
{
    char text[CLOCK_DATE];
    if (clock_date(text))
        record_set_tag(r, "Date", text);
}

/* Opens throws, game and save file.  o->begin belongs to the game afterwards.  Returns 0 or
   an exit code; play_close is to be called in both cases. */
static int open_game(struct line_game *g, struct line_options *o,
                     const struct play_events *events)
{
    struct throw_source throws;
    struct record *begin = o->begin;
    int status = open_throws(&throws, o);
    if (status) {
        throws_free(&throws);
        return status;
    }
    o->begin = NULL;
    if (play_open(&g->play, &o->play, events, begin, &throws) < 0)
        return print_error_code(LUS_EMEMORY);
    if (!o->play.resumed)
        set_date(g->play.record);
    status = save_open(g);
    if (!status)
        save_write(g, &g->play);
    return o->file && g->save.failed ? EXIT_FAILED : status;
}

/* Turns until the game is over or one ends with another step: quit, interrupted, failed. */
static enum play_step play_turns(struct play *p)
{
    enum play_step step = PLAY_ON;
    while ((step == PLAY_ON || step == PLAY_AGAIN) && !play_over(p)) {
        step = play_turn(p);
        if (ferror(stdout))
            return PLAY_FAILED; /* main.c reports it */
        if (interrupt_seen())
            return PLAY_INTERRUPTED;
    }
    if (step == PLAY_FAILED)
        print_error_code(p->status);
    if (step == PLAY_QUIT && play_lacks_throw(p))
        puts("The file has no more throws.");
    return step;
}

/* A finished game of a person goes into the store. */
static void store_game(const struct line_game *g)
{
    char why[STORE_ERROR];
    if (!own_games_add(&g->play, why))
        fprintf(stderr, "lusoria: %s; the game is only in its record\n", why);
}

/* The result and the seed of a finished game, then where the record is; an exit code. */
static int end_game(struct line_game *g, enum play_step step)
{
    if (play_over(&g->play) && !g->options->full)
        screen_end(g);
    fflush(stdout);
    save_print(g);
    store_game(g);
    if (step == PLAY_INTERRUPTED)
        return EXIT_INTERRUPTED;
    bool unsaved = g->options->file && g->save.failed;
    return step == PLAY_FAILED || unsaved ? EXIT_FAILED : EXIT_DONE;
}

/* Plays on the full screen, which is closed unless another game follows. */
static enum play_step play_on_screen(struct line_game *g)
{
    struct line_options *o = g->options;
    enum play_step step = tui_play(o->screen, &g->play);
    if (tui_next(o->screen)->kind == TUI_QUIT || step == PLAY_FAILED)
        full_screen_close(o);
    if (step == PLAY_FAILED)
        print_error_code(g->play.status);
    return step;
}

/* Plays an opened game; *finished says whether it came to its end. */
static int run_game(struct line_game *g, bool *finished)
{
    interrupt_catch();
    int status = play_open_players(&g->play);
    enum play_step step = PLAY_FAILED;
    if (status < 0)
        print_error_code(status);
    else if (g->options->full)
        step = play_on_screen(g);
    else {
        screen_opening(g);
        step = play_turns(&g->play);
    }
    play_close_players(&g->play);
    save_flush(g);
    *finished = play_over(&g->play);
    if (g->options->screen) { /* the session continues there */
        store_game(g);
        return 0;
    }
    return status < 0 ? EXIT_FAILED : end_game(g, step);
}

/* The functions that src/play calls in line mode. */
static struct play_events line_events(struct line_game *g)
{
    return (struct play_events){.arg = g,
                                .ask_throw = prompt_throw,
                                .ask_move = prompt_move,
                                .confirm = prompt_confirm,
                                .save = save_write,
                                .show_rolloff = screen_rolloff,
                                .show_thinking = screen_thinking,
                                .show_move = screen_move,
                                .show_fault = screen_fault};
}

/* Plays one game from its opening to its end, in line mode or on the open full screen: they
   differ in the functions that src/play calls.  Returns an exit status; *finished: the
   game has a result. */
static int play_one(struct line_options *o, bool *finished)
{
    struct line_game g = {.options = o, .terminal = &o->terminal};
    struct play_events events = {0};
    if (o->screen)
        tui_events(o->screen, &events, save_write, &g);
    else
        events = line_events(&g);
    o->play.stop = o->screen ? tui_stop_flag(o->screen) : interrupt_flag();
    int status = open_game(&g, o, &events);
    if (!status)
        status = run_game(&g, finished);
    if (status)
        full_screen_close(o);
    save_close(&g);
    play_close(&g.play);
    resume_free(o);
    return status;
}

/* ---- one game after another ---- */

/* Whether a person plays, or came through the menu, and can answer. */
static bool asks_again(const struct line_options *o)
{
    return o->terminal.interactive && (play_has_human(&o->play) || o->from_menu);
}

/* With --seed TEXT the seed of game n is TEXT-n. */
static void next_seed(struct line_options *o, char seed[DICE_TEXT + 1])
{
    if (o->seed && !o->play.resumed) {
        snprintf(seed, DICE_TEXT + 1, "%.50s-%d", o->first_seed, o->game_number);
        o->seed = seed;
    } else {
        o->seed = NULL;
    }
}

/* Gives the tablebases to hints and to the players that use them. */
static void set_tablebases(struct play_options *o, const struct tables *tables)
{
    o->limits.tablebase = tablebase_for_search(tables, o->rules);
    for (int i = 0; i < 2; i++)
        if (player_uses_tables(&o->player[i]))
            o->player[i].limits.tablebase = o->limits.tablebase;
}

/* Whether another game follows; asks in line mode.  *status becomes an exit code if it
   cannot be opened. */
static bool plays_again(struct line_options *o, bool finished, int *status)
{
    if (o->full) {
        int next = o->screen ? full_screen_next(o) : FULL_SCREEN_OVER;
        *status = next == FULL_SCREEN_OVER ? EXIT_DONE : next;
        return next == 0;
    }
    bool setup = o->setup;
    o->setup = false;
    if (setup)
        return true;
    enum prompt_next next = finished && asks_again(o) ? NEXT_REVIEW : NEXT_NONE;
    while (next == NEXT_REVIEW && (next = prompt_next(&o->terminal)) == NEXT_REVIEW)
        review_last_game(&o->terminal, o->opened);
    return next == NEXT_AGAIN;
}

/* One game after another, until the person wants no more; the tables stay open. */
static int play_games(struct line_options *o)
{
    char seed[DICE_TEXT + 1];
    bool finished = false;
    o->first_seed = o->seed;
    o->game_number = 1;
    int status = play_one(o, &finished);
    while (!status && plays_again(o, finished, &status)) {
        o->game_number++;
        if (!o->begin) {
            next_seed(o, seed);
            o->play.resumed = false;
            o->play.clock = o->clock;
            o->file = NULL;
        }
        set_tablebases(&o->play, o->opened);
        status = play_one(o, &finished);
    }
    return status;
}

/* "perfect" is promised only where a table file answers. */
static int check_perfect(const struct play_options *o, const struct tables *tables)
{
    bool has_file = tables && tables_largest(tables, o->rules);
    for (int i = 0; i < 2; i++)
        if (!strcmp(o->player[i].name, "ai:perfect") && !has_file)
            return print_failure(
                "perfect play needs a table of %s: build it with '%s solve %s', or "
                "choose master, the strongest level without one",
                lus_rules_name(o->rules), program_name(), lus_rules_name(o->rules));
    return 0;
}

int line_play(struct line_options *o)
{
    if (!o->opened && !tablebase_open(&o->tables, &o->opened))
        return EXIT_FAILED;
    if (!o->play.resumed)
        settings_name_player(&o->play);
    set_tablebases(&o->play, o->opened);
    int status = check_perfect(&o->play, o->opened);
    if (!status)
        status = play_games(o);
    full_screen_close(o);
    tablebase_close(o->opened);
    return status;
}
