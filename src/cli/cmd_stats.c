/* SPDX-License-Identifier: MIT */
/* cmd_stats.c - lusoria stats: a person's games over time.

       Ada: 12 games

       ur:finkel      8 games: 5 won, 0 drawn, 3 lost
         mean loss of a decision   1.21 %, last 10 games 1.02 %
         luck per game             +2.1 %
         level held                casual
              2.00 |*
              1.00 |  * *                     the mean loss, game by game
              0.00 |      *

   The games are in the store (play/own_games.h).  A game is reviewed once, when its numbers
   are first needed; the store keeps them.

       collect         the finished games of the person, from store_games
       find_reviews    store_get_review, or review_own and store_set_review
       sum_up          the numbers of one rule set
       print_stats, print_json, save_svg

   A mean loss is a mean over decisions, not over games: a short game counts less. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analyse/tablebase_values.h"
#include "arena/archive.h"
#include "cli/cli.h"
#include "cli/match_cli.h"
#include "os/clock.h"
#include "play/own_games.h"
#include "play/settings.h"
#include "report/plot_svg.h"
#include "report/review_report.h"
#include "terminal/terminal.h"
#include "text/json.h"

/* Games that decide the level held; rule sets in one answer. */
enum { LAST_GAMES = 10, MOST_RULES = 32 };

/* One finished game of the person. */
struct own_game {
    int64_t id;
    const lus_rules *rules;
    int seat;
    char result, date[12]; /* 'w', 'd' or 'l' */
    char *record;          /* only until it is reviewed */
    struct store_review review;
};

/* All of them, the oldest first. */
struct own_games {
    const char *person;
    const lus_rules *only; /* NULL: all rule sets */
    struct own_game *game;
    int n;
};

/* ---- reading ---- */

/* Callback of store_games.  Unfinished games, games in which the name belonged to a program
   and unknown rule sets are left out. */
static int collect(void *arg, const struct store_game *g)
{
    struct own_games *all = arg;
    int seat = strcmp(g->first, all->person) ? 1 : 0;
    const lus_rules *r = lus_rules_find(g->rules);
    if (!strcmp(g->result, "*") || !g->person[seat] || !r ||
        (all->only && r != all->only))
        return 0;
    struct own_game *more = realloc(all->game, ((size_t)all->n + 1) * sizeof *all->game);
    if (!more)
        return LUS_EMEMORY;
    all->game = more;
    bool drawn = !strcmp(g->result, "1/2-1/2");
    struct own_game *own = &all->game[all->n++];
    *own = (struct own_game){.id = g->id,
                             .rules = r,
                             .seat = seat,
                             .result = drawn                            ? 'd'
                                       : (g->result[0] == '1') == !seat ? 'w'
                                                                        : 'l',
                             .record = strdup(g->record),
                             .review = {.game = g->id, .seat = seat}};
    snprintf(own->date, sizeof own->date, "%.10s", g->added);
    return own->record ? 0 : LUS_EMEMORY;
}

/* Reviews a game without tables at the depth of `lusoria review`. */
static int review_own(struct own_game *own)
{
    struct record **list = NULL;
    struct review_limits limits = {0};
    struct review *v = NULL;
    lus_fault fault;
    int n = 0;
    int status = record_read(own->record, strlen(own->record), &list, &n, &fault);
    if (status >= 0) {
        review_limits_of(list[0], &limits);
        limits.search.now_ms = clock_ms;
        status = review(record_game(list[0]), &limits, &v);
    }
    if (status >= 0) {
        const struct review_player *p = &v->player[own->seat];
        own->review.decisions = p->unforced;
        own->review.mean_loss = (double)p->mean_loss / (double)REVIEW_ONE;
        own->review.luck = (double)p->luck / (double)REVIEW_ONE;
        snprintf(own->review.grade, sizeof own->review.grade, "%s",
                 p->grade < 0 ? "" : grade_name(p->grade));
    }
    free(v);
    record_list_free(list, n);
    return status == LUS_ESTATE ? 0 : status; /* resigned during the roll-off */
}

/* The review of every game, from the store or made now. */
static int find_reviews(struct store *s, struct own_games *all)
{
    bool shown = console_is_terminal(CONSOLE_ERR);
    int status = 0;
    for (int i = 0; i < all->n && status >= 0; i++) {
        status = store_get_review(s, &all->game[i].review);
        if (status != 0)
            continue;
        if (shown)
            fprintf(stderr, "\rreviewing game %d of %d ", i + 1, all->n);
        status = review_own(&all->game[i]);
        if (status >= 0)
            status = store_set_review(s, &all->game[i].review);
    }
    if (shown)
        fputs("\r\033[K", stderr);
    return status < 0 ? status : 0;
}

/* ---- sums ---- */

/* The games of one rule set. */
struct rules_stats {
    const lus_rules *rules;
    int games, won, drawn, lost, decisions;
    int grade;                      /* of recent_loss; -1: no decision */
    double loss, luck, recent_loss; /* means; recent: of the last LAST_GAMES games */
    double shown;                   /* 100 for percent, 1 for stones */
    struct plot_points points;      /* the mean loss of each game, times `shown` */
    struct plot_series curve;       /* of these points */
};

/* The first grade whose limit is above the loss. */
static int grade_of_loss(const lus_rules *r, double loss)
{
    int grade = 0;
    while (grade < N_GRADES - 1 &&
           loss >= (double)grade_limit(r, grade) / (double)REVIEW_ONE)
        grade++;
    return grade;
}

/* The mean loss of the decisions of the last n games. */
static double loss_of_last(const struct own_games *all, const lus_rules *r, int n)
{
    double sum = 0;
    int decisions = 0;
    for (int i = all->n - 1; i >= 0 && n > 0; i--) {
        const struct store_review *v = &all->game[i].review;
        if (all->game[i].rules != r)
            continue;
        sum += v->mean_loss * v->decisions;
        decisions += v->decisions;
        n--;
    }
    return decisions ? sum / decisions : 0;
}

/* False: no memory.  The points are to be freed in any case. */
static bool sum_up(const struct own_games *all, const lus_rules *r, struct rules_stats *s)
{
    *s = (struct rules_stats){.rules = r, .shown = r->score_counts ? 1 : 100};
    for (int i = 0; i < all->n; i++) {
        const struct own_game *g = &all->game[i];
        if (g->rules != r)
            continue;
        s->games++;
        if (!plot_points_add(&s->points, s->games, g->review.mean_loss * s->shown))
            return false;
        s->won += g->result == 'w';
        s->drawn += g->result == 'd';
        s->lost += g->result == 'l';
        s->decisions += g->review.decisions;
        s->luck += g->review.luck;
    }
    s->curve =
        (struct plot_series){lus_rules_name(r), s->points.n, s->points.x, s->points.y};
    s->luck /= s->games;
    s->loss = loss_of_last(all, r, s->games);
    s->recent_loss = loss_of_last(all, r, LAST_GAMES);
    s->grade = s->decisions ? grade_of_loss(r, s->recent_loss) : -1;
    return true;
}

/* The mean loss over the games; it points into *s. */
static struct plot plot_of(const struct rules_stats *s)
{
    return (struct plot){
        .title = lus_rules_name(s->rules),
        .x_label = "game",
        .y_label = s->rules->score_counts ? "mean loss of a decision, stones"
                                          : "mean loss of a decision, percent",
        .n = 1,
        .series = &s->curve,
    };
}

/* ---- output ---- */

/* One rule set as text; a plot of a single game would say nothing. */
static void print_stats(const struct terminal *t, const struct rules_stats *s)
{
    const char *unit = s->rules->score_counts ? " stones" : " %";
    struct plot plot = plot_of(s);
    struct buffer out = {0};
    putchar('\n');
    ink_print(t, INK_BOLD);
    fputs(lus_rules_name(s->rules), stdout);
    ink_print(t, INK_PLAIN);
    printf("  %d game%s: %d won, %d drawn, %d lost\n", s->games, s->games == 1 ? "" : "s",
           s->won, s->drawn, s->lost);
    printf("  mean loss of a decision  %.2f%s", s->loss * s->shown, unit);
    if (s->games > LAST_GAMES)
        printf(", last %d games %.2f%s", LAST_GAMES, s->recent_loss * s->shown, unit);
    printf("\n  %-23s  %+.1f%s\n",
           lus_has_dice(s->rules) ? "luck per game" : "unforeseen per game",
           s->luck * s->shown, unit);
    printf("  level held               %s\n", grade_name(s->grade));
    if (s->games < 2)
        return;
    puts("  mean loss, game by game:");
    plot_text(&out, &plot, terminal_columns(), 7, t->look.unicode);
    print_buffer(&out);
}

/* The numbers of print_stats; losses and luck in the unit, not in percent. */
static void write_stats(struct json *j, const struct rules_stats *s)
{
    json_open(j, NULL, '{');
    json_string(j, "game", lus_rules_name(s->rules));
    json_string(j, "unit", s->rules->score_counts ? "stones" : "win");
    json_int(j, "games", s->games);
    json_int(j, "won", s->won);
    json_int(j, "drawn", s->drawn);
    json_int(j, "lost", s->lost);
    json_int(j, "decisions", s->decisions);
    json_real(j, "mean_loss", s->loss);
    json_real(j, "recent_loss", s->recent_loss);
    json_real(j, "luck_per_game", s->luck);
    json_string(j, "level", s->grade < 0 ? NULL : grade_name(s->grade));
    json_close(j, '}');
}

/* One game with its review; "grade" is null if the person had no decision to make. */
static void write_game(struct json *j, const struct own_game *g)
{
    json_open(j, NULL, '{');
    json_int(j, "id", g->id);
    json_string(j, "game", lus_rules_name(g->rules));
    json_string(j, "date", g->date);
    json_string(j, "seat", g->seat ? "second" : "first");
    json_string(j, "result",
                g->result == 'w'   ? "won"
                : g->result == 'd' ? "drawn"
                                   : "lost");
    json_int(j, "decisions", g->review.decisions);
    json_real(j, "mean_loss", g->review.mean_loss);
    json_real(j, "luck", g->review.luck);
    json_string(j, "grade", *g->review.grade ? g->review.grade : NULL);
    json_close(j, '}');
}

/* lusoria.stats/1: the numbers of each rule set, then all games; an exit code. */
static int print_json(const struct own_games *all, const struct rules_stats *list, int n)
{
    struct buffer out = {0};
    struct json j = json_on(&out);
    json_open(&j, NULL, '{');
    json_string(&j, "schema", "lusoria.stats/1");
    json_string(&j, "player", all->person);
    json_open(&j, "rules", '[');
    for (int i = 0; i < n; i++)
        write_stats(&j, &list[i]);
    json_close(&j, ']');
    json_open(&j, "games", '[');
    for (int i = 0; i < all->n; i++)
        write_game(&j, &all->game[i]);
    json_close(&j, ']');
    json_close(&j, '}');
    buffer_str(&out, "\n");
    return print_buffer(&out);
}

/* One file with a plot for each rule set; an exit code. */
static int save_svg(const char *path, const struct rules_stats *list, int n)
{
    struct plot plots[MOST_RULES];
    struct buffer out = {0};
    for (int i = 0; i < n; i++)
        plots[i] = plot_of(&list[i]);
    plot_svg(&out, plots, n);
    return write_buffer(&out, path);
}

/* ---- the command ---- */

/* The options; NULL: not given. */
struct stats_options {
    const char *name, *db, *svg;
    struct answer_options as;
};

/* Prints what was read; an exit code. */
static int print_all(const struct stats_options *o, const struct terminal *t,
                     const struct own_games *all)
{
    struct rules_stats list[MOST_RULES];
    int n = 0, status = EXIT_DONE;
    bool enough = true;
    const lus_rules *r;
    for (int i = 0; (r = lus_rules_at(i)) && n < MOST_RULES && enough; i++) {
        bool played = false;
        for (int k = 0; k < all->n; k++)
            played = played || all->game[k].rules == r;
        if (played)
            enough = sum_up(all, r, &list[n++]);
    }
    if (!enough)
        status = print_error_code(LUS_EMEMORY);
    else if (o->as.json)
        status = print_json(all, list, n);
    else
        printf("%s: %d finished game%s\n", all->person, all->n, all->n == 1 ? "" : "s");
    for (int i = 0; i < n && enough && !o->as.json; i++)
        print_stats(t, &list[i]);
    if (enough && o->svg && status == EXIT_DONE)
        status = save_svg(o->svg, list, n);
    for (int i = 0; i < n; i++) {
        free(list[i].points.x);
        free(list[i].points.y);
    }
    return status;
}

/* The store is opened for writing, because reviews are kept in it. */
static int answer(const struct stats_options *o, struct own_games *all)
{
    struct terminal t;
    int status = terminal_open(&t, o->as.color, o->as.ascii);
    if (status)
        return status;
    struct store *s = store_open_cli(o->db, STORE_WRITE);
    if (!s)
        return EXIT_FAILED;
    const struct store_filter mine = {.player = all->person};
    int read = store_games(s, &mine, collect, all);
    if (read >= 0)
        read = find_reviews(s, all);
    if (read < 0)
        status = store_failed(s, read);
    else if (!all->n)
        status = print_failure("%s %s not finished a game%s%s yet", all->person,
                               strcmp(all->person, "you") ? "has" : "have",
                               all->only ? " of " : "",
                               all->only ? lus_rules_name(all->only) : "");
    else
        status = print_all(o, &t, all);
    store_close(s);
    for (int i = 0; i < all->n; i++)
        free(all->game[i].record);
    free(all->game);
    return status;
}

/* Without a game it sums up all rule sets the person has played. */
int cmd_stats(const struct command *self, int argc, char **argv)
{
    const char *game = NULL;
    char person[SETTING_BYTES];
    struct stats_options o = {0};
    const struct option options[] = {
        {"name", 0, OPTION_TEXT, &o.name, 0, 0, "NAME", "of this person, not of you"},
        {"svg", 0, OPTION_TEXT, &o.svg, 0, 0, "FILE", "also write plots"},
        DB_OPTION(&o.db),
        ANSWER_OPTIONS(&o.as, "lusoria.stats/1"),
        {0},
    };
    json_if_asked(argc, argv);
    int n = options_read(self, options, argc, argv, &game, 0, 1);
    if (n < 0)
        return -1 - n;
    settings_person(person);
    struct own_games all = {.person = o.name ? o.name : person};
    if (n && !(all.only = find_rules(game)))
        return EXIT_FAILED;
    return answer(&o, &all);
}
