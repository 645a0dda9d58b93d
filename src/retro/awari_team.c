/* SPDX-License-Identifier: MIT */
/* awari_team.c - see awari_team.h.

   Two ranks, a board of rank 0 with a capture into a board of rank 1:

       rank 0   scan_board -> out[1]: taken, rank     asked[1]: the own board
       rank 1   in[0] -> answer: one or two bytes     (sent back in the same buffer)
       rank 0   reply[1] -> apply_answers

   All ranks call the functions of the team in the same order, so a rank that is out of
   memory says so in any_rank before the others wait for it. */
#include <string.h>
#include "os/memory.h"
#include "retro/awari_retro_internal.h"
#include "retro/awari_team.h"

enum {
    SCAN_BOARDS = 1 << 16,  /* scanned by a rank before questions are exchanged */
    ROUND_BOARDS = 1 << 16, /* processed by a rank in one round */
    TAKEN_SHIFT = 48, /* a question: the captured stones above the rank of the board */
};
#define RANK_MASK ((UINT64_C(1) << TAKEN_SHIFT) - 1)

/* A layer while this rank solves it. */
struct team_run {
    const struct awari_retro *a;
    struct solve_team *t;
    int n;
    int numbers;                   /* per board: 1, its value, or 2, its bounds */
    uint64_t first, boards;        /* the own boards */
    uint16_t *node;                /* boards x numbers */
    struct team_message *out, *in; /* per rank */
    struct team_message *asked;    /* per rank: which own boards have asked it */
    struct team_message *reply;    /* per rank: its answers */
    uint64_t *counts;              /* bytes for each rank from each rank */
    bool failed;                   /* out of memory */
};

uint64_t awari_team_first(int n, int rank, int ranks)
{
    return awari_boards(n) / (unsigned)ranks * (unsigned)rank +
           awari_boards(n) % (unsigned)ranks * (unsigned)rank / (unsigned)ranks;
}

int awari_team_owner(int n, uint64_t rank, int ranks)
{
    return (int)(((rank + 1) * (unsigned)ranks - 1) / awari_boards(n));
}

/* ---- messages ---- */

/* Makes room for n bytes; the contents stay. */
static bool message_room(struct team_message *m, uint64_t n)
{
    if (n <= m->room)
        return true;
    uint64_t room = 2 * n > 4096 ? 2 * n : 4096;
    char *more = realloc(m->bytes, (size_t)room);
    if (!more)
        return false;
    m->bytes = more;
    m->room = room;
    return true;
}

/* Appends a number to a message. */
static void append(struct team_run *run, struct team_message *m, uint64_t number)
{
    if (!message_room(m, m->n + sizeof number)) {
        run->failed = true;
        return;
    }
    memcpy(m->bytes + m->n, &number, sizeof number);
    m->n += sizeof number;
}

/* The i-th number of a message. */
static uint64_t message_number(const struct team_message *m, uint64_t i)
{
    uint64_t number;
    memcpy(&number, m->bytes + i * sizeof number, sizeof number);
    return number;
}

/* Whether any rank says so; after it all ranks continue in the same way. */
static bool any_rank(struct team_run *run, bool mine)
{
    return run->t->max(run->t, mine) > 0;
}

/* Sends `out` and receives `in`, whose lengths the other ranks say.  False, on all ranks: one
   of them is out of memory. */
static bool exchange(struct team_run *run)
{
    struct solve_team *t = run->t;
    uint64_t *mine = run->counts + (size_t)t->ranks * (size_t)t->ranks;
    for (int i = 0; i < t->ranks; i++)
        mine[i] = run->out[i].n;
    t->gather(t, (const uint8_t *)mine, (uint64_t)t->ranks * sizeof *mine,
              (uint8_t *)run->counts);
    for (int i = 0; i < t->ranks; i++) {
        run->in[i].n = run->counts[(size_t)i * (size_t)t->ranks + (size_t)t->rank];
        run->failed = run->failed || !message_room(&run->in[i], run->in[i].n);
    }
    if (any_rank(run, run->failed)) {
        run->failed = true;
        return false;
    }
    t->exchange(t, run->out, (unsigned)t->ranks, run->in, (unsigned)t->ranks);
    return true;
}

/* After an exchange: nothing is left to send. */
static void clear_out(struct team_run *run)
{
    for (int i = 0; i < run->t->ranks; i++)
        run->out[i].n = 0;
}

/* ---- the first scan ---- */

/* The numbers of an own board of a smaller layer. */
static const int8_t *numbers_of(const struct team_run *run, int layer, uint64_t rank)
{
    uint64_t first = awari_team_first(layer, run->t->rank, run->t->ranks);
    return run->a->value[layer] + (rank - first) * (uint64_t)run->numbers;
}

/* Sets the nodes of own board number `at`; the values of boards of other ranks are asked for. */
static void scan_board(struct team_run *run, struct awari_board b, uint64_t at)
{
    struct awari_capture list[AWARI_PITS];
    uint16_t *node = run->node + at * (uint64_t)run->numbers;
    int n = list_captures(run->a->r, b, list, node);
    node[run->numbers - 1] = node[0];
    for (int i = 0; i < n; i++) {
        int taken = list[i].taken, layer = run->n - taken;
        uint64_t rank = awari_rank(run->a->x, list[i].after);
        int owner = awari_team_owner(layer, rank, run->t->ranks);
        if (owner == run->t->rank) {
            nodes_with_capture(node, run->numbers, taken, numbers_of(run, layer, rank));
        } else {
            append(run, &run->out[owner], (uint64_t)taken << TAKEN_SHIFT | rank);
            append(run, &run->asked[owner], at);
        }
    }
}

/* Replaces the questions of a rank by the answers, one or two bytes each. */
static void answer(const struct team_run *run, struct team_message *m)
{
    uint64_t n = m->n / sizeof(uint64_t), each = (uint64_t)run->numbers;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t question = message_number(m, i);
        int layer = run->n - (int)(question >> TAKEN_SHIFT);
        memcpy(m->bytes + i * each, numbers_of(run, layer, question & RANK_MASK), each);
    }
    m->n = n * each;
}

/* Applies the answers of a rank to the boards that asked it. */
static void apply_answers(struct team_run *run, int rank)
{
    const struct team_message *asked = &run->asked[rank], *replies = &run->reply[rank];
    uint64_t each = (uint64_t)run->numbers;
    for (uint64_t i = 0; i < asked->n / sizeof(uint64_t); i++) {
        uint64_t at = message_number(asked, i);
        int taken = (int)(message_number(&run->out[rank], i) >> TAKEN_SHIFT);
        nodes_with_capture(run->node + at * each, run->numbers, taken,
                           (const int8_t *)replies->bytes + i * each);
    }
}

/* Exchanges questions and answers.  False: out of memory. */
static bool ask(struct team_run *run)
{
    struct solve_team *t = run->t;
    struct team_message *questions = run->in, *reply = run->reply;
    if (!exchange(run))
        return false;
    for (int i = 0; i < t->ranks; i++) {
        answer(run, &questions[i]);
        reply[i].n = run->asked[i].n / sizeof(uint64_t) * (uint64_t)run->numbers;
        run->failed = run->failed || !message_room(&reply[i], reply[i].n);
    }
    if (any_rank(run, run->failed)) {
        run->failed = true;
        return false;
    }
    t->exchange(t, questions, (unsigned)t->ranks, reply, (unsigned)t->ranks);
    for (int i = 0; i < t->ranks; i++) {
        apply_answers(run, i);
        run->asked[i].n = 0;
    }
    clear_out(run);
    return true;
}

/* All ranks take part in the same number of rounds. */
static bool scan(struct team_run *run)
{
    uint64_t most = awari_boards(run->n) / (unsigned)run->t->ranks + 1;
    for (uint64_t at = 0; at < most; at += SCAN_BOARDS) {
        uint64_t end = at + SCAN_BOARDS < run->boards ? at + SCAN_BOARDS : run->boards;
        struct awari_board b = {0};
        for (uint64_t i = at; i < end; i++) {
            if (i == at)
                b = awari_unrank(run->a->x, run->n, run->first + i);
            else
                awari_next(&b);
            scan_board(run, b, i);
        }
        if (!ask(run))
            return false;
    }
    return true;
}

/* ---- retrograde steps ---- */

/* A move of own board number `at` was found to win or to lose (for it). */
static void update(struct team_run *run, struct board_stack *s, int threshold,
                   uint64_t at, bool wins)
{
    uint16_t *node = &run->node[node_of_move(run->numbers, at, wins)], was = *node;
    *node = node_after_child(was, wins, threshold);
    if (*node == was || node_open(*node) != NODE_SOLVED)
        return;
    struct awari_board b = awari_unrank(run->a->x, run->n, run->first + at);
    run->failed = run->failed || !stack_push(s, b, !wins);
}

/* Updates the predecessors of a solved board, or reports them to their owners. */
static void update_all(struct team_run *run, struct board_stack *s, int threshold)
{
    struct awari_board list[MAX_PREDECESSORS];
    bool lost;
    struct awari_board b = stack_pop(s, &lost);
    int n = list_predecessors(run->a->r, run->n, b, list);
    for (int i = 0; i < n; i++) {
        uint64_t rank = awari_rank(run->a->x, list[i]);
        int owner = awari_team_owner(run->n, rank, run->t->ranks);
        if (owner == run->t->rank)
            update(run, s, threshold, rank - run->first, lost);
        else
            append(run, &run->out[owner], rank << 1 | lost);
    }
}

/* Solves the next own node from *at on that reaches the threshold by itself.  False: there is
   none. */
static bool start_node(struct team_run *run, struct board_stack *s, int threshold,
                       uint64_t *at)
{
    uint64_t each = (uint64_t)run->numbers, end = run->boards * each;
    for (; *at < end; ++*at) {
        enum node_role role = node_role(run->numbers, *at);
        uint16_t now = node_at_threshold(run->node[*at], role, threshold);
        if (now == run->node[*at])
            continue;
        run->node[*at] = now;
        struct awari_board b = awari_unrank(run->a->x, run->n, run->first + *at / each);
        run->failed = !stack_push(s, b, node_is_lost(now, role));
        return true;
    }
    return false;
}

/* Processes own nodes until the messages should be sent; *at is the next one to start. */
static void work(struct team_run *run, struct board_stack *s, int threshold, uint64_t *at)
{
    for (int done = 0; !run->failed && done < ROUND_BOARDS; done++) {
        if (s->n) {
            update_all(run, s, threshold);
            continue;
        }
        if (!start_node(run, s, threshold, at))
            return;
    }
}

/* One threshold: rounds until no rank has a board left. */
static bool propagate(struct team_run *run, struct board_stack *s, int threshold)
{
    uint64_t at = 0;
    bool good;
    do {
        work(run, s, threshold, &at);
        good = exchange(run);
        clear_out(run);
        for (int i = 0; good && i < run->t->ranks; i++)
            for (uint64_t k = 0; k < run->in[i].n / sizeof(uint64_t); k++) {
                uint64_t news = message_number(&run->in[i], k);
                update(run, s, threshold, (news >> 1) - run->first, news & 1);
            }
    } while (good && any_rank(run, s->n || at < run->boards * (uint64_t)run->numbers));
    return good;
}

/* ---- a layer ---- */

/* The arrays of a layer; `out` begins the four arrays of messages.  run_free frees them, also
   after a failure. */
static bool run_make(struct team_run *run)
{
    size_t ranks = (size_t)run->t->ranks;
    run->node =
        huge_alloc((size_t)run->boards * (size_t)run->numbers * sizeof *run->node + 64);
    run->out = calloc(4 * ranks, sizeof *run->out);
    run->counts = calloc((ranks + 1) * ranks, sizeof *run->counts);
    if (!run->node || !run->out || !run->counts)
        return false;
    for (size_t i = 0; i < 4 * ranks; i++)
        run->out[i].rank = (int)(i % ranks);
    run->in = run->out + ranks;
    run->asked = run->in + ranks;
    run->reply = run->asked + ranks;
    return true;
}

static void run_free(struct team_run *run)
{
    for (int i = 0; run->out && i < 4 * run->t->ranks; i++)
        free(run->out[i].bytes);
    free(run->out);
    free(run->counts);
    free(run->node);
}

int awari_team_solve(struct awari_retro *a, int n)
{
    struct solve_team *t = a->team;
    struct board_stack s = {0};
    struct team_run run = {.a = a, .t = t, .n = n, .numbers = awari_numbers(a->r)};
    int scans = 0;
    run.first = awari_team_first(n, t->rank, t->ranks);
    run.boards = awari_team_first(n, t->rank + 1, t->ranks) - run.first;
    bool made = run_make(&run);
    bool good = !any_rank(&run, !made) && made && scan(&run);
    for (int threshold = n; good && threshold > threshold_last(run.numbers, n);
         threshold -= threshold_step(run.numbers)) {
        if (a->report)
            a->report(a->arg, ++scans);
        good = propagate(&run, &s, threshold);
    }
    for (uint64_t i = 0; good && i < run.boards * (uint64_t)run.numbers; i++)
        a->value[n][i] = node_value(run.node[i], node_role(run.numbers, i), n);
    if (a->report)
        a->report(a->arg, ++scans);
    free(s.board);
    run_free(&run);
    return good ? 0 : LUS_EMEMORY;
}
