/* SPDX-License-Identifier: MIT */
/* line_screen.c - everything a game prints; see line_mode.h.  The opening:

       Royal Game of Ur (ur:finkel)
       Light  you
       Dark   medium, level 3 of 6
       Dice: fair. Fingerprint, to check after the game:
       e80fb65ac70384bd8bab0358d60b7cbe96de5b2de7c095e0d8695852e9c673af

   A person's turn fits 60 x 20; a turn of a program is one line, at its end the time that
   the program has left if the game has clocks:

            1   2   3 ...             the board, 8 to 12 lines
        12. Light (you)    Sticks: [□ ■ ■ □] -> 2
             1) 0-2 enter   2) 4-6 capture
       Light> _
        13. Dark (medium)  Sticks: [■ ■ □ □] -> 2  0-2 enter

   The end: Light (you) wins: the last piece is off. */
#include <stdio.h>
#include <string.h>
#include "analyse/analyse.h"
#include "cli/line_mode.h"
#include "core/rules.h"
#include "os/clock.h"
#include "play/play_words.h"
#include "solve/solve.h"
#include "text/move_input.h"
#include "text/utf8.h"

static void ink(const struct line_game *g, enum ink which)
{
    ink_print(g->terminal, which);
}

/* Pads by display columns, because names may contain characters beyond ASCII. */
static void print_padded(const char *s, int columns)
{
    int n = utf8_width(s);
    printf("%s%*s", s, columns > n ? columns - n : 0, "");
}

/* ---- names ---- */

/* The names of both sides take the same number of columns. */
static void print_side(const struct line_game *g, int side)
{
    char name[PLAY_NAME], other[PLAY_NAME];
    play_side_name(&g->play, side, name);
    play_side_name(&g->play, !side, other);
    ink(g, side ? INK_SECOND : INK_FIRST);
    fputs(name, stdout);
    ink(g, INK_PLAIN);
    print_padded("", utf8_width(other) - utf8_width(name));
}

/* ---- the opening ---- */

/* "medium, level 3 of 6, tables", "ai:depth=3, depth 3, 10 s per move", or "you". */
static void print_player(const struct play *p, int player)
{
    const struct player_spec *spec = &p->options->player[player];
    const struct search_limits *limits = &spec->limits;
    if (spec->kind == PLAYER_HUMAN) {
        puts(play_player_name(p->options, player));
        return;
    }
    if (play_level(spec)) {
        printf("%s, level %d of %d", play_level_name(spec), play_level(spec), N_LEVELS);
        puts(limits->tablebase.probe ? ", tables" : "");
        return;
    }
    fputs(spec->name, stdout);
    if (spec->kind != PLAYER_RANDOM && limits->depth)
        printf(", depth %d", limits->depth);
    if (spec->kind != PLAYER_RANDOM)
        printf(", %g s per move", limits->time_ms / 1e3);
    puts(limits->tablebase.probe ? ", tables" : "");
}

/* One line per player.  Before a roll-off (B1) the sides are not known: "First". */
static void print_players(const struct play *p)
{
    bool seated = !lus_game_needs_rolloff(p->game);
    for (int i = 0; i < 2; i++) {
        int side = lus_game_player(p->game, 0) == i ? 0 : 1;
        const char *name = i ? "Second" : "First";
        print_padded(seated ? lus_side_name(p->rules, side) : name,
                     side_columns(p->rules) + 1);
        print_player(p, i);
    }
}

/* The SHA-256 of seed and nonce in hex, in two lines if the window is narrow. */
static void print_commitment(const struct dice *d)
{
    char hex[DICE_HEX];
    dice_commitment(d, hex);
    int line = terminal_columns() < DICE_HEX ? DICE_HEX / 2 : DICE_HEX;
    printf("Dice: fair. Fingerprint, to check after the game:\n%.*s\n", line, hex);
    if (line < DICE_HEX)
        puts(hex + line);
}

/* "Clock: 5 minutes each, 3 seconds more per move"; in a resumed game also what is left. */
static void print_clock(const struct play *p)
{
    const struct time_control *c = &p->clock.control;
    char left[2][GAME_CLOCK_TEXT];
    bool minutes = c->base_ms % 6000 == 0;
    if (!game_clock_used(&p->clock))
        return;
    printf("Clock: %g %s each", c->base_ms / (minutes ? 6e4 : 1e3),
           minutes ? "minutes" : "seconds");
    if (c->increment_ms)
        printf(", %g seconds more per move", c->increment_ms / 1e3);
    putchar('\n');
    if (!lus_game_plies(p->game))
        return;
    for (int side = 0; side < 2; side++)
        game_clock_format(play_time_left(p, side), left[side]);
    printf("Time left: %s %s, %s %s\n", lus_side_name(p->rules, 0), left[0],
           lus_side_name(p->rules, 1), left[1]);
}

/* The fingerprint is printed before the first throw: that is what makes the dice fair. */
void screen_opening(const struct line_game *g)
{
    const struct play *p = &g->play;
    ink(g, INK_BOLD);
    printf("%s", lus_rules_title(p->rules));
    ink(g, INK_PLAIN);
    printf(" (%s)\n", lus_rules_name(p->rules));
    print_players(p);
    if (p->throws.kind == THROWS_FAIR)
        print_commitment(&p->throws.dice);
    print_clock(p);
    if (play_has_human(p->options))
        puts("Type a move or its number. Type 'help' for all commands.");
    if (lus_game_plies(p->game))
        printf("Resumed at ply %d.\n", lus_game_plies(p->game) + 1);
}

/* ---- throws ---- */

/* "Sticks: [□ ■ ■ □] -> 2": the faces of all sticks and the throw they make. */
static void print_sticks(const struct line_game *g)
{
    const struct play *p = &g->play;
    fputs("Sticks: [", stdout);
    for (int i = 0; i < p->rules->dice.sticks; i++) {
        bool marked = p->faces >> i & 1;
        const char *sign = marked ? "#" : ".";
        if (g->terminal->look.unicode)
            sign = marked ? "■" : "□";
        printf("%s%s", i ? " " : "", sign);
    }
    printf("] -> %d", p->throw);
}

/* "Second (medium)   Sticks: [. . # .] -> 1  owns Dark, throws again" (B1).  The rule is
   printed before the first throw. */
void screen_rolloff(void *arg, const struct play *p, int player)
{
    char name[PLAY_NAME];
    const lus_rules *r = p->rules;
    const char *winner = lus_side_name(r, r->dice.rolloff_winner);
    if (lus_game_rolloffs(p->game) == 1)
        printf("\nRoll-off: the first player to throw a %d owns %s.\n", r->dice.rolloff,
               winner);
    snprintf(name, sizeof name, "%s (%s)", player ? "Second" : "First",
             play_player_name(p->options, player));
    print_padded(name, 18);
    print_sticks(arg);
    if (p->throw == r->dice.rolloff)
        printf("  owns %s, throws again", winner);
    putchar('\n');
}

/* ---- turns ---- */

/* The last move is marked on the board, with the side that made it. */
void screen_board(const struct line_game *g)
{
    const struct play *p = &g->play;
    char board[LUS_MAX_BOARD];
    lus_look look = g->terminal->look;
    int plies = lus_game_plies(p->game);
    if (plies) {
        look.last = lus_game_move_at(p->game, plies - 1);
        look.last_side = lus_side(lus_game_pos_at(p->game, plies - 1));
    }
    lus_draw(p->rules, lus_game_pos(p->game), &look, board);
    putchar('\n');
    board_print(g->terminal, board);
}

/* " 12. Light (you)  Sticks: [□ ■ ■ □] -> 2" */
static void print_turn(const struct line_game *g)
{
    const struct play *p = &g->play;
    printf("%3d. ", lus_game_plies(p->game) + 1);
    print_side(g, lus_side(lus_game_pos(p->game)));
    if (lus_has_dice(p->rules)) {
        fputs("  ", stdout);
        print_sticks(g);
    }
}

/* The list of moves is printed last, nearest to the prompt. */
void screen_turn(const struct line_game *g)
{
    screen_board(g);
    print_turn(g);
    putchar('\n');
    screen_moves(g);
}

/* The list in as many columns as fit. */
void screen_moves(const struct line_game *g)
{
    char text[MAX_ENTRY];
    int widest = 0, room = terminal_columns() - 3, n = g->play.n_moves;
    for (int i = 0; i < n; i++) {
        int length = screen_entry(g, i, text);
        widest = length > widest ? length : widest;
    }
    int across = room / (widest + 2) > 1 ? room / (widest + 2) : 1;
    for (int i = 0; i < n; i++) {
        bool last = i % across == across - 1 || i == n - 1;
        screen_entry(g, i, text);
        printf("%s%-*s%s", i % across ? "  " : "     ", last ? 0 : widest, text,
               last ? "\n" : "");
    }
}

/* "enter", "capture", ...: what move i of the list does. */
static const char *kind_of(const struct play *p, int i)
{
    return lus_move_kind(p->rules, lus_game_pos(p->game), p->throw, p->moves[i]);
}

/* Without dice, a word that is the same for every move of the list is left out. */
static bool shows_kinds(const struct play *p)
{
    for (int i = 1; i < p->n_moves; i++)
        if (strcmp(kind_of(p, 0), kind_of(p, i)) != 0)
            return true;
    return lus_has_dice(p->rules) || p->n_moves == 1;
}

/* The number is what a person types for the move (text/move_input.h). */
int screen_entry(const struct line_game *g, int i, char out[MAX_ENTRY])
{
    const struct play *p = &g->play;
    char text[LUS_MAX_TEXT];
    bool kinds = shows_kinds(p);
    lus_move_format(p->rules, lus_game_pos(p->game), p->moves[i], text);
    return snprintf(out, MAX_ENTRY, "%2d) %s%s%s",
                    move_input_label(p->rules, p->moves, i), text, kinds ? " " : "",
                    kinds ? kind_of(p, i) : "");
}

/* The name of the side has its colour, as on the board. */
void screen_prompt(const struct line_game *g, const char *enter, char prompt[MAX_PROMPT])
{
    struct text t = text_on(prompt, MAX_PROMPT);
    char left[GAME_CLOCK_TEXT];
    int side = lus_side(lus_game_pos(g->play.game));
    text_ink(&t, &g->terminal->look, side ? INK_SECOND : INK_FIRST);
    text_str(&t, lus_side_name(g->play.rules, side));
    text_ink(&t, &g->terminal->look, INK_PLAIN);
    if (game_clock_used(&g->play.clock)) {
        game_clock_format(play_time_left(&g->play, side), left);
        text_char(&t, ' ');
        text_str(&t, left);
    }
    if (enter) {
        text_str(&t, " (Enter: ");
        text_str(&t, enter);
        text_char(&t, ')');
    }
    text_str(&t, "> ");
}

/* ---- moves of programs ---- */

/* Says once that tablebases decide the moves from here on, and once that they no longer
   do: a block is damaged, or the table covers only the beginning of the game. */
static void print_tablebase(struct line_game *g, const struct player_spec *spec,
                            const struct search_report *report)
{
    const struct solver *solver = solver_of(g->play.rules);
    bool partial = solver && solver->first_layer_proved;
    bool searched = player_uses_tables(spec) && report->depth && !report->exact;
    bool begins = g->tablebase == TABLEBASE_UNUSED && report->exact && !report->proved;
    if (!begins && !(g->tablebase == TABLEBASE_USED && searched))
        return;
    ink(g, INK_FAINT);
    if (begins)
        printf("     perfect (table)%s\n", partial ? "" : " from here on");
    else
        printf("     searched: %s\n",
               partial ? "the table ends here" : "a table is damaged");
    ink(g, INK_PLAIN);
    g->tablebase = begins ? TABLEBASE_USED : TABLEBASE_LEFT;
}

/* -v: the value of the move, and how it was found. */
static void print_search(const struct play *p, const struct player_choice *c)
{
    const struct search_report *report = &c->report;
    struct analysis scale = {.rules = p->rules, .depth = report->depth};
    char value[LUS_MAX_TEXT];
    struct text t = text_on(value, sizeof value);
    if (!report->depth && !report->exact) {
        printf("     %s\n", report->how);
        return;
    }
    scale.unit = report->classic          ? UNIT_POINTS
                 : p->rules->score_counts ? UNIT_STONES
                                          : UNIT_WIN;
    text_value(&t, &scale, report->moves[c->index].value);
    if (report->exact) {
        printf("     %s, %s, %.1f ms\n", value, report->how, report->time_ms);
        return;
    }
    printf("     %s, %s, depth %d, %.1f ms, MAX %ju MIN %ju CHANCE %ju\n", value,
           report->how, report->depth, report->time_ms, (uintmax_t)report->stats.nodes[0],
           (uintmax_t)report->stats.nodes[1], (uintmax_t)report->stats.chance);
}

/* The turn is printed as soon as the program begins to think; screen_move completes it. */
void screen_thinking(void *arg, const struct play *p)
{
    struct line_game *g = arg;
    (void)p;
    if (!g->terminal->interactive)
        return;
    print_turn(g);
    fputs("  thinking...", stdout);
    fflush(stdout);
}

/* On a terminal the moves of programs appear at a pace a person can follow. */
static void pause_after_move(const struct line_game *g)
{
    enum { PACE_MS = 300, PACE_WATCH_MS = 700 };
    int pace = g->options->pace_ms;
    if (!g->terminal->interactive)
        return;
    if (pace < 0)
        pace = play_has_human(g->play.options) ? PACE_MS : PACE_WATCH_MS;
    fflush(stdout);
    clock_sleep(pace);
}

/* "  4:58": what a side has left. */
static void print_left(const struct play *p, int side)
{
    char left[GAME_CLOCK_TEXT];
    if (!game_clock_used(&p->clock))
        return;
    game_clock_format(play_time_left(p, side), left);
    printf("  %s", left);
}

/* Called before the move is played: p->game still has the position before it. */
void screen_move(void *arg, const struct play *p, lus_move m,
                 const struct player_choice *c)
{
    struct line_game *g = arg;
    const lus_pos *pos = lus_game_pos(p->game);
    char text[LUS_MAX_TEXT];
    if (c && g->terminal->interactive)
        printf("\r%*s\r", terminal_columns() - 1, ""); /* screen_thinking */
    print_turn(g);
    lus_move_format(p->rules, pos, m, text);
    if (!c) {
        printf("  %s: no legal move\n", text);
        pause_after_move(g);
        return;
    }
    printf("  %s %s", text, lus_move_kind(p->rules, pos, p->throw, m));
    print_left(p, lus_side(pos));
    putchar('\n');
    pause_after_move(g);
    const struct player_spec *spec =
        &p->options->player[lus_game_player(p->game, lus_side(pos))];
    if (spec->kind != PLAYER_GREEDY && spec->kind != PLAYER_AI)
        return;
    if (g->options->verbose)
        print_search(p, c);
    else
        print_tablebase(g, spec, &c->report);
}

/* The last lines of the dialogue show the user what the program answered. */
void screen_fault(void *arg, const struct play *p, int player)
{
    const struct agent *agent = p->player[player].agent;
    const char *lines = agent_last_lines(agent);
    (void)arg;
    print_failure("%s: %s%s%s", p->options->player[player].name,
                  agent_fault_name[agent_fault(agent)], agent_lines_heading(lines),
                  lines);
}

/* ---- the end ---- */

/* The seed is revealed here: with it the throws can be checked against the fingerprint. */
void screen_end(const struct line_game *g)
{
    const struct play *p = &g->play;
    char result[PLAY_RESULT];
    const char *reason = play_result(p, result);
    screen_board(g);
    ink(g, INK_BOLD);
    fputs(result, stdout);
    ink(g, INK_PLAIN);
    printf(": %s.\n", reason);
    if (p->throws.kind == THROWS_FAIR)
        printf("Dice seed: %s\n", p->throws.dice.seed);
}
