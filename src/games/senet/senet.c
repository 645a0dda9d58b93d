/* SPDX-License-Identifier: MIT */
/* senet.c - texts, levels and the classic evaluation of Senet.

   A position text lists the squares 1..30 and the side to throw.  Pieces that are not on
   the board are off, so the text needs no counts; the start of senet:houses:

       WBWBWBWBWBWBWB----------------:W */
#include "games/senet/senet.h"

const struct game_info senet_game = {
    .id = "senet",
    .title = "Senet",
    .sets = senet_rules,
    .n_sets = sizeof senet_rules / sizeof senet_rules[0],
    .symbols = senet_symbols,
};

/* Depth and noise in thousandths of the winning chances; measured in doc/strength.md. */
const struct level houses_levels[N_LEVELS] = {{1, 220}, {1, 90}, {1, 50},
                                              {1, 25},  {2, 10}, {4, 0}};
const struct level blockade_levels[N_LEVELS] = {{1, 110}, {1, 48}, {1, 22},
                                                {2, 11},  {2, 5},  {5, 0}};

const struct level_strength houses_strength = {.inaccuracy = 15000,
                                               .measured = N_LEVELS,
                                               .loss = {6803, 5907, 4715, 3885, 2261, 26},
                                               .score = {620, 645, 682, 702, 695, 768}};
const struct level_strength blockade_strength = {
    .inaccuracy = 14000,
    .measured = N_LEVELS - 1,
    .loss = {9879, 7133, 4590, 2384, 1275, 0},
    .score = {588, 578, 637, 658, 590, 650}};

void senet_score(const lus_rules *r, const lus_pos *p, int score[2])
{
    for (int i = 0; i < 2; i++)
        score[i] = senet_set(r)->pieces - bits_count(p->w[i]);
}

/* At most one piece on a square, none in the Water (H8, B6); at most one side has
   finished. */
bool senet_valid(const lus_rules *r, const lus_pos *p)
{
    uint64_t squares = SENET_SPAN(1, 30) & ~SENET_BIT(WATER);
    int pieces = senet_set(r)->pieces;
    return !((p->w[0] | p->w[1]) & ~squares) && !(p->w[0] & p->w[1]) &&
           (p->w[0] | p->w[1]) && bits_count(p->w[0]) <= pieces &&
           bits_count(p->w[1]) <= pieces && p->w[2] == 0 && p->w[3] <= 1;
}

/* ---- position text: squares 1..30, ':', the side to throw ---- */

/* The text for the given rule set. */
static const char *either(const lus_rules *r, const char *houses, const char *blockade)
{
    return r->index == 0 ? houses : blockade;
}

/* Reads one square.  Side letters differ between the rule sets: W and B, or L and D. */
static int parse_square(const lus_rules *r, struct scan *s, int square, uint64_t mask[2])
{
    size_t at = s->at;
    if (scan_take(s, '-'))
        return 0;
    int side = scan_take(s, r->sides[0]) ? 0 : scan_take(s, r->sides[1]) ? 1 : -1;
    if (side < 0)
        return scan_expect(s, either(r, "'W', 'B' or '-' for each of 30 squares",
                                     "'L', 'D' or '-' for each of 30 squares"));
    if (square == WATER)
        return scan_fault(s, LUS_ETEXT, at,
                          either(r, "'-': 27, the Water, is always empty (H8)",
                                 "'-': 27, the Water, is always empty (B6)"));
    if (bits_count(mask[side]) == senet_set(r)->pieces)
        return scan_fault(
            s, LUS_ETEXT, at,
            either(r, "at most 7 pieces of a side", "at most 5 pieces of a side"));
    mask[side] |= SENET_BIT(square);
    return 0;
}

static int parse(const lus_rules *r, struct scan *s, lus_pos *p)
{
    uint64_t mask[2] = {0};
    for (int square = 1; square <= 30; square++) {
        int status = parse_square(r, s, square, mask);
        if (status < 0)
            return status;
    }
    if (!(mask[0] | mask[1]))
        return scan_fault(s, LUS_ETEXT, 0, "a piece: at most one side has them all off");
    if (!scan_take(s, ':'))
        return scan_expect(s, "':'");
    *p = (lus_pos){{mask[0], mask[1], 0, 0}};
    if (scan_take(s, r->sides[1]))
        pos_turn(p);
    else if (!scan_take(s, r->sides[0]))
        return scan_expect(s, either(r, "'W' or 'B', the side to throw",
                                     "'L' or 'D', the side to throw"));
    return 0;
}

static void format(const lus_rules *r, const lus_pos *p, struct text *out)
{
    int side = pos_side(p);
    for (int s = 1; s <= 30; s++) {
        bool own = p->w[0] & SENET_BIT(s), enemy = p->w[1] & SENET_BIT(s);
        text_char(out, own ? r->sides[side] : enemy ? r->sides[!side] : '-');
    }
    text_char(out, ':');
    text_char(out, r->sides[side]);
}

/* ---- moves ---- */

/* "4-6", or a chain of steps (B9): "30-off,22-28". */
static int parse_move(const lus_rules *r, const lus_pos *p, struct scan *s, lus_move *m)
{
    (void)r, (void)p;
    return scan_steps(s, 30, LUS_MAX_STEPS, m);
}

static void format_move(const lus_rules *r, const lus_pos *p, lus_move m,
                        struct text *out)
{
    (void)r, (void)p;
    text_steps(out, m);
}

/* "exit"; "water" (H5: 26 with a throw of 1); "return" (H6: 28 or 29 with a wrong throw);
   "swap" (H4: with an enemy piece); "move". */
static const char *houses_kind(const lus_rules *r, const lus_pos *p, int throw,
                               lus_move m)
{
    int from = move_from(m, 0), to = move_to(m, 0);
    (void)r;
    if (to == LUS_OFF)
        return "exit";
    if (from == HAPPINESS && throw == 1)
        return "water";
    if (from >= TRUTHS)
        return "return";
    return p->w[1] & SENET_BIT(to) ? "swap" : "move";
}

/* A chain begins with a piece that leaves, so its kind is "exit". */
static const char *blockade_kind(const lus_rules *r, const lus_pos *p, int throw,
                                 lus_move m)
{
    int from = move_from(m, 0), to = move_to(m, 0);
    bool forward = blockade_forward(p->w[0], p->w[1], throw);
    (void)r;
    if (to == LUS_OFF)
        return "exit";
    if (from + (forward ? throw : -throw) == WATER)
        return "water";
    if (p->w[1] & SENET_BIT(to))
        return "swap";
    return forward ? "move" : "back";
}

/* The opening ends when a piece reaches the third row, the middle game when a side has
   half of its pieces off; control counts the squares beyond the House of Rebirth. */
static void summarise(const lus_rules *r, const lus_pos *p, struct pos_summary *out)
{
    int off[2], pieces = senet_set(r)->pieces;
    senet_score(r, p, off);
    bool early = !off[0] && !off[1] && !((p->w[0] | p->w[1]) >> 21);
    bool late = 2 * off[0] >= pieces || 2 * off[1] >= pieces;
    out->phase = early ? "opening" : late ? "end" : "middle";
    out->control =
        bits_count(p->w[0] >> (REBIRTH + 1)) - bits_count(p->w[1] >> (REBIRTH + 1));
    summary_squares(out, p, 0);
}

/* Name of a house, NULL for other squares. */
static struct square_info house(int square)
{
    static const char *const name[] = {
        [REBIRTH] = "House of Rebirth",     [HAPPINESS] = "House of Happiness",
        [TRUTHS] = "House of Three Truths", [ATOUM] = "House of Re-Atoum",
        [HORUS] = "House of Horus",
    };
    return (struct square_info){.name = name[square], .shared = true};
}

/* H9: no square is safe. */
static struct square_info houses_square_info(const lus_rules *r, int square)
{
    (void)r;
    return house(square);
}

/* B4: no piece can be landed on where it is safe, 26, 28 and 29. */
static struct square_info blockade_square_info(const lus_rules *r, int square)
{
    struct square_info info = house(square);
    (void)r;
    info.safe = BLOCKADE_SAFE >> square & 1;
    return info;
}

#define SENET_TEXT(id)                                                                   \
    .parse = parse, .format = format, .parse_move = parse_move,                          \
    .format_move = format_move, .kind = id##_kind, .refuse = id##_refuse,                \
    .draw = senet_draw, .scene = senet_scene, .square_centre = senet_square_centre,      \
    .motions = id##_motions, .summarise = summarise, .square_info = id##_square_info,    \
    .first_label = 1
const struct game_text houses_text = {SENET_TEXT(houses)};
const struct game_text blockade_text = {SENET_TEXT(blockade)};

/* ---- the classic evaluation, for one player: only exits and advancement are
   differences, so it is not zero-sum.  A defect of the original program is kept: leaving
   from 30 wins 1,000 and loses 9,000 of advancement.  The original has no evaluation for
   blockade, which uses the same terms. ---- */

/* Advancement: the sum of the squares of the square numbers. */
static int squares_squared(uint64_t mask)
{
    int sum = 0;
    for (; mask; mask &= mask - 1)
        sum += __builtin_ctzll(mask) * __builtin_ctzll(mask);
    return sum;
}

/* The value of standing on the houses 26..30; 27, the Water, is never occupied. */
static int special(uint64_t own)
{
    static const int worth[] = {25, -50, 30, 35, 40}; /* 26..30 */
    int sum = 0;
    for (int s = HAPPINESS; s <= HORUS; s++)
        sum += own & SENET_BIT(s) ? worth[s - HAPPINESS] : 0;
    return sum;
}

/* Pairs of an own piece 1..5 squares ahead of an enemy piece: 5 is the largest throw of
   senet:houses. */
static int blocking(uint64_t own, uint64_t enemy)
{
    int pairs = 0;
    for (int ahead = 1; ahead <= 5; ahead++)
        pairs += bits_count(own & enemy << ahead);
    return pairs;
}

/* exits, advancement, safety, special, blocking: doc/rules/senet.md has the formulas and a
   worked example. */
void senet_classic_terms(uint64_t own, uint64_t enemy, int own_off, int enemy_off,
                         int terms[SENET_TERMS])
{
    terms[0] = 1000 * (own_off - enemy_off);
    terms[1] = 10 * (squares_squared(own) - squares_squared(enemy));
    terms[2] = 5 * (3 * bits_count(own & SENET_SPAN(26, 30)) +
                    bits_count(own & SENET_SPAN(16, 25)));
    terms[3] = 20 * special(own);
    terms[4] = 15 * blocking(own, enemy);
}

int senet_classic(const lus_rules *r, const lus_pos *p, int me)
{
    enum { BOUND = 1000000 }; /* infinity in the original program */
    int off[2], terms[SENET_TERMS], value = 0;
    switch (senet_result(r, p)) {
    case LUS_WIN:
        return me ? -BOUND : BOUND;
    case LUS_LOSS:
        return me ? BOUND : -BOUND;
    }
    senet_score(r, p, off);
    senet_classic_terms(p->w[me], p->w[!me], off[me], off[!me], terms);
    for (int i = 0; i < SENET_TERMS; i++)
        value += terms[i];
    return value;
}
