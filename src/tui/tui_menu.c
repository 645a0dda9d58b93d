/* SPDX-License-Identifier: MIT */
/* tui_menu.c - the menu of a game, and the help: see tui_internal.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "play/settings.h"
#include "play/tutor.h"
#include "tui/tui_internal.h"

/* In groups: choosing a move, help, taking back, settings, leaving. */
void tui_show_help(struct tui *t)
{
    static const char *const lines[] = {
        "arrows, h j k l   move the cursor",
        "Enter, Space      choose a piece, then its target",
        "Tab, Shift-Tab    next, previous piece that can move",
        "0 to 9            play the move with this number",
        "Esc               choose another piece",
        "mouse             click a piece, a target, a move of",
        "                  the list, or the sticks to throw",
        "i                 hint: values of all moves",
        "u   r             take back your move; play it again",
        "c                 coach: warn before bad moves",
        "v   t             value bar; next theme",
        "m                 menu: new game, level, sides, rules",
        "q                 save the game and quit",
        "Ctrl-Z  Ctrl-L    suspend; draw again",
        "",
        "> < can move   * * chosen   + + target   - - last move",
        NULL,
    };
    tui_dialog_text(t, "Keys", lines);
}

/* Without colours there is only one. */
void tui_next_theme(void)
{
    enum tui_theme before = canvas_theme();
    canvas_set_theme((before + 1) % N_THEMES);
    if (canvas_theme() != before) /* not without colours */
        settings_set("theme", canvas_theme_name(canvas_theme()));
}

/* A name of another version is ignored. */
void tui_remembered_theme(void)
{
    char name[SETTING_BYTES];
    if (!settings_get("theme", name))
        return;
    for (int i = 0; i < N_THEMES; i++)
        if (!strcmp(name, canvas_theme_name((enum tui_theme)i)))
            canvas_set_theme((enum tui_theme)i);
}

/* The coach: off, blunders, mistakes, inaccuracies, off, ... */
void tui_next_coach(struct tui *t)
{
    struct play *p = t->play;
    int threshold = 0;
    const char *text = "off";
    for (int i = VERDICT_INACCURACY; i <= VERDICT_BLUNDER; i++) {
        int next = tutor_verdict_threshold(p->rules, (enum move_verdict)i);
        if ((!p->tutor && i == VERDICT_BLUNDER) || (p->tutor && next < p->tutor)) {
            threshold = next;
            text = verdict_name((enum move_verdict)i);
        }
    }
    p->tutor = threshold;
    if (threshold)
        tui_set_note(t, false, "The coach warns before every %s, and before worse.",
                     text);
    else
        tui_set_note(t, false, "The coach is off.");
}

/* The page of `lusoria rules`, in a box that scrolls. */
static void show_rules(struct tui *t)
{
    int columns = canvas_columns() > 80 ? 72 : canvas_columns() - 8;
    char *text = t->options.rules_page
                     ? t->options.rules_page(t->options.arg, t->rules, columns)
                     : NULL;
    if (text)
        tui_message(t, lus_rules_name(t->rules), text);
    free(text);
}

/* A new game, if the person chooses one; the game at hand stays saved. */
static enum play_step ask_new_game(struct tui *t)
{
    struct tui_request request = {.kind = TUI_NEW_GAME};
    if (!tui_ask_game(t, &request))
        return PLAY_AGAIN;
    t->next = request;
    return PLAY_QUIT;
}

/* ---- other players ---- */

/* The new players take over; the turn begins again with the same throw. */
static enum play_step change_players(struct tui *t)
{
    t->play->status = play_change_players(t->play);
    return t->play->status < 0 ? PLAY_FAILED : PLAY_ON;
}

/* The opponent of the person, or the second player. */
static const struct player_spec *opponent(const struct tui *t)
{
    const struct player_spec *player = t->play->options->player;
    return &player[player[0].kind == PLAYER_HUMAN];
}

/* A list of all levels; the current one is chosen at first. */
static enum play_step choose_level(struct tui *t)
{
    const char *names[N_LEVELS];
    const char *now = opponent(t)->name;
    int initial = 0;
    for (int i = 0; i < N_LEVELS; i++) {
        names[i] = tui_level_name(t, t->rules, i + 1);
        if (!strncmp(now, "ai:", 3) && !strcmp(now + 3, names[i]))
            initial = i;
    }
    if (!t->options.set_level || opponent(t)->kind != PLAYER_AI) {
        tui_set_note(t, true, "The opponent is not a level of the program.");
        return PLAY_AGAIN;
    }
    int level = tui_dialog_list(t, "Opponent", names, N_LEVELS, initial) + 1;
    if (!level || !t->options.set_level(t->options.arg, level))
        return PLAY_AGAIN;
    return change_players(t);
}

/* The person takes the other side in this position. */
static enum play_step swap_sides(struct tui *t)
{
    if (t->options.swap_players && t->options.swap_players(t->options.arg))
        return change_players(t);
    tui_set_note(t, true, "The sides cannot be exchanged with an external program.");
    return PLAY_AGAIN;
}

/* ---- the menu ---- */

/* "Opponent: medium". */
static void write_opponent(const struct tui *t, char text[64])
{
    const char *name = opponent(t)->name;
    snprintf(text, 64, "Opponent: %.40s", strncmp(name, "ai:", 3) ? name : name + 3);
}

/* The entries, from top to bottom. */
enum {
    CONTINUE,
    NEW,
    THROWS,
    COACH,
    LEVEL, /* of the opponent */
    SWAP,
    VALUE,
    THEME,
    RULES,
    HELP,
    RESIGN,
    QUIT,
    N_ENTRIES
};

/* The entry that the person chooses, or -1; games without dice have no entry for throws. */
static int choose_entry(struct tui *t, const char *const names[N_ENTRIES])
{
    const char *shown[N_ENTRIES];
    int entry[N_ENTRIES], n = 0;
    for (int i = 0; i < N_ENTRIES; i++)
        if (i != THROWS || lus_has_dice(t->rules)) {
            entry[n] = i;
            shown[n++] = names[i];
        }
    int chosen = tui_dialog_list(t, "Menu", shown, n, CONTINUE);
    /* cppcheck-suppress uninitvar ; chosen < n */
    return chosen < 0 ? -1 : entry[chosen];
}

/* The entries show the current settings; choosing one of them changes it. */
enum play_step tui_run_menu(struct tui *t)
{
    char value[40], theme[40], coach[40], throws[48], level[64];
    snprintf(value, sizeof value, "Value bar: %s", t->show_value ? "shown" : "hidden");
    snprintf(theme, sizeof theme, "Theme: %s", canvas_theme_name(canvas_theme()));
    snprintf(coach, sizeof coach, "Coach: %s", t->play->tutor ? "on" : "off");
    snprintf(throws, sizeof throws, "Throws: %s",
             t->auto_throw ? "automatic" : "by hand");
    write_opponent(t, level);
    const char *const names[N_ENTRIES] = {
        "Continue", "New game...", throws,  coach,  level,    "Swap sides",
        value,      theme,         "Rules", "Keys", "Resign", "Save and quit"};
    switch (choose_entry(t, names)) {
    case NEW:
        return ask_new_game(t);
    case THROWS:
        t->auto_throw = !t->auto_throw;
        break;
    case COACH:
        tui_next_coach(t);
        break;
    case LEVEL:
        return choose_level(t);
    case SWAP:
        return swap_sides(t);
    case VALUE:
        t->show_value = !t->show_value;
        break;
    case THEME:
        tui_next_theme();
        break;
    case RULES:
        show_rules(t);
        break;
    case HELP:
        tui_show_help(t);
        break;
    case RESIGN:
        if (tui_dialog_yes(t, "Resign", "Do you want to resign this game?"))
            return play_resign(t->play);
        break;
    case QUIT:
        return PLAY_QUIT;
    }
    return PLAY_AGAIN;
}
