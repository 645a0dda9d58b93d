/* SPDX-License-Identifier: MIT */
/* awari.c - texts, settling and the classic evaluation of Awari.

   A position text has 14 numbers and the side to move: South's pits A..F, North's pits a..f,
   South's store, North's store.  The start, and the same after the move F:

       4-4-4-4-4-4-4-4-4-4-4-4-0-0-S
       4-4-4-4-4-0-5-5-5-5-4-4-0-0-N

   A move is the letter of a pit.  Numbers are separated by '-' because a pit may hold more
   than nine stones. */
#include <string.h>
#include "games/awari/awari.h"
#include "games/awari/awari_board.h"

const struct game_info awari_game = {
    .id = "awari",
    .title = "Awari",
    .sets = awari_rules,
    .n_sets = sizeof awari_rules / sizeof awari_rules[0],
    .record_format = "ogn",
    .protocol = "uci",
};

/* Depth and noise in hundredths of a stone; measured in doc/strength.md. */
const struct level awari_levels[N_LEVELS] = {{1, 1800}, {1, 450}, {2, 300},
                                             {3, 150},  {6, 80},  {14, 0}};
const struct level_strength awari_abapa_strength = {
    .inaccuracy = 1000000,
    .measured = N_LEVELS - 1,
    .loss = {2978200, 1700300, 1058400, 658100, 367900, 140000},
    .score = {732, 886, 880, 948, 986, 983}};
const struct level_strength awari_oware_strength = {
    .inaccuracy = 1000000,
    .measured = N_LEVELS - 1,
    .loss = {2949400, 1731200, 1248400, 757100, 386800, 140000},
    .score = {728, 892, 936, 970, 972, 1000}};
const struct level_strength awari_olympiad_strength = {
    .inaccuracy = 1000000,
    .measured = N_LEVELS - 1,
    .loss = {2910500, 1699500, 1236400, 679100, 386700, 140000},
    .score = {726, 896, 918, 942, 960, 992}};

/* A5, A7: the game ends here; the rule set says who gets the remaining stones. */
void awari_settle(const lus_rules *r, lus_pos *p, int reason)
{
    const struct awari_set *set = awari_set(r);
    int own = awari_sum(p->w[0]), enemy = awari_sum(p->w[1]);
    switch (reason == LUS_BY_REPETITION ? set->repeated : set->no_move) {
    case AWARI_FORFEIT:
        break;
    case AWARI_OWN_ROWS:
        p->w[2] += (unsigned)(own + (enemy << 8));
        break;
    case AWARI_OPPONENT_TAKES:
        p->w[2] += (unsigned)(own + enemy) << 8;
        break;
    }
    p->w[0] = p->w[1] = 0;
}

/* The stones in the stores. */
void awari_score(const lus_rules *r, const lus_pos *p, int score[2])
{
    (void)r;
    score[0] = awari_store(p, 0);
    score[1] = awari_store(p, 1);
}

/* The original program counts captured stones only. */
int awari_classic(const lus_rules *r, const lus_pos *p, int me)
{
    int lead = awari_store(p, 0) - awari_store(p, 1);
    (void)r;
    return me ? -lead : lead;
}

/* The member of struct score_net. */
static void place(const lus_pos *p, uint32_t *at)
{
    awari_net_rows(p, at);
    at[AWARI_NET_TERMS] = (uint32_t)awari_net_output(p);
}

#define NET(id)                                                                          \
    const struct score_net awari_##id##_net = {AWARI_NET_INPUTS, AWARI_NET_TERMS,        \
                                               AWARI_NET_OUTPUTS, place,                 \
                                               awari_##id##_weights};
NET(abapa)
NET(oware)
NET(olympiad)
#undef NET

/* 1..48 stones in the pits and stores. */
bool awari_valid(const lus_rules *r, const lus_pos *p)
{
    int stones = awari_store(p, 0) + awari_store(p, 1);
    (void)r;
    for (int side = 0; side < 2; side++)
        for (int pit = 0; pit < AWARI_PITS; pit++)
            stones += (int)(p->w[side] >> 8 * pit & 0xff);
    return stones >= 1 && stones <= AWARI_STONES && !((p->w[0] | p->w[1]) >> 48) &&
           !(p->w[2] >> 16) && p->w[3] <= 1;
}

/* ---- position text: A..F, a..f, South's store, North's, side ---- */

/* `left` is what the remaining numbers may have, so more than 48 stones are reported at the
   number that exceeds them. */
static int parse(const lus_rules *r, struct scan *s, lus_pos *p)
{
    uint8_t count[AWARI_COUNTS];
    size_t begin = s->at;
    int left = AWARI_STONES;
    (void)r;
    for (int i = 0; i < AWARI_COUNTS; i++) {
        int n = scan_int(s, left);
        if (n < 0)
            return scan_expect(s, "a number of stones, at most 48 in all");
        if (!scan_take(s, '-'))
            return scan_expect(s, "'-' after each number");
        count[i] = (uint8_t)n;
        left -= n;
    }
    if (left == AWARI_STONES)
        return scan_fault(s, LUS_ETEXT, begin, "at least one stone");
    awari_set_up(count, p);
    if (scan_take(s, 'N'))
        pos_turn(p);
    else if (!scan_take(s, 'S'))
        return scan_expect(s, "'S' or 'N', the side to move");
    return 0;
}

static void format(const lus_rules *r, const lus_pos *p, struct text *out)
{
    uint8_t count[AWARI_COUNTS];
    awari_counts(p, count);
    for (int i = 0; i < AWARI_COUNTS; i++) {
        text_int(out, count[i]);
        text_char(out, '-');
    }
    text_char(out, r->sides[pos_side(p)]);
}

/* ---- moves: one letter, A..F for South and a..f for North ---- */

/* An enemy pit is read as 7..12, so that `refuse` can say that it is not the mover's. */
static int parse_move(const lus_rules *r, const lus_pos *p, struct scan *s, lus_move *m)
{
    static const char letters[] = "ABCDEFabcdef";
    int c = scan_peek(s);
    const char *at = c > 0 ? strchr(letters, c) : NULL;
    (void)r;
    if (!at)
        return scan_expect(s, pos_side(p) ? "one of North's pits, 'a' to 'f'"
                                          : "one of South's pits, 'A' to 'F'");
    s->at++;
    int pit = ((int)(at - letters) + AWARI_PITS * pos_side(p)) % 12;
    *m = pit < AWARI_PITS ? awari_sow[pit][awari_stones(p, pit)].move
                          : move_step(pit + 1, pit + 1);
    return 0;
}

/* A move has the pit from which its stones came, 1..6, seen by its side. */
static void format_move(const lus_rules *r, const lus_pos *p, lus_move m,
                        struct text *out)
{
    (void)r;
    text_char(out, (char)((pos_side(p) ? 'a' : 'A') + move_from(m, 0) - 1));
}

/* "slam" (captures the whole row, A3), "capture", "feed" (the enemy row was empty), "sow". */
static const char *kind(const lus_rules *r, const lus_pos *p, int throw, lus_move m)
{
    int pit = move_from(m, 0) - 1;
    const struct awari_sow *s = &awari_sow[pit][awari_stones(p, pit)];
    uint64_t row = p->w[1] + s->enemy, taken = awari_taken(row, s->run);
    (void)r, (void) throw;
    if (taken)
        return taken == row ? "slam" : "capture";
    return p->w[1] || !row ? "sow" : "feed";
}

/* The tests go from A1 to A4; a move that passes all of A1 can only break A4. */
static const char *refuse(const lus_rules *r, const lus_pos *p, int throw, lus_move m)
{
    int pit = move_from(m, 0) - 1;
    (void) throw;
    if (m == LUS_PASS)
        return "A1: a legal move is compulsory";
    if (pit < 0 || pit >= AWARI_PITS)
        return "A1: only your own six pits can be sown";
    if (!awari_stones(p, pit))
        return "A1: that pit is empty";
    if (m != awari_sow[pit][awari_stones(p, pit)].move)
        return "A1: the last stone of that pit falls elsewhere";
    if (awari_set(r)->slam_captures && p->w[1])
        return "A4: a grand slam is allowed only if every move leaves the enemy nothing";
    return "A4: the enemy's row is empty, so the move must put a stone there";
}

/* Phases by the share of stones in the pits: over three quarters, over a third.  Control
   is the difference of the rows.  A row is given as its six counts, from its own left. */
static void summarise(const lus_rules *r, const lus_pos *p, struct pos_summary *out)
{
    int own = awari_sum(p->w[0]), enemy = awari_sum(p->w[1]), left = own + enemy;
    int all = left + awari_store(p, 0) + awari_store(p, 1);
    (void)r;
    out->phase = 4 * left > 3 * all ? "opening" : 3 * left > all ? "middle" : "end";
    out->control = own - enemy;
    for (int side = 0; side < 2; side++)
        for (int pit = 0; pit < AWARI_PITS; pit++)
            out->piece[side][out->n[side]++] = (uint8_t)(p->w[side] >> 8 * pit & 0xff);
}

/* What the words of `kind` do not say: feeding (A4), and a grand slam that captures nothing
   (A3). */
static const char *special_effect(const lus_rules *r, const lus_pos *p, int throw,
                                  lus_move m)
{
    lus_pos next = *p;
    awari_play(r, &next, throw, m);
    if (!p->w[1] && next.w[0])
        return "feeds the empty row";
    return !strcmp(kind(r, p, throw, m), "slam") && !awari_set(r)->slam_captures
               ? "is a grand slam, which takes nothing"
               : NULL;
}

const struct game_text awari_text = {
    .parse = parse,
    .format = format,
    .parse_move = parse_move,
    .format_move = format_move,
    .kind = kind,
    .refuse = refuse,
    .draw = awari_draw,
    .scene = awari_scene,
    .square_centre = awari_square_centre,
    .motions = awari_motions,
    .summarise = summarise,
    .special_effect = special_effect,
    .parse_board = awari_setup_read,
    .format_board = awari_setup_write,
    .first_label = 0,
    .one_letter_moves = 1,
};
