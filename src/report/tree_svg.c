/* SPDX-License-Identifier: MIT */
/* tree_svg.c - see tree_svg.h; tree_layout.c places the nodes.

   Edges are drawn before nodes, so that a node covers the ends of its edges.  Below a node
   stand its window (alpha, beta) and, on a dashed line, the branches that were not
   searched; tree_layout.c has a picture.

   A recorded node has the value and the window of the side to move there (negamax).  The
   drawing shows everything as the root player sees it: in nodes of the other side values
   change their sign, and alpha and beta also change places. */
#include <stdlib.h>
#include "search/value.h"
#include "report/tree_internal.h"
#include "text/markup.h"

/* What all functions below share while one tree is drawn. */
struct tree_drawing {
    struct markup m;
    struct tree_layout l;
    const struct analysis *a;
    int root_side;
    int cut_offs; /* drawn so far */
};

/* ---- values, seen by the root player ---- */

static bool is_max(const struct tree_drawing *d, const struct search_tree_node *n)
{
    return pos_side(&n->pos) == d->root_side;
}

/* A value of the side to move at a node, seen by the root player. */
static int seen_by_root(const struct tree_drawing *d, const struct search_tree_node *n,
                        int value)
{
    return is_max(d, n) ? value : -value;
}

/* A bound of a window; beyond the largest value that the evaluation can have it is infinite.
   A decided value in stones is VALUE_WIN plus the lead, so it exceeds VALUE_WIN. */
static void text_bound(struct text *t, const struct tree_drawing *d, int value)
{
    int most = d->a->unit == UNIT_POINTS ? d->a->rules->search.classic_bound : VALUE_WIN;
    bool stones = d->a->unit == UNIT_STONES;
    if (value >= -most - (stones ? VALUE_WIN / 2 : 64) &&
        value <= most + (stones ? VALUE_WIN / 2 : 64))
        text_value(t, d->a, value);
    else
        text_str(t, value < 0 ? "-\xe2\x88\x9e" : "+\xe2\x88\x9e");
}

/* ---- elements ---- */

/* A text centred on x; classes are those of `style` below. */
static void put_label(struct markup *m, const char *class, int x, int y, const char *s)
{
    markup_open_class(m, "text", class);
    markup_attr_int(m, "x", x);
    markup_attr_int(m, "y", y);
    markup_text(m, s);
    markup_close(m);
    markup_raw(m, "\n");
}

/* A point of path data: "M 10,20" with the command `before`. */
static void put_point(struct markup *m, const char *before, int x, int y)
{
    markup_raw_int(m, before, x);
    markup_raw_int(m, ",", y);
}

/* ---- nodes ---- */

/* "[41.2 %, 58.0 %]" below the node. */
static void put_window(struct tree_drawing *d, const struct search_tree_node *n, int x,
                       int y)
{
    char label[TREE_LABEL];
    struct text t = text_on(label, sizeof label);
    bool max = is_max(d, n);
    text_char(&t, '[');
    text_bound(&t, d, max ? n->alpha : -n->beta);
    text_str(&t, ", ");
    text_bound(&t, d, max ? n->beta : -n->alpha);
    text_char(&t, ']');
    put_label(&d->m, "window", x, y, label);
}

/* A chance node. */
static void put_ellipse(struct markup *m, int x, int y)
{
    markup_open_class(m, "ellipse", "chance");
    markup_attr_int(m, "rx", TREE_HALF);
    markup_attr_int(m, "ry", 13);
    markup_attr_int(m, "cx", x);
    markup_attr_int(m, "cy", y);
    markup_close_empty(m);
    markup_raw(m, "\n");
}

/* A leaf or an end, as wide as the other nodes. */
static void put_rect(struct markup *m, const char *class, int x, int y)
{
    markup_open_class(m, "rect", class);
    markup_attr_int(m, "width", 2 * TREE_HALF);
    markup_attr_int(m, "height", 18);
    markup_attr_int(m, "x", x - TREE_HALF);
    markup_attr_int(m, "y", y - 9);
    markup_close_empty(m);
    markup_raw(m, "\n");
}

/* MAX is pointed at the top, MIN at the bottom: 76 x 18 pixels and a tip of 9. */
static void put_shape(struct tree_drawing *d, const struct search_tree_node *n, int x,
                      int y)
{
    bool max = is_max(d, n);
    if (n->kind == TREE_CHANCE) {
        put_ellipse(&d->m, x, y);
    } else if (n->kind == TREE_CHOICE) {
        markup_open_path(&d->m, max ? "max" : "min");
        put_point(&d->m, "M ", x - TREE_HALF, y - 9);
        markup_raw(&d->m, max ? " l 38,-9 l 38,9 l 0,18 l -76,0 z"
                              : " l 76,0 l 0,18 l -38,9 l -38,-9 z");
        markup_close_path(&d->m);
        markup_raw(&d->m, "\n");
    } else {
        put_rect(&d->m, n->kind == TREE_END ? "end" : "leaf", x, y);
    }
}

/* The node, its value, its window; the text of the position appears under the mouse. */
static void put_node(struct tree_drawing *d, int i)
{
    const struct search_tree_node *n = &d->l.t->node[i];
    int x = d->l.place[i].x, y = d->l.place[i].y;
    bool inner = n->kind == TREE_CHOICE || n->kind == TREE_CHANCE;
    char value[TREE_LABEL], pos[LUS_MAX_TEXT];
    struct text t = text_on(value, sizeof value);
    text_value(&t, d->a, seen_by_root(d, n, n->value));
    lus_pos_format(d->l.t->rules, &n->pos, LUS_ANY_THROW, pos);
    markup_open(&d->m, "g");
    markup_open(&d->m, "title");
    markup_text(&d->m, pos);
    markup_raw_int(&d->m, ", depth ", n->depth);
    markup_close(&d->m);
    markup_raw(&d->m, "\n");
    put_shape(d, n, x, y);
    put_label(&d->m, "value", x, y + 4, value);
    if (inner)
        put_window(d, n, x, y + (n->kind == TREE_CHOICE && !is_max(d, n) ? 28 : 23));
    markup_close(&d->m);
    markup_raw(&d->m, "\n");
}

/* ---- edges ---- */

/* The child a choice took its value from: the first with that value. */
static bool is_best(const struct tree_drawing *d, int i)
{
    const struct search_tree_node *node = d->l.t->node, *n = &node[i],
                                  *up = &node[n->parent];
    if (up->kind != TREE_CHOICE ||
        seen_by_root(d, n, n->value) != seen_by_root(d, up, up->value))
        return false;
    for (int c = d->l.place[n->parent].first; c != i; c = d->l.place[c].next)
        if (seen_by_root(d, &node[c], node[c].value) == seen_by_root(d, up, up->value))
            return false;
    return true;
}

/* A curve from the parent, then a horizontal line under the label. */
static void put_edge(struct tree_drawing *d, int i)
{
    const struct search_tree_node *n = &d->l.t->node[i];
    const struct tree_place *to = &d->l.place[i], *from = &d->l.place[n->parent];
    int bend = from->x + TREE_HALF + TREE_CURVE;
    int middle = from->x + TREE_HALF + TREE_CURVE / 2;
    char label[TREE_LABEL];
    markup_open_path(&d->m, is_best(d, i) ? "edge best" : "edge");
    put_point(&d->m, "M ", from->x + TREE_HALF, from->y);
    put_point(&d->m, " C ", middle, from->y);
    put_point(&d->m, " ", middle, to->y);
    put_point(&d->m, " ", bend, to->y);
    markup_raw_int(&d->m, " H ", to->x - TREE_HALF);
    markup_close_path(&d->m);
    markup_raw(&d->m, "\n");
    tree_edge_label(&d->l, n, label);
    put_label(&d->m, "edge-label", bend + 4, to->y - 4, label);
}

/* The dashed line to the branches that were not searched, below the last child. */
static void put_stub(struct tree_drawing *d, int i)
{
    const struct tree_place *at = &d->l.place[i];
    const struct search_tree_node *n = &d->l.t->node[i];
    char label[TREE_STUB];
    int bend = at->x + TREE_HALF + TREE_CURVE, y = at->stub_y;
    if (!tree_stub_label(&d->l, i, label))
        return;
    bool cut = !n->hit && !n->incomplete && !n->probe;
    d->cut_offs += cut;
    markup_open_path(&d->m, cut ? "stub cut" : "stub");
    put_point(&d->m, "M ", at->x + TREE_HALF, at->y);
    put_point(&d->m, " L ", bend - 6, y);
    markup_close_path(&d->m);
    markup_raw(&d->m, "\n");
    put_label(&d->m, cut ? "note cut" : "note", bend, y + 4, label);
}

/* ---- title and legend ---- */

static const char style[] =
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
    ".best{stroke:#4ade80}.cut{stroke:#f87171}text.cut{fill:#f87171}}\n";

/* Sizes in pixels; the style follows the colour scheme of the viewer. */
static void open_svg(struct tree_drawing *d)
{
    struct markup *m = &d->m;
    markup_open(m, "svg");
    markup_attr(m, "xmlns", "http://www.w3.org/2000/svg");
    markup_attr(m, "role", "img");
    markup_attr_int(m, "width", d->l.width);
    markup_attr_int(m, "height", d->l.height);
    markup_attr_begin(m, "viewBox");
    markup_raw_int(m, "0 0 ", d->l.width);
    markup_raw_int(m, " ", d->l.height);
    markup_attr_end(m);
    markup_raw(m, "\n");
    markup_open(m, "style");
    markup_raw(m, "\n");
    markup_raw(m, style);
    markup_close(m);
    markup_raw(m, "\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n");
}

/* One entry of the legend; returns the x of the next. */
static int put_sign(struct tree_drawing *d, enum search_tree_kind kind, int side, int x,
                    const char *word)
{
    struct search_tree_node node = {.kind = kind};
    node.pos.w[3] = (uint64_t)side;
    put_shape(d, &node, x, 74);
    put_label(&d->m, "value", x, 78, word);
    return x + 90;
}

/* The shapes and their meaning, in one line below the heading. */
static void put_legend(struct tree_drawing *d)
{
    int x = TREE_LEFT;
    x = put_sign(d, TREE_CHOICE, d->root_side, x, "MAX");
    x = put_sign(d, TREE_CHOICE, !d->root_side, x, "MIN");
    if (d->l.t->rules->dice.sticks)
        x = put_sign(d, TREE_CHANCE, d->root_side, x, "chance");
    x = put_sign(d, TREE_LEAF, d->root_side, x, "leaf");
    x = put_sign(d, TREE_END, d->root_side, x, "game over");
    put_label(&d->m, "note", x - TREE_HALF, 70, "value and [window], the root player's;");
    put_label(&d->m, "note", x - TREE_HALF, 84,
              "green: the best move; red: cut off, never searched");
}

/* Title of the document and heading: rule set and position. */
static void put_position(struct tree_drawing *d)
{
    const struct search_tree_node *root = &d->l.t->node[0];
    const lus_rules *r = d->l.t->rules;
    char line[2 * LUS_MAX_TEXT], pos[LUS_MAX_TEXT];
    struct text t = text_on(line, sizeof line);
    bool thrown = root->kind == TREE_CHOICE && r->dice.sticks;
    lus_pos_format(r, &root->pos, thrown ? root->throw : LUS_ANY_THROW, pos);
    text_str(&t, r->name);
    text_str(&t, "  ");
    text_str(&t, pos);
    markup_open(&d->m, "title");
    markup_raw(&d->m, "Search tree of ");
    markup_text(&d->m, line);
    markup_close(&d->m);
    markup_raw(&d->m, "\n");
    put_label(&d->m, "title", TREE_LEFT - TREE_HALF, 28, line);
}

/* "depth 3, default evaluation, 396 nodes" */
static void put_search(struct tree_drawing *d)
{
    const struct search_tree *tree = d->l.t;
    char line[LUS_MAX_TEXT];
    struct text t = text_on(line, sizeof line);
    text_str(&t, "depth ");
    text_int(&t, tree->node[0].depth);
    text_str(&t, ", ");
    text_str(&t, d->a->eval);
    text_str(&t, " evaluation, ");
    text_int(&t, tree->n);
    text_str(&t, tree->truncated ? " nodes drawn; there are more" : " nodes");
    put_label(&d->m, "note", TREE_LEFT - TREE_HALF, 48, line);
}

static void put_tree(struct tree_drawing *d)
{
    open_svg(d);
    put_position(d);
    put_search(d);
    put_legend(d);
    for (int i = 1; i < d->l.t->n; i++)
        put_edge(d, i);
    for (int i = 0; i < d->l.t->n; i++) {
        put_stub(d, i);
        put_node(d, i);
    }
    markup_close(&d->m);
    markup_raw(&d->m, "\n");
}

bool tree_svg(struct buffer *out, const struct search_tree *t, const struct analysis *a,
              int *cut_offs)
{
    struct tree_drawing d = {.m = markup_on(out), .a = a};
    if (t->n == 0 || !tree_lay_out(&d.l, t))
        return false;
    d.root_side = pos_side(&t->node[0].pos);
    put_tree(&d);
    free(d.l.place);
    *cut_offs = d.cut_offs;
    return !out->failed;
}
