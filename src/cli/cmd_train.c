/* SPDX-License-Identifier: MIT */
/* cmd_train.c - lusoria train: learns the evaluation of a game by self-play.

   The network of a race game is written as a C file for src/games/.  For a game without a
   network it prints the weights of the linear evaluation, to be rounded and copied into
   the game's header:

       $ lusoria train ur --minutes 3 -o net.c          src/learn/learn.h
       step 2, 0 s (0 s CPU), 992924 positions per second, error 0.004807
       $ lusoria train awari -g 7000 -d 8 -o net.c      src/learn/score_fit.h
       round 2: 611107 positions, 90 s CPU, error 0.019055 (0.045210 with the score alone)
       $ lusoria train cave -g 200 -d 2                 src/learn/linear_fit.h
       cave:standard: 1105 positions of 200 games, depth 2, seed 1
       feature                                    log odds    95 % +-   relative
       ...

   --table-dir trains towards the exact values of the largest table of the folder, where it
   has the position, so that endings are learned from perfect play.

   --svg draws the learning curve: the mean squared error over the steps.

   The weights depend on rule set, seed, number of steps and table only, not on threads or
   time;
   --checkpoint saves the state every ten seconds. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/cli.h"
#include "terminal/output.h"
#include "os/clock.h"
#include "os/console.h"
#include "os/files.h"
#include "os/parallel.h"
#include "learn/learn.h"
#include "learn/learn_checkpoint.h"
#include "learn/linear_fit.h"
#include "learn/score_fit.h"
#include "learn/weights_file.h"
#include "report/plot_svg.h"
#include "solve/table.h"

enum { CURVE_POINTS = 400 };

/* The learning curve.  A point is the mean of `steps` consecutive steps; when the arrays are
   full, each two points become one and `steps` doubles, so the curve of a seed is the same
   on every machine. */
struct learning_curve {
    int n;
    int64_t steps, in_last; /* of each point; in the last point so far */
    double error[CURVE_POINTS];
    double samples[CURVE_POINTS];
};

/* A table with all its values, for training. */
struct training_table {
    struct tables *tables;
    struct table *table;
    const struct table_info *info;
    uint16_t **value;
};

/* The context of `proceed`: when to stop, and the sums since the last progress line. */
struct training {
    int minutes, steps;
    const char *checkpoint;
    bool terminal;
    double start_s, progress_s, saved_s; /* of the last progress line and checkpoint */
    int64_t first_step;
    double error;
    int64_t samples;
    int status, why; /* of the last checkpoint; errno */
    const char *svg; /* NULL: no plot */
    struct learning_curve curve;
    const char *table_dir; /* NULL: self-play alone */
    struct training_table exact;
};

/* ---- the learning curve ---- */

/* Each two points become one. */
static void curve_halve(struct learning_curve *c)
{
    for (int i = 0; i < CURVE_POINTS / 2; i++) {
        c->error[i] = c->error[2 * i] + c->error[2 * i + 1];
        c->samples[i] = c->samples[2 * i] + c->samples[2 * i + 1];
    }
    c->n = CURVE_POINTS / 2;
    c->steps *= 2;
    c->in_last = c->steps;
}

/* Adds the squared errors of one step. */
static void curve_add(struct learning_curve *c, double error, double samples)
{
    if (c->n == CURVE_POINTS && c->in_last == c->steps)
        curve_halve(c);
    if (!c->n || c->in_last == c->steps) {
        c->error[c->n] = c->samples[c->n] = 0;
        c->n++;
        c->in_last = 0;
    }
    c->error[c->n - 1] += error;
    c->samples[c->n - 1] += samples;
    c->in_last++;
}

/* Writes the curve; an exit code. */
static int curve_write(const struct training *t, const lus_rules *r)
{
    const struct learning_curve *c = &t->curve;
    struct plot_points points = {0};
    struct buffer out = {0};
    char title[80];
    bool enough = true;
    for (int i = 0; i < c->n && enough; i++)
        if (c->samples[i] > 0)
            enough =
                plot_points_add(&points, (double)(t->first_step + (i + 1) * c->steps),
                                c->error[i] / c->samples[i]);
    snprintf(title, sizeof title, "%s: learning curve", lus_rules_name(r));
    struct plot_series series = {title, points.n, points.x, points.y};
    struct plot plot = {.title = title,
                        .x_label = "step",
                        .y_label = "mean squared error of a position",
                        .log_y = true,
                        .n = 1,
                        .series = &series};
    if (enough)
        plot_svg(&out, &plot, 1);
    free(points.x);
    free(points.y);
    return enough ? write_buffer(&out, t->svg) : print_error_code(LUS_EMEMORY);
}

/* ---- progress ---- */

/* Seconds of the clock, and of processor time of all threads. */
static double now_s(void)
{
    return clock_ms() / 1e3;
}

static double cpu_s(void)
{
    return clock_cpu_ms() / 1e3;
}

/* One line of progress: overwritten on a terminal, printed every ten seconds elsewhere. */
static void print_progress(struct training *t, const struct learner *l, double now)
{
    double error = t->samples ? t->error / (double)t->samples : 0;
    fprintf(stderr,
            "%sstep %lld, %.0f s (%.0f s CPU), %.0f positions per second, error %.6f%s",
            t->terminal ? "\r" : "", (long long)l->step, now - t->start_s, cpu_s(),
            (double)t->samples / (now - t->progress_s), error,
            t->terminal ? "\033[K" : "\n");
    t->progress_s = now;
    t->error = 0;
    t->samples = 0;
}

/* Callback of learner_run before every step; 0 ends the training.  At the first call the
   actors have no sums of this run yet. */
static int proceed(void *context, struct learner *l)
{
    struct training *t = context;
    double now = now_s();
    double error = 0;
    int64_t samples = 0;
    for (int i = 0; i < LEARN_ACTORS && l->step > t->first_step; i++) {
        error += l->actor[i].error;
        samples += l->actor[i].samples;
    }
    if (l->step > t->first_step)
        curve_add(&t->curve, error, (double)samples);
    t->error += error;
    t->samples += samples;
    int more = (!t->steps || l->step < t->steps) &&
               (!t->minutes || now - t->start_s < 60.0 * t->minutes);
    if (now - t->progress_s >= (t->terminal ? 1 : 10) || !more)
        print_progress(t, l, now);
    if (t->checkpoint && (now - t->saved_s >= 10 || !more)) {
        t->saved_s = now;
        t->status = learner_save(l, t->checkpoint);
        t->why = errno;
    }
    return more && !t->status;
}

/* ---- the table ---- */

/* The value of a position that the table contains: learn_exact_fn. */
static bool table_exact(const void *context, const lus_pos *p, int *value)
{
    const struct training_table *t = context;
    const struct table_info *info = t->info;
    int layer;
    uint64_t rank;
    if (info->r->search.material(info->r, p) > info->size ||
        !info->solver->index.rank(info->index, p, &layer, &rank))
        return false;
    double win = value_of_number(info->solver->kind, t->value[layer][rank]);
    *value = (int)((2 * win - 1) * (NET_WIN - 1));
    return true;
}

/* Loads the largest table of the rule set; false: there is none, or it cannot be read. */
static bool table_read(struct training_table *t, const char *folder, const lus_rules *r,
                       int threads)
{
    t->tables = tables_open(folder);
    t->table = t->tables ? tables_largest(t->tables, r) : NULL;
    if (!t->table || table_load(t->table, threads, &t->value) < 0)
        return false;
    t->info = table_info(t->table);
    return true;
}

static void table_forget(struct training_table *t)
{
    if (t->value)
        table_unload(t->table, t->value);
    tables_close(t->tables);
}

/* ---- the kinds of evaluations ---- */

static int fail_to_write(const char *path, int why)
{
    return print_failure("%s could not be written: %s", path, strerror(why));
}

/* The exit code of weights_write. */
static int written(int error, const char *path)
{
    return error ? fail_to_write(path ? path : "standard output", errno) : EXIT_DONE;
}

static int write_result(const struct learner *l, const struct training *t,
                        const char *path)
{
    int16_t *weights = malloc(sizeof *weights * (size_t)l->n_weights);
    const char *name = lus_rules_name(l->rules);
    char table[120] = "", command[240];
    if (!weights)
        return print_error_code(LUS_EMEMORY);
    learner_result(l, weights);
    if (t->table_dir)
        snprintf(table, sizeof table,
                 "lusoria solve %s --pieces %d%s --table-dir DIR, then\n   ", name,
                 t->exact.info->size,
                 strstr(t->exact.info->text, "\nprecision 32\n") ? " --precision 32"
                                                                 : "");
    snprintf(command, sizeof command, "%slusoria train %s --steps %lld --seed %llu%s",
             table, name, (long long)l->step, (unsigned long long)l->seed,
             t->table_dir ? " --table-dir DIR" : "");
    int error =
        weights_write(l->rules, "core/net.h", command, weights, l->n_weights, path);
    free(weights);
    return written(error, path);
}

/* Runs the steps and writes the results; an exit code. */
static int run_training(struct learner *l, int threads, struct training *t,
                        const char *out)
{
    int status;
    t->first_step = l->step;
    t->start_s = t->progress_s = t->saved_s = now_s();
    learner_run(l, threads, proceed, t);
    if (t->terminal)
        fputc('\n', stderr);
    if (t->status)
        status = fail_to_write(t->checkpoint, t->why);
    else
        status = write_result(l, t, out);
    if (status == EXIT_DONE && t->svg)
        status = curve_write(t, l->rules);
    return status;
}

/* Resumes from the checkpoint, if there is one, and trains.  A checkpoint file that does not
   exist yet is not an error (LUS_ESTATE): it is created.  Returns an exit code. */
static int train_learner(struct learner *l, int threads, struct training *t,
                         const char *out)
{
    int status = t->checkpoint ? learner_load(l, t->checkpoint) : LUS_ESTATE;
    if (status && status != LUS_ESTATE)
        return print_failure("'%s' is not a checkpoint of %s with seed %llu",
                             t->checkpoint, lus_rules_name(l->rules),
                             (unsigned long long)l->seed);
    if (t->table_dir) {
        l->exact = table_exact;
        l->exact_context = &t->exact;
    }
    return run_training(l, threads, t, out);
}

/* Trains a network; an exit code. */
static int train(const lus_rules *r, int seed, int threads, struct training *t,
                 const char *out)
{
    const char *refused = out && !weights_can_write(out)         ? out
                          : t->svg && !weights_can_write(t->svg) ? t->svg
                                                                 : NULL;
    int status = EXIT_FAILED;
    if (refused)
        return fail_to_write(refused, errno);
    struct learner *l = learner_new(r, (uint64_t)seed);
    if (!l)
        print_failure("out of memory");
    else if (t->table_dir && !table_read(&t->exact, t->table_dir, r, threads))
        print_failure("'%s' has no table of %s: lusoria solve %s --table-dir %s",
                      t->table_dir, lus_rules_name(r), lus_rules_name(r), t->table_dir);
    else
        status = train_learner(l, threads, t, out);
    table_forget(&t->exact);
    learner_free(l);
    return status;
}

/* Fits the linear evaluation and prints one row per feature: its weight in log odds, half
   the width of its 95 % interval, and the weight relative to the first feature. */
static int train_linear(const lus_rules *r, int seed, int threads, int games, int depth)
{
    const struct eval_features *features = r->search.features;
    struct linear_fit f = {.rules = r,
                           .seed = (uint64_t)seed,
                           .games = games,
                           .depth = depth,
                           .threads = threads};
    int status = linear_fit_run(&f);
    if (status < 0)
        return print_failure("%s", lus_error_text(status));
    printf("%s: %lld positions of %d games, depth %d, seed %d\n", lus_rules_name(r),
           (long long)f.positions, games, depth, seed);
    printf("%-40s %10s %10s %10s\n", "feature", "log odds", "95 % +-", "relative");
    for (int i = 0; i <= features->n; i++)
        printf("%-40s %10.4f %10.4f %10.3f\n",
               i < features->n ? features->name[i] : "side to move", f.weight[i],
               f.error[i], f.weight[i] / f.weight[0]);
    return EXIT_DONE;
}

static void print_round(const struct score_fit *f, int round)
{
    fprintf(
        stderr,
        "round %d: %lld positions, %.0f s CPU, error %.6f (%.6f with the score alone)\n",
        round + 1, (long long)f->positions, cpu_s(), f->error, f->error_before);
}

/* Learns the network of a game whose score counts and writes it as a C file. */
static int train_score(const lus_rules *r, int seed, int threads, int games, int depth,
                       const char *out)
{
    struct score_fit f = {.rules = r,
                          .seed = (uint64_t)seed,
                          .games = games,
                          .depth = depth,
                          .threads = threads,
                          .progress = print_round};
    int n = score_net_weights(r->search.score_net);
    char command[120];
    if (out && !weights_can_write(out))
        return fail_to_write(out, errno);
    int16_t *weights =
        aligned_alloc(64, ((size_t)n * sizeof *weights + 63) & ~(size_t)63);
    int status = weights ? score_fit_run(&f, weights) : LUS_EMEMORY;
    snprintf(command, sizeof command, "lusoria train %s --games %d --depth %d --seed %d",
             lus_rules_name(r), games, depth, seed);
    if (status < 0)
        status = print_failure("%s", lus_error_text(status));
    else
        status = written(
            weights_write(r, "games/awari/awari_net.h", command, weights, n, out), out);
    free(weights);
    return status;
}

/* A race game trains its network, another game its linear evaluation; --games and
   --depth are for the second, the other options except --seed and --threads for the first. */
int cmd_train(const struct command *self, int argc, char **argv)
{
    struct training t = {.terminal = console_is_terminal(CONSOLE_ERR), .curve.steps = 1};
    int seed = 1, threads = parallel_cores(), games = 4000, depth = 4;
    const char *out = NULL, *words[1];
    const struct option options[] = {
        {"minutes", 'm', OPTION_INT, &t.minutes, 1, 100000, "N",
         "stop after N minutes (3)"},
        {"steps", 'n', OPTION_INT, &t.steps, 1, 2000000000, "N", "stop after N steps"},
        {"seed", 's', OPTION_INT, &seed, 0, 2000000000, "S",
         "seed of the random numbers (1)"},
        {"threads", 't', OPTION_INT, &threads, 1, LEARN_ACTORS, "N",
         "number of threads; the weights do not depend on it"},
        {"checkpoint", 'c', OPTION_TEXT, &t.checkpoint, 0, 0, "FILE",
         "resume from FILE and save the state there"},
        {"table-dir", 0, OPTION_TEXT, &t.table_dir, 0, 0, "DIR",
         "learn endings from the largest table in DIR"},
        {"games", 'g', OPTION_INT, &games, 1, 1000000, "N",
         "Awari, Cave: games of self-play (4000)"},
        {"depth", 'd', OPTION_INT, &depth, 1, 20, "N",
         "Awari, Cave: search depth of self-play (4)"},
        {"out", 'o', OPTION_TEXT, &out, 0, 0, "FILE",
         "write the weights to FILE (standard output)"},
        {"svg", 0, OPTION_TEXT, &t.svg, 0, 0, "FILE", "also write the learning curve"},
        {0},
    };
    int n = options_read(self, options, argc, argv, words, 1, 1);
    if (n < 0)
        return -1 - n;
    const lus_rules *r = find_rules(words[0]);
    if (!r)
        return EXIT_FAILED;
    if (!r->search.net && t.svg)
        return print_usage_error(
            "--svg is for games with a network: the weights of %s are fitted at once",
            lus_rules_name(r));
    if (r->search.score_net)
        return train_score(r, seed, threads, games, depth, out);
    if (!r->search.net && r->search.features)
        return train_linear(r, seed, threads, games, depth);
    if (!r->search.net)
        return print_failure("%s has no evaluation to train", lus_rules_name(r));
    if (!t.minutes && !t.steps)
        t.minutes = 3;
    return train(r, seed, threads, &t, out);
}
