/* SPDX-License-Identifier: MIT */
/* tui_themes.c - the colours of the themes: see tui_themes.h.

   256-colour numbers are those of xterm: 16 to 231 are a cube of 6 x 6 x 6, 232 to 255 are
   greys.  Terminals with 8 colours get the second pair. */
#include "tui/tui_themes.h"

#define BLACK   0
#define RED     1
#define GREEN   2
#define YELLOW  3
#define BLUE    4
#define MAGENTA 5
#define CYAN    6
#define WHITE   7

/* Text and ground of 256 colours, of 8 colours, attributes. */
static const struct tui_colors dark[N_ROLES] = {
    [ROLE_TEXT] = {252, 234, WHITE, BLACK, 0},
    [ROLE_FAINT] = {244, 234, WHITE, BLACK, 0},
    [ROLE_STRONG] = {231, 234, WHITE, BLACK, LOOK_BOLD},
    [ROLE_TITLE] = {230, 24, WHITE, BLUE, LOOK_BOLD},
    [ROLE_STATUS] = {231, 238, WHITE, BLACK, LOOK_BOLD},
    [ROLE_KEYS] = {248, 236, BLACK, WHITE, 0},
    [ROLE_TILE] = {236, 180, BLACK, YELLOW, 0},
    [ROLE_TILE_ODD] = {234, 137, BLACK, CYAN, 0},
    [ROLE_TILE_SIGN] = {222, 25, WHITE, BLUE, LOOK_BOLD},
    [ROLE_TRAY] = {250, 236, WHITE, BLACK, 0},
    [ROLE_MOVABLE] = {231, 30, WHITE, CYAN, LOOK_BOLD},
    [ROLE_SELECTED] = {16, 214, BLACK, YELLOW, LOOK_BOLD},
    [ROLE_TARGET] = {16, 113, BLACK, GREEN, LOOK_BOLD},
    [ROLE_LAST] = {231, 97, WHITE, MAGENTA, 0},
    [ROLE_CURSOR] = {16, 231, BLACK, WHITE, LOOK_BOLD},
    [ROLE_FIRST] = {16, 230, BLACK, WHITE, LOOK_BOLD},
    [ROLE_SECOND] = {231, 16, WHITE, BLACK, LOOK_BOLD},
    [ROLE_STONES] = {231, 95, WHITE, RED, LOOK_BOLD},
    [ROLE_BAR_FIRST] = {16, 230, BLACK, WHITE, 0},
    [ROLE_BAR_SECOND] = {250, 16, WHITE, BLACK, 0},
    [ROLE_GOOD] = {114, 234, GREEN, BLACK, LOOK_BOLD},
    [ROLE_BAD] = {210, 234, RED, BLACK, LOOK_BOLD},
    [ROLE_BOX] = {254, 237, WHITE, BLUE, 0},
    [ROLE_CHOICE] = {16, 215, BLACK, YELLOW, LOOK_BOLD},
};

static const struct tui_colors light[N_ROLES] = {
    [ROLE_TEXT] = {236, 255, BLACK, WHITE, 0},
    [ROLE_FAINT] = {243, 255, BLACK, WHITE, 0},
    [ROLE_STRONG] = {16, 255, BLACK, WHITE, LOOK_BOLD},
    [ROLE_TITLE] = {231, 25, WHITE, BLUE, LOOK_BOLD},
    [ROLE_STATUS] = {16, 252, BLACK, CYAN, LOOK_BOLD},
    [ROLE_KEYS] = {238, 253, WHITE, BLUE, 0},
    [ROLE_TILE] = {94, 223, BLACK, YELLOW, 0},
    [ROLE_TILE_ODD] = {94, 230, BLACK, CYAN, 0},
    [ROLE_TILE_SIGN] = {16, 117, WHITE, BLUE, LOOK_BOLD},
    [ROLE_TRAY] = {238, 251, BLACK, WHITE, 0},
    [ROLE_MOVABLE] = {16, 152, BLACK, CYAN, LOOK_BOLD},
    [ROLE_SELECTED] = {16, 214, BLACK, YELLOW, LOOK_BOLD},
    [ROLE_TARGET] = {16, 113, BLACK, GREEN, LOOK_BOLD},
    [ROLE_LAST] = {16, 183, WHITE, MAGENTA, 0},
    [ROLE_CURSOR] = {231, 16, WHITE, BLACK, LOOK_BOLD},
    [ROLE_FIRST] = {16, 231, BLACK, WHITE, LOOK_BOLD},
    [ROLE_SECOND] = {231, 52, WHITE, RED, LOOK_BOLD},
    [ROLE_STONES] = {16, 180, BLACK, YELLOW, LOOK_BOLD},
    [ROLE_BAR_FIRST] = {16, 231, BLACK, WHITE, 0},
    [ROLE_BAR_SECOND] = {231, 52, WHITE, RED, 0},
    [ROLE_GOOD] = {22, 255, GREEN, WHITE, LOOK_BOLD},
    [ROLE_BAD] = {124, 255, RED, WHITE, LOOK_BOLD},
    [ROLE_BOX] = {16, 254, BLACK, CYAN, 0},
    [ROLE_CHOICE] = {231, 25, WHITE, BLUE, LOOK_BOLD},
};

/* Black, white and yellow with lines: every pair has a contrast of at least 7 to 1. */
static const struct tui_colors contrast[N_ROLES] = {
    [ROLE_TEXT] = {231, 16, WHITE, BLACK, 0},
    [ROLE_FAINT] = {252, 16, WHITE, BLACK, 0},
    [ROLE_STRONG] = {226, 16, YELLOW, BLACK, LOOK_BOLD},
    [ROLE_TITLE] = {16, 231, BLACK, WHITE, LOOK_BOLD},
    [ROLE_STATUS] = {16, 226, BLACK, YELLOW, LOOK_BOLD},
    [ROLE_KEYS] = {16, 231, BLACK, WHITE, 0},
    [ROLE_TILE] = {231, 16, WHITE, BLACK, 0},
    [ROLE_TILE_ODD] = {231, 16, WHITE, BLACK, 0},
    [ROLE_TILE_SIGN] = {226, 16, YELLOW, BLACK, LOOK_BOLD},
    [ROLE_TRAY] = {231, 16, WHITE, BLACK, 0},
    [ROLE_MOVABLE] = {123, 16, CYAN, BLACK, LOOK_BOLD},
    [ROLE_SELECTED] = {16, 226, BLACK, YELLOW, LOOK_BOLD},
    [ROLE_TARGET] = {16, 120, BLACK, GREEN, LOOK_BOLD},
    [ROLE_LAST] = {219, 16, MAGENTA, BLACK, LOOK_BOLD},
    [ROLE_CURSOR] = {16, 231, BLACK, WHITE, LOOK_BOLD},
    [ROLE_FIRST] = {16, 231, BLACK, WHITE, LOOK_BOLD},
    [ROLE_SECOND] = {226, 16, YELLOW, BLACK, LOOK_BOLD},
    [ROLE_STONES] = {226, 16, YELLOW, BLACK, LOOK_BOLD},
    [ROLE_BAR_FIRST] = {16, 231, BLACK, WHITE, 0},
    [ROLE_BAR_SECOND] = {226, 16, YELLOW, BLACK, 0},
    [ROLE_GOOD] = {120, 16, GREEN, BLACK, LOOK_BOLD},
    [ROLE_BAD] = {217, 16, RED, BLACK, LOOK_BOLD},
    [ROLE_BOX] = {231, 16, WHITE, BLACK, 0},
    [ROLE_CHOICE] = {16, 226, BLACK, YELLOW, LOOK_BOLD},
};

/* Without colours: only attributes, and shapes, which all themes have. */
static const struct tui_colors mono[N_ROLES] = {
    [ROLE_STRONG] = {.look = LOOK_BOLD},      [ROLE_TITLE] = {.look = LOOK_REVERSE},
    [ROLE_STATUS] = {.look = LOOK_BOLD},      [ROLE_KEYS] = {.look = LOOK_REVERSE},
    [ROLE_TILE_SIGN] = {.look = LOOK_BOLD},   [ROLE_MOVABLE] = {.look = LOOK_BOLD},
    [ROLE_SELECTED] = {.look = LOOK_REVERSE}, [ROLE_TARGET] = {.look = LOOK_BOLD},
    [ROLE_CURSOR] = {.look = LOOK_BOLD},      [ROLE_SECOND] = {.look = LOOK_REVERSE},
    [ROLE_BAR_FIRST] = {.look = LOOK_BOLD},   [ROLE_CHOICE] = {.look = LOOK_REVERSE},
};

static const struct tui_theme_info themes[N_THEMES] = {
    [THEME_DARK] = {"dark", dark, false},
    [THEME_LIGHT] = {"light", light, false},
    [THEME_CONTRAST] = {"contrast", contrast, true},
    [THEME_MONO] = {"mono", mono, true},
};

const struct tui_theme_info *theme_info(enum tui_theme theme)
{
    return &themes[theme];
}
