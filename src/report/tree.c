/* SPDX-License-Identifier: MIT */
/* tree.c - see tree.h.  Places are whole pixels:

       |<------------- level ------------->|
       ( node )----curve----[ edge label ]( child )
         [window]                            [window] */
#include <stdlib.h>
#include <string.h>
#include "search/value.h"
#include "report/tree.h"

enum {
    HALF = 38,     /* of the width of a node */
    LEFT = 70,     /* of the first column's middle */
    TOP = 120,     /* of the first row */
    LEAF_ROW = 24, /* heights */
    NODE_ROW = 54,
    STUB_ROW = 20,
    CURVE = 56, /* between a node and the label of the next edge */
    LETTER = 7, /* the width of a letter, about */
    MAX_LABEL = 64,
};

struct place {
    int x, y, stub_y;
    int first, next; /* children are a list; 0: none, since 0 is the root */
};

struct drawing {
    struct buffer *out;
    const struct trace *t;
    const struct analysis *a;
    struct place *place;
    int root_side, level; /* level: the distance of two columns */
};

/* ---- small pieces of SVG ---- */

static void put(struct drawing *d, const char *s)
{
    buffer_str(d->out, s);
}

/* Text of an element: the three signs XML keeps for itself are escaped. */
static void put_text(struct drawing *d, const char *s)
{
    for (; *s; s++)
        if (*s == '<' || *s == '>' || *s == '&')
            put(d, *s == '<' ? "&lt;" : *s == '>' ? "&gt;" : "&amp;");
        else
            buffer_bytes(d->out, s, 1);
}

static void put_number(struct drawing *d, const char *before, int n)
{
    put(d, before);
    buffer_int(d->out, n);
}

static void put_label(struct drawing *d, const char *class, int x, int y, const char *s)
{
    put(d, "<text class=\"");
    put(d, class);
    put_number(d, "\" x=\"", x);
    put_number(d, "\" y=\"", y);
    put(d, "\">");
    put_text(d, s);
    put(d, "</text>\n");
}

/* ---- values, as the root player sees them ---- */

static bool is_max(const struct drawing *d, const struct trace_node *n)
{
    return pos_side(&n->pos) == d->root_side;
}

static int seen(const struct drawing *d, const struct trace_node *n, int value)
{
    return is_max(d, n) ? value : -value;
}

static void text_bound(struct text *t, const struct drawing *d, int value)
{
    int most = d->a->unit == UNIT_POINTS ? d->a->rules->search.classic_bound : VALUE_WIN;
    bool stones = d->a->unit == UNIT_STONES;
    if (value >= -most - (stones ? VALUE_WIN / 2 : 64) &&
        value <= most + (stones ? VALUE_WIN / 2 : 64))
        text_value(t, d->a, value);
    else
        text_str(t, value < 0 ? "-\xe2\x88\x9e" : "+\xe2\x88\x9e");
}

static void put_window(struct drawing *d, const struct trace_node *n, int x, int y)
{
    char label[MAX_LABEL];
    struct text t = text_on(label, sizeof label);
    bool max = is_max(d, n);
    text_char(&t, '[');
    text_bound(&t, d, max ? n->alpha : -n->beta);
    text_str(&t, ", ");
    text_bound(&t, d, max ? n->beta : -n->alpha);
    text_char(&t, ']');
    put_label(d, "window", x, y, label);
}

/* ---- what leads to a node ---- */

/* A move is searched a second time after its null window failed. */
static bool is_again(const struct drawing *d, const struct trace_node *n)
{
    int c = d->place[n->parent].first;
    for (; &d->t->node[c] != n; c = d->place[c].next)
        if (d->t->node[c].move == n->move)
            return true;
    return false;
}

static void edge_label(const struct drawing *d, const struct trace_node *n,
                       char label[MAX_LABEL])
{
    struct text t = text_on(label, MAX_LABEL);
    char move[LUS_MAX_TEXT];
    if (n->parent < 0)
        return;
    if (n->weight && n->kind == TRACE_CHOICE) {
        text_int(&t, n->throw);
        text_str(&t, ": ");
        text_int(&t, n->weight);
        text_char(&t, '/');
        text_int(&t, d->t->rules->dice.weight_sum);
        text_str(&t, n->probe ? " probe" : "");
        return;
    }
    lus_move_format(d->t->rules, &d->t->node[n->parent].pos, n->move, move);
    text_str(&t, move);
    text_str(&t, is_again(d, n) ? " again" : "");
}

/* A list of what was not looked at below a node; false: all was. */
static bool unseen_moves(const struct drawing *d, int i, struct text *t)
{
    const struct trace_node *node = d->t->node, *n = &node[i];
    lus_move list[LUS_MAX_MOVES];
    char move[LUS_MAX_TEXT];
    int count = d->t->rules->moves(d->t->rules, &n->pos, n->throw, list);
    bool any = false;
    for (int k = 0; k < count; k++) {
        int child = d->place[i].first;
        while (child && node[child].move != list[k])
            child = d->place[child].next;
        if (child)
            continue;
        lus_move_format(d->t->rules, &n->pos, list[k], move);
        text_str(t, any ? ", " : "");
        text_str(t, move);
        any = true;
    }
    return any;
}

static bool unseen_throws(const struct drawing *d, int i, struct text *t)
{
    const lus_rules *r = d->t->rules;
    bool any = false;
    for (int k = 0; k < r->dice.n_throws; k++) {
        int child = d->place[i].first;
        while (child && (d->t->node[child].throw != r->dice.throws[k].value ||
                         d->t->node[child].probe))
            child = d->place[child].next;
        if (child)
            continue;
        text_str(t, any ? ", " : "");
        text_int(t, r->dice.throws[k].value);
        any = true;
    }
    return any;
}

/* What is beside the dashed line below a node; false: there is none. */
static bool stub_label(const struct drawing *d, int i, char *label, size_t room)
{
    const struct trace_node *n = &d->t->node[i];
    struct text t = text_on(label, room);
    if (n->kind == TRACE_LEAF || n->kind == TRACE_END)
        return false;
    if (n->hit || n->more) {
        text_str(&t, n->hit ? "known from the table" : "more than is drawn here");
        return true;
    }
    text_str(&t, n->probe ? "left for later: " : "cut off: ");
    return n->kind == TRACE_CHANCE ? unseen_throws(d, i, &t) : unseen_moves(d, i, &t);
}

/* ---- places ---- */

static void link_children(struct drawing *d)
{
    for (int i = d->t->n - 1; i > 0; i--) {
        int parent = d->t->node[i].parent;
        if (parent < 0)
            continue;
        d->place[i].next = d->place[parent].first;
        d->place[parent].first = i;
    }
}

static void measure_edges(struct drawing *d)
{
    char label[MAX_LABEL] = "";
    size_t longest = 6;
    for (int i = 1; i < d->t->n; i++) {
        edge_label(d, &d->t->node[i], label);
        longest = strlen(label) > longest ? strlen(label) : longest;
    }
    d->level = 2 * HALF + CURVE + LETTER * (int)longest + 12;
}

/* Puts node i and all below it into rows from `top`; returns their height. */
static int put_rows(struct drawing *d, int i, int x, int top)
{
    const struct trace_node *n = &d->t->node[i];
    char label[256];
    int own = n->kind == TRACE_LEAF || n->kind == TRACE_END ? LEAF_ROW : NODE_ROW;
    int height = 0;
    for (int c = d->place[i].first; c; c = d->place[c].next)
        height += put_rows(d, c, x + d->level, top + height);
    d->place[i].stub_y = top + (height ? height : own - STUB_ROW) + STUB_ROW / 2;
    if (stub_label(d, i, label, sizeof label))
        height += STUB_ROW;
    height = height > own ? height : own;
    d->place[i].x = x;
    d->place[i].y = top + height / 2;
    return height;
}

/* ---- drawing ---- */

static void put_shape(struct drawing *d, const struct trace_node *n, int x, int y)
{
    static const char *const of_max = "l 38,-9 l 38,9 l 0,18 l -76,0 z";
    static const char *const of_min = "l 76,0 l 0,18 l -38,9 l -38,-9 z";
    bool max = is_max(d, n);
    if (n->kind == TRACE_CHANCE) {
        put_number(d, "<ellipse class=\"chance\" rx=\"38\" ry=\"13\" cx=\"", x);
        put_number(d, "\" cy=\"", y);
        put(d, "\"/>\n");
    } else if (n->kind == TRACE_CHOICE) {
        put(d, max ? "<path class=\"max\" d=\"M" : "<path class=\"min\" d=\"M");
        put_number(d, " ", x - HALF);
        put_number(d, ",", y - 9);
        put(d, " ");
        put(d, max ? of_max : of_min);
        put(d, "\"/>\n");
    } else {
        put(d, n->kind == TRACE_END ? "<rect class=\"end\"" : "<rect class=\"leaf\"");
        put_number(d, " width=\"76\" height=\"18\" x=\"", x - HALF);
        put_number(d, "\" y=\"", y - 9);
        put(d, "\"/>\n");
    }
}

static void put_node(struct drawing *d, int i)
{
    const struct trace_node *n = &d->t->node[i];
    int x = d->place[i].x, y = d->place[i].y;
    bool inner = n->kind == TRACE_CHOICE || n->kind == TRACE_CHANCE;
    char value[MAX_LABEL], pos[LUS_MAX_TEXT];
    struct text t = text_on(value, sizeof value);
    text_value(&t, d->a, seen(d, n, n->value));
    lus_pos_format(d->t->rules, &n->pos, LUS_ANY_THROW, pos);
    put(d, "<g><title>");
    put_text(d, pos);
    put_number(d, ", depth ", n->depth);
    put(d, "</title>\n");
    put_shape(d, n, x, y);
    put_label(d, "value", x, y + 4, value);
    if (inner)
        put_window(d, n, x, y + (n->kind == TRACE_CHOICE && !is_max(d, n) ? 28 : 23));
    put(d, "</g>\n");
}

/* The child a choice took its value from: the first with that value. */
static bool is_best(const struct drawing *d, int i)
{
    const struct trace_node *node = d->t->node, *n = &node[i], *up = &node[n->parent];
    if (up->kind != TRACE_CHOICE || seen(d, n, n->value) != seen(d, up, up->value))
        return false;
    for (int c = d->place[n->parent].first; c != i; c = d->place[c].next)
        if (seen(d, &node[c], node[c].value) == seen(d, up, up->value))
            return false;
    return true;
}

static void put_edge(struct drawing *d, int i)
{
    const struct place *to = &d->place[i], *from = &d->place[d->t->node[i].parent];
    int bend = from->x + HALF + CURVE, middle = from->x + HALF + CURVE / 2;
    char label[MAX_LABEL];
    put(d,
        is_best(d, i) ? "<path class=\"edge best\" d=\"M" : "<path class=\"edge\" d=\"M");
    put_number(d, " ", from->x + HALF);
    put_number(d, ",", from->y);
    put_number(d, " C ", middle);
    put_number(d, ",", from->y);
    put_number(d, " ", middle);
    put_number(d, ",", to->y);
    put_number(d, " ", bend);
    put_number(d, ",", to->y);
    put_number(d, " H ", to->x - HALF);
    put(d, "\"/>\n");
    edge_label(d, &d->t->node[i], label);
    put_label(d, "edge-label", bend + 4, to->y - 4, label);
}

/* Under the last child. */
static void put_stub(struct drawing *d, int i)
{
    const struct place *at = &d->place[i];
    const struct trace_node *n = &d->t->node[i];
    char label[256];
    int bend = at->x + HALF + CURVE, y = at->stub_y;
    if (!stub_label(d, i, label, sizeof label))
        return;
    bool cut = !n->hit && !n->more && !n->probe;
    put(d, cut ? "<path class=\"stub cut\" d=\"M" : "<path class=\"stub\" d=\"M");
    put_number(d, " ", at->x + HALF);
    put_number(d, ",", at->y);
    put_number(d, " L ", bend - 6);
    put_number(d, ",", y);
    put(d, "\"/>\n");
    put_label(d, cut ? "note cut" : "note", bend, y + 4, label);
}

static void put_head(struct drawing *d, int width, int height)
{
    put_number(d, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"",
               width);
    put_number(d, "\" height=\"", height);
    put_number(d, "\" viewBox=\"0 0 ", width);
    put_number(d, " ", height);
    put(d, "\">\n<style>\n"
           "svg{color:#222;font:12px system-ui,sans-serif}\n"
           "text{fill:currentColor}.value,.window{text-anchor:middle}\n"
           ".value{font-weight:600}.window{font-size:9px;opacity:.75}\n"
           ".title{font-size:18px;font-weight:600}.edge-label,.note{font-size:11px}\n"
           ".paper{fill:#fff}.max,.min,.chance,.end,.leaf{stroke:currentColor}\n"
           ".max{fill:#ffe29a}.min{fill:#a9dcf5}.chance{fill:#e4d7f5}.end{fill:#bfe8c0}\n"
           ".leaf{fill:none;stroke-opacity:.25}.edge,.stub{fill:none;stroke:#999}\n"
           ".best{stroke:#14803c;stroke-width:2.5}.stub{stroke-dasharray:4 3}\n"
           ".cut{stroke:#c0262d}text.cut{stroke:none;fill:#c0262d}\n"
           "@media(prefers-color-scheme:dark){svg{color:#eee}.paper{fill:#1b1b1f}\n"
           ".max{fill:#6b4e00}.min{fill:#0d4a66}.chance{fill:#473466}.end{fill:#1d5a2a}\n"
           ".best{stroke:#4ade80}.cut{stroke:#f87171}text.cut{fill:#f87171}}\n"
           "</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n");
}

static void put_legend(struct drawing *d)
{
    static const struct trace_node sign[] = {
        {.kind = TRACE_CHOICE},
        {.kind = TRACE_CHANCE},
        {.kind = TRACE_LEAF},
        {.kind = TRACE_END},
    };
    static const char *const word[] = {"MAX", "chance", "leaf", "game over"};
    struct trace_node node;
    int x = LEFT;
    for (int i = 0; i < 4; i++) {
        node = sign[i];
        node.pos.w[3] = (uint64_t)d->root_side;
        if (i == 1 && !d->t->rules->dice.sticks)
            continue;
        put_shape(d, &node, x, 74);
        put_label(d, "value", x, 78, word[i]);
        x += 90;
        if (i == 0) {
            node.pos.w[3] ^= 1;
            put_shape(d, &node, x, 74);
            put_label(d, "value", x, 78, "MIN");
            x += 90;
        }
    }
    put_label(d, "note", x - HALF, 70, "value and [window], the root player's;");
    put_label(d, "note", x - HALF, 84,
              "green: the best move; red: cut off, never looked at");
}

static void put_title(struct drawing *d)
{
    const struct trace_node *root = &d->t->node[0];
    char line[2 * LUS_MAX_TEXT], pos[LUS_MAX_TEXT];
    struct text t = text_on(line, sizeof line);
    int throw = root->kind == TRACE_CHOICE && d->t->rules->dice.sticks ? root->throw : -1;
    lus_pos_format(d->t->rules, &root->pos, throw, pos);
    text_str(&t, d->t->rules->name);
    text_str(&t, "  ");
    text_str(&t, pos);
    put(d, "<title>Search tree of ");
    put_text(d, line);
    put(d, "</title>\n");
    put_label(d, "title", LEFT - HALF, 28, line);
    t = text_on(line, sizeof line);
    text_str(&t, "depth ");
    text_int(&t, root->depth);
    text_str(&t, ", ");
    text_str(&t, d->a->eval);
    text_str(&t, " evaluation, ");
    text_int(&t, d->t->n);
    text_str(&t, d->t->cut ? " nodes drawn; there are more" : " nodes");
    put_label(d, "note", LEFT - HALF, 48, line);
    put_legend(d);
}

static int deepest_column(const struct drawing *d)
{
    int x = 0;
    for (int i = 0; i < d->t->n; i++)
        x = d->place[i].x > x ? d->place[i].x : x;
    return x;
}

bool tree_write(struct buffer *out, const struct trace *t, const struct analysis *a)
{
    struct drawing d = {.out = out, .t = t, .a = a};
    d.place = calloc((size_t)t->n + 1, sizeof *d.place);
    if (!d.place || t->n == 0) {
        free(d.place);
        return false;
    }
    d.root_side = pos_side(&t->node[0].pos);
    link_children(&d);
    measure_edges(&d);
    int height = TOP + put_rows(&d, 0, LEFT, TOP) + 20;
    int width = deepest_column(&d) + HALF + 260;
    put_head(&d, width > 820 ? width : 820, height);
    put_title(&d);
    for (int i = 1; i < t->n; i++)
        put_edge(&d, i);
    for (int i = 0; i < t->n; i++) {
        put_stub(&d, i);
        put_node(&d, i);
    }
    put(&d, "</svg>\n");
    free(d.place);
    return !out->failed;
}
