/* SPDX-License-Identifier: MIT */
/* ur.c - texts, levels and the classic evaluation of the Royal Game of Ur.

   A position text gives for each side the hand, the squares of its own path and home;
   here Light has pieces on 1 and 4, and Dark, who is to throw, on 2:

       4x--x----------1:6-x------------0:D */
#include <string.h>
#include "games/ur/ur.h"

const struct game_info ur_game = {
    .id = "ur",
    .title = "Royal Game of Ur",
    .sets = ur_rules,
    .n_sets = sizeof ur_rules / sizeof ur_rules[0],
    .record_format = "rgn",
    .symbols = ur_symbols,
};

/* Depth and noise in thousandths of the winning chances; measured in doc/strength.md. */
const struct level ur_levels[N_LEVELS] = {{1, 280}, {1, 100}, {1, 60},
                                          {1, 30},  {2, 12},  {6, 0}};
const struct level_strength ur_finkel_strength = {
    .inaccuracy = 50000,
    .exact = true,
    .measured = N_LEVELS,
    .loss = {21942, 15880, 10858, 6070, 2451, 77},
    .score = {635, 738, 728, 755, 772, 688}};
const struct level_strength ur_blitz_strength = {
    .inaccuracy = 40000,
    .exact = true,
    .measured = N_LEVELS,
    .loss = {18425, 13812, 10948, 6295, 2202, 56},
    .score = {665, 682, 685, 760, 765, 600}};
const struct level_strength ur_masters_strength = {
    .inaccuracy = 30000,
    .exact = true,
    .measured = N_LEVELS,
    .loss = {12333, 10314, 8752, 5853, 2453, 56},
    .score = {632, 730, 685, 800, 880, 762}};
const struct level_strength ur_aseb_strength = {
    .inaccuracy = 40000,
    .exact = true,
    .measured = N_LEVELS,
    .loss = {15454, 12209, 9280, 5981, 2387, 128},
    .score = {580, 698, 637, 715, 710, 680}};

/* The pieces home: those neither in hand nor on the board. */
void ur_score(const lus_rules *r, const lus_pos *p, int score[2])
{
    int pieces = ur_set(r)->pieces;
    score[0] = pieces - ur_hand(p) - bits_count(p->w[0]);
    score[1] = pieces - (int)(p->w[2] >> 8 & 0xff) - bits_count(p->w[1]);
}

/* U3: at most one piece on a tile; U6: at most one side has finished. */
bool ur_valid(const lus_rules *r, const lus_pos *p)
{
    const struct ur_set *u = ur_set(r);
    int hand[2] = {(int)(p->w[2] & 0xff), (int)(p->w[2] >> 8 & 0xff)};
    if ((p->w[0] | p->w[1]) & ~(uint64_t)UR_SPAN(1, u->length) || p->w[2] >> 16 ||
        p->w[3] > 1 || ur_seen(u, (uint32_t)p->w[0]) & p->w[1])
        return false;
    for (int i = 0; i < 2; i++)
        if (hand[i] + bits_count(p->w[i]) > u->pieces)
            return false;
    return (p->w[0] | p->w[1] | p->w[2]) != 0;
}

/* ---- position text: hand, squares 1..L, home; the same for Dark; side ---- */

/* One side: "4x--x----------1:", hand, squares, home.  The three add up to all pieces, so a
   text with a missing piece is refused. */
static int parse_half(const lus_rules *r, struct scan *s, uint64_t *mask, int *hand)
{
    const struct ur_set *u = ur_set(r);
    size_t begin = s->at;
    *hand = scan_int(s, u->pieces);
    if (*hand < 0)
        return scan_expect(s, "the number of pieces in hand");
    for (int square = 1; square <= u->length; square++) {
        if (scan_take(s, 'x'))
            *mask |= UR_BIT(square);
        else if (!scan_take(s, '-'))
            return scan_expect(s, "'x' or '-' for each square of the path");
    }
    int home = scan_int(s, u->pieces);
    if (home < 0)
        return scan_expect(s, "the number of pieces home");
    if (*hand + home + bits_count(*mask) != u->pieces)
        return scan_fault(s, LUS_ETEXT, begin,
                          "hand, board and home to add up to the pieces");
    return scan_take(s, ':') ? 0 : scan_expect(s, "':'");
}

/* A tile with two pieces is reported at Dark's square. */
static int parse(const lus_rules *r, struct scan *s, lus_pos *p)
{
    const struct ur_set *u = ur_set(r);
    uint64_t mask[2] = {0};
    int hand[2], status;
    if ((status = parse_half(r, s, &mask[0], &hand[0])) < 0)
        return status;
    size_t dark = s->at;
    if ((status = parse_half(r, s, &mask[1], &hand[1])) < 0)
        return status;
    uint32_t shared = ur_seen(u, (uint32_t)mask[0]) & (uint32_t)mask[1];
    if (shared)
        return scan_fault(s, LUS_ETEXT, dark + (size_t)__builtin_ctz(shared),
                          "at most one piece on a tile (U3)");
    if (!(mask[0] | (unsigned)hand[0]) && !(mask[1] | (unsigned)hand[1]))
        return scan_fault(s, LUS_ETEXT, dark, "at most one side to have finished (U6)");
    *p = (lus_pos){{mask[0], mask[1], (uint64_t)(hand[0] | hand[1] << 8), 0}};
    if (scan_take(s, 'D'))
        pos_turn(p);
    else if (!scan_take(s, 'L'))
        return scan_expect(s, "'L' or 'D', the side to throw");
    return 0;
}

/* The inverse of parse_half, for the side to throw (enemy 0) or the other one. */
static void format_half(const lus_rules *r, const lus_pos *p, int enemy, struct text *out)
{
    int home[2];
    ur_score(r, p, home);
    text_int(out, (int)(p->w[2] >> (8 * enemy) & 0xff));
    for (int s = 1; s <= ur_set(r)->length; s++)
        text_char(out, p->w[enemy] & UR_BIT(s) ? 'x' : '-');
    text_int(out, home[enemy]);
    text_char(out, ':');
}

static void format(const lus_rules *r, const lus_pos *p, struct text *out)
{
    int side = pos_side(p);
    format_half(r, p, side, out);
    format_half(r, p, !side, out);
    text_char(out, r->sides[side]);
}

/* ---- moves ---- */

/* "0-4" (from the hand), "4-6", "14-off". */
static int parse_move(const lus_rules *r, const lus_pos *p, struct scan *s, lus_move *m)
{
    (void)p;
    return scan_steps(s, ur_set(r)->length, 1, m);
}

static void format_move(const lus_rules *r, const lus_pos *p, lus_move m,
                        struct text *out)
{
    (void)r, (void)p;
    text_steps(out, m);
}

/* "exit", "capture", "rosette" (throws again), "enter" or "move"; a capture on a rosette is
   a capture. */
static const char *kind(const lus_rules *r, const lus_pos *p, int throw, lus_move m)
{
    int to = move_to(m, 0), meet;
    (void) throw;
    if (to == LUS_OFF)
        return "exit";
    meet = ur_meet(ur_set(r), to);
    if (meet && p->w[1] & UR_BIT(meet))
        return "capture";
    if (ur_set(r)->rosettes & UR_BIT(to))
        return "rosette";
    return move_from(m, 0) ? "move" : "enter";
}

/* Called with illegal moves only; the last sentence remains when the target is not
   from + throw. */
static const char *refuse(const lus_rules *r, const lus_pos *p, int throw, lus_move m)
{
    const struct ur_set *u = ur_set(r);
    int from = move_from(m, 0), to = from + throw;
    if (m == LUS_PASS)
        return "U1: a legal move is compulsory";
    if (throw == 0)
        return "U1: a throw of 0 passes the turn";
    if (from == 0 && !ur_hand(p))
        return "U2: no piece is left in your hand";
    if (from > u->length || (from && !(p->w[0] & UR_BIT(from))))
        return "U2: none of your pieces stands on that square";
    if (to > u->length + 1)
        return "U4: bearing off needs the exact throw";
    if (to <= u->length && p->w[0] & UR_BIT(to))
        return "U3: your own piece stands on the target";
    if (to <= u->length && u->safe_rosettes && u->rosettes & UR_BIT(to) &&
        ur_seen(u, (uint32_t)p->w[1]) & UR_BIT(to))
        return "U3: the enemy piece on that rosette is safe";
    return "U2: a piece moves exactly as many squares as were thrown";
}

/* Phases as in the original program, by the pieces that have entered; control counts the
   shared tiles. */
static void summarise(const lus_rules *r, const lus_pos *p, struct pos_summary *out)
{
    const struct ur_set *u = ur_set(r);
    int hands = ur_hand(p) + (int)(p->w[2] >> 8), entered = 2 * u->pieces - hands;
    out->phase = entered <= 3 ? "opening" : entered <= 10 ? "middle" : "end";
    for (int s = 1; s <= u->length; s++)
        if (ur_meet(u, s))
            out->control += (int)(p->w[0] >> s & 1) - (int)(p->w[1] >> s & 1);
    summary_squares(out, p, 0);
}

/* U3: rosettes, and squares that the enemy cannot reach. */
static struct square_info square_info(const lus_rules *r, int square)
{
    const struct ur_set *u = ur_set(r);
    bool rosette = u->rosettes >> square & 1, shared = ur_meet(u, square) != 0;
    return (struct square_info){.name = rosette ? "rosette" : NULL,
                                .safe = !shared || (rosette && u->safe_rosettes),
                                .shared = shared};
}

/* Dark's path is Light's with the rows A and C exchanged.  u->path has two characters for
   each square, "A4A3..."; columns above 9 are letters from 'a'. */
static void tile_name(const lus_rules *r, int side, int square, struct text *out)
{
    const struct ur_set *u = ur_set(r);
    if (square < 1 || square > u->length)
        return;
    const char *tile = u->path + 2 * (square - 1);
    text_char(out, side ? (char)('A' + 'C' - tile[0]) : tile[0]);
    text_int(out, tile[1] >= 'a' ? tile[1] - 'a' + 10 : tile[1] - '0');
}

const struct game_text ur_text = {
    .parse = parse,
    .format = format,
    .parse_move = parse_move,
    .format_move = format_move,
    .kind = kind,
    .refuse = refuse,
    .draw = ur_draw,
    .scene = ur_scene,
    .square_centre = ur_square_centre,
    .motions = ur_motions,
    .summarise = summarise,
    .square_info = square_info,
    .tile_name = tile_name,
    .first_label = 1,
};

/* ---- the classic evaluation: the original program's weights, own minus enemy.  A piece
   that is home counts 1,000 points, a won game 10,000 ---- */

/* The value of a square in quarters of a point:

       before the shared squares   square x 1.5            6 s / 4
       on them                     square x 1.5 x 1.5      9 s / 4
       after them                  square x 1.5 x 2       12 s / 4 */
static int position_quarters(const struct ur_set *u, int s)
{
    if (s > u->same_last)
        return 12 * s;
    return s >= u->same_first ? 9 * s : 6 * s;
}

/* One side's score in quarters, without the finished pieces.  In points, for each piece: the
   value of its square; 5 for each square up to 8 and 10 for each further one; 40 on a
   rosette and 25 more where it cannot be captured; 30 on a shared square with an enemy
   piece at most 4 squares, the largest throw, behind it. */
static int side_quarters(const struct ur_set *u, uint32_t mine, uint32_t theirs)
{
    int total = 0;
    for (uint32_t left = mine; left; left &= left - 1) {
        int s = __builtin_ctz(left), meet = ur_meet(u, s);
        total += position_quarters(u, s);
        total += 4 * (s < 9 ? 5 * s : 5 * 8 + 10 * (s - 8));
        if (u->rosettes & UR_BIT(s))
            total += 4 * (40 + (u->safe_rosettes || !meet ? 25 : 0));
        if (s >= u->same_first && s <= u->same_last &&
            theirs & UR_SPAN(s > 4 ? s - 4 : 1, s - 1))
            total += 4 * 30;
    }
    return total;
}

/* Quarters keep the weights 1.5 and 2.25 whole numbers; the sum is rounded towards 0. */
int ur_classic(const lus_rules *r, const lus_pos *p, int me)
{
    const struct ur_set *u = ur_set(r);
    int home[2], value;
    switch (ur_result(r, p)) {
    case LUS_WIN:
        value = 10000;
        break;
    case LUS_LOSS:
        value = -10000;
        break;
    default:
        ur_score(r, p, home);
        value = 1000 * (home[0] - home[1]) +
                (side_quarters(u, (uint32_t)p->w[0], (uint32_t)p->w[1]) -
                 side_quarters(u, (uint32_t)p->w[1], (uint32_t)p->w[0])) /
                    4;
    }
    return me ? -value : value;
}
