/* SPDX-License-Identifier: MIT */
/* show.c - everything a game puts on the screen.  A person's turn fits 60 x 20:

            1   2   3 ...             the board, 8 to 12 lines
       12. Light (you)   Sticks: [□ ■ ■ □] -> 2
            1) 0-2 enter    2) 4-6 capture
       Light> _                                                                   */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/analysis.h"
#include "cli/play.h"
#include "os/clock.h"
#include "text/move_input.h"

static void ink(const struct play *p, enum ink which)
{
    ink_print(&p->terminal, which);
}

/* Characters of a UTF-8 text: every byte but the continuing ones. */
static int width(const char *s)
{
    int n = 0;
    for (; *s; s++)
        n += ((unsigned char)*s & 0xc0) != 0x80;
    return n;
}

static void print_padded(const char *s, int columns)
{
    printf("%s%*s", s, columns > width(s) ? columns - width(s) : 0, "");
}

/* ---- names ---- */

static const char *player_name(const struct play *p, int player)
{
    static const char *const seat[] = {"player 1", "player 2"};
    const struct player_spec *who = p->setup->player;
    if (who[player].kind == PLAYER_HUMAN)
        return who[!player].kind == PLAYER_HUMAN ? seat[player] : "you";
    enum player_kind kind = who[player].kind;
    return kind == PLAYER_RANDOM ? "random" : kind == PLAYER_EXEC ? "program" : "ai";
}

void show_name(const struct play *p, int side, char name[64])
{
    snprintf(name, 64, "%s (%s)", lus_side_name(p->rules, side),
             player_name(p, lus_game_player(p->game, side)));
}

/* The names of both sides take the same room. */
static void print_name(const struct play *p, int side)
{
    char name[64], other[64];
    show_name(p, side, name);
    show_name(p, !side, other);
    ink(p, side ? INK_SECOND : INK_FIRST);
    fputs(name, stdout);
    ink(p, INK_PLAIN);
    printf("%*s", width(other) > width(name) ? width(other) - width(name) : 0, "");
}

/* ---- the opening ---- */

static void print_player(const struct play *p, int player)
{
    const struct player_spec *who = &p->setup->player[player];
    const struct search_limits *limits = &who->limits;
    const char *title = NULL;
    if (who->kind != PLAYER_HUMAN && !strncmp(who->name, "ai:", 3))
        title = level_title(level_number(who->name + 3));
    fputs(who->kind == PLAYER_HUMAN ? player_name(p, player) : who->name, stdout);
    if (title)
        printf(", %s", title);
    if (who->kind != PLAYER_HUMAN && who->kind != PLAYER_RANDOM) {
        if (limits->depth)
            printf(", depth %d", limits->depth);
        printf(", %g s a move", limits->time_ms / 1e3);
    }
    if (who->kind != PLAYER_HUMAN && p->setup->limits.tablebase.probe &&
        player_uses_tables(who))
        fputs(", tables", stdout);
    putchar('\n');
}

void show_opening(const struct play *p)
{
    bool seated = !lus_game_needs_rolloff(p->game);
    ink(p, INK_BOLD);
    printf("%s", lus_rules_title(p->rules));
    ink(p, INK_PLAIN);
    printf(" (%s)\n", lus_rules_name(p->rules));
    for (int i = 0; i < 2; i++) {
        int side = lus_game_player(p->game, 0) == i ? 0 : 1;
        print_padded(seated ? lus_side_name(p->rules, side)
                     : i    ? "Second"
                            : "First",
                     side_columns(p->rules) + 1);
        print_player(p, i);
    }
    if (p->throws.kind == THROWS_FAIR) {
        char hex[DICE_HEX];
        dice_commitment(&p->throws.dice, hex);
        int line = terminal_columns() < DICE_HEX ? DICE_HEX / 2 : DICE_HEX;
        printf("Dice   a seed you see at the end; SHA-256 of it and nonce %s:\n%.*s\n",
               p->throws.dice.nonce, line, hex);
        if (line < DICE_HEX)
            puts(hex + line);
    }
    if (p->setup->player[0].kind == PLAYER_HUMAN ||
        p->setup->player[1].kind == PLAYER_HUMAN)
        puts("Type a move or its number; 'help' tells the rest.");
    if (lus_game_plies(p->game))
        printf("Going on after %d plies.\n", lus_game_plies(p->game));
}

/* ---- throws ---- */

static void print_sticks(const struct play *p)
{
    fputs("Sticks: [", stdout);
    for (int i = 0; i < p->rules->dice.sticks; i++) {
        bool marked = p->faces >> i & 1;
        const char *sign = marked ? "#" : ".";
        if (p->terminal.look.unicode)
            sign = marked ? "■" : "□";
        printf("%s%s", i ? " " : "", sign);
    }
    printf("] -> %d", p->throw);
}

void show_rolloff(const struct play *p, int player)
{
    char name[64];
    const lus_rules *r = p->rules;
    if (lus_game_rolloffs(p->game) == 1)
        printf("\nRoll-off: the first to throw a %d owns %s.\n", r->dice.rolloff,
               r->side_name[r->dice.rolloff_winner]);
    snprintf(name, sizeof name, "%s (%s)", player ? "Second" : "First",
             player_name(p, player));
    print_padded(name, 18);
    print_sticks(p);
    if (p->throw == r->dice.rolloff)
        printf("  owns %s, throws again", r->side_name[r->dice.rolloff_winner]);
    putchar('\n');
}

/* ---- turns ---- */

void show_board(const struct play *p)
{
    char board[LUS_MAX_BOARD];
    lus_look look = p->terminal.look;
    int plies = lus_game_plies(p->game);
    if (plies) {
        look.last = lus_game_move_at(p->game, plies - 1);
        look.last_side = lus_side(lus_game_pos_at(p->game, plies - 1));
    }
    lus_draw(p->rules, lus_game_pos(p->game), &look, board);
    putchar('\n');
    board_print(&p->terminal, board);
}

static void print_turn(const struct play *p)
{
    printf("%3d. ", lus_game_plies(p->game) + 1);
    print_name(p, lus_side(lus_game_pos(p->game)));
    if (p->rules->dice.sticks) {
        fputs("  ", stdout);
        print_sticks(p);
    }
}

void show_turn(const struct play *p)
{
    show_board(p);
    print_turn(p);
    putchar('\n');
    show_moves(p);
}

void show_ply(const struct play *p, lus_move m)
{
    char text[LUS_MAX_TEXT];
    const lus_pos *pos = lus_game_pos(p->game);
    print_turn(p);
    lus_move_format(p->rules, pos, m, text);
    if (m == LUS_PASS)
        printf("  %s: no legal move\n", text);
    else
        printf("  %s %s\n", text, lus_move_kind(p->rules, pos, p->throw, m));
}

/* The list in as many columns as fit. */
void show_moves(const struct play *p)
{
    char text[MAX_ENTRY];
    int widest = 0, room = terminal_columns() - 3, n = p->n_moves;
    for (int i = 0; i < n; i++) {
        int length = show_entry(p, i, text);
        widest = length > widest ? length : widest;
    }
    int across = room / (widest + 2) > 1 ? room / (widest + 2) : 1;
    for (int i = 0; i < n; i++) {
        bool last = i % across == across - 1 || i == n - 1;
        show_entry(p, i, text);
        printf("%s%-*s%s", i % across ? "  " : "     ", last ? 0 : widest, text,
               last ? "\n" : "");
    }
}

/* Without dice, a word that is the same for every move of the list says nothing. */
static bool kinds_differ(const struct play *p)
{
    const lus_pos *pos = lus_game_pos(p->game);
    const char *first = lus_move_kind(p->rules, pos, p->throw, p->moves[0]);
    for (int i = 1; i < p->n_moves; i++)
        if (strcmp(first, lus_move_kind(p->rules, pos, p->throw, p->moves[i])) != 0)
            return true;
    return p->rules->dice.sticks || p->n_moves == 1;
}

/* " 1) 4-6 capture" */
int show_entry(const struct play *p, int i, char out[MAX_ENTRY])
{
    char text[LUS_MAX_TEXT];
    const lus_pos *pos = lus_game_pos(p->game);
    bool kinds = kinds_differ(p);
    lus_move_format(p->rules, pos, p->moves[i], text);
    return snprintf(out, MAX_ENTRY, "%2d) %s%s%s",
                    move_input_label(p->rules, p->moves, i), text, kinds ? " " : "",
                    kinds ? lus_move_kind(p->rules, pos, p->throw, p->moves[i]) : "");
}

void show_prompt(const struct play *p, const char *enter, char prompt[MAX_PROMPT])
{
    struct text t = text_on(prompt, MAX_PROMPT);
    int side = lus_side(lus_game_pos(p->game));
    text_ink(&t, &p->terminal.look, side ? INK_SECOND : INK_FIRST);
    text_str(&t, lus_side_name(p->rules, side));
    text_ink(&t, &p->terminal.look, INK_PLAIN);
    if (enter) {
        text_str(&t, " (Enter: ");
        text_str(&t, enter);
        text_char(&t, ')');
    }
    text_str(&t, "> ");
}

/* ---- the program's thoughts ---- */

/* A move that was searched; an only move is played without a look at anything. */
static bool is_searched(const struct player_spec *who, const struct search_report *report)
{
    return player_uses_tables(who) && report->depth && !report->exact;
}

void show_perfect(struct play *p, const struct player_spec *who,
                  const struct search_report *report)
{
    bool begins = p->perfect == PERFECT_UNSAID && report->exact;
    bool breaks = p->perfect == PERFECT_SAID && is_searched(who, report);
    bool ends = solver_of(p->rules) && solver_of(p->rules)->first_layer_proved;
    if (p->setup->verbose || (!begins && !breaks))
        return;
    ink(p, INK_FAINT);
    if (begins)
        printf("     perfect (table)%s\n", ends ? "" : " from here on");
    else
        printf("     searched: %s\n",
               ends ? "the table ends here" : "a table is damaged");
    ink(p, INK_PLAIN);
    p->perfect = begins ? PERFECT_SAID : PERFECT_BROKEN;
}

void show_choice(const struct play *p, const struct player_choice *c)
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

/* ---- the end ---- */

void show_end(const struct play *p)
{
    char name[64];
    lus_end end = lus_game_end(p->game);
    const char *why = end_reason(p->rules, &end);
    if (!end.over) { /* decided by a fault */
        int player = record_result(p->record) == RECORD_FIRST ? 0 : 1;
        end = (lus_end){.winner = lus_game_player(p->game, 0) == player ? 0 : 1};
        why = record_reason(p->record);
    }
    int winner = end.winner < 0 ? 0 : end.winner;
    show_board(p);
    ink(p, INK_BOLD);
    show_name(p, winner, name);
    printf("%s%s", end.winner < 0 ? "A draw" : name, end.winner < 0 ? "" : " wins");
    if (end.reason != LUS_BY_RESIGNATION && (end.score[0] || end.score[1]))
        printf(" %d-%d", end.score[winner], end.score[!winner]);
    ink(p, INK_PLAIN);
    printf(": %s.\n", why ? why : "the game is over");
    if (p->throws.kind == THROWS_FAIR)
        printf("Dice seed: %s\n", p->throws.dice.seed);
}
