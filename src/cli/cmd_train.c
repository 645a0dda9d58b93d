/* SPDX-License-Identifier: MIT */
/* cmd_train.c - lusoria train: learns the evaluation of a game by self-play.

   The network of a race game is written as a C file for src/games/.  For a game without a
   network it prints the weights of the linear evaluation, to be rounded and copied into
   the game's header:

       $ lusoria train ur --minutes 3 -o net.c          src/learn/learn.h
       step 2, 0 s (0 s CPU), 992924 positions per second, error 0.004807
       $ lusoria train awari -g 20 -d 2                 src/learn/linear_fit.h
       awari:abapa: 624 positions of 20 games, depth 2, seed 1
       feature                                    log odds    95 % +-   relative
       stones taken                                 0.3016     0.0502      1.000
       ...

   --svg draws the learning curve: the mean squared error over the steps.

   The weights depend on rule set, seed and number of steps only, not on threads or time;
   --checkpoint saves the state every ten seconds. */
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
#include "report/plot_svg.h"

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

/* The context of `proceed`: when to stop, and the sums since the last progress line. */
struct training {
    int minutes, steps;
    const char *checkpoint;
    bool terminal;
    double start_s, progress_s, saved_s; /* of the last progress line and checkpoint */
    int64_t first_step;
    double error;
    int64_t samples;
    int status;
    const char *svg; /* NULL: no plot */
    struct learning_curve curve;
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
    }
    return more && !t->status;
}

/* ---- the result ---- */

/* Writes the C file; "ur:finkel" becomes ur_finkel_weights in games/ur/. */
static void write_weights(FILE *f, const lus_rules *r, const struct learner *l,
                          const int16_t *weights)
{
    const char *name = lus_rules_name(r), *colon = strchr(name, ':');
    int game = (int)(colon - name);
    fprintf(f,
            "/* SPDX-License-Identifier: MIT */\n"
            "/* net_%s.c - learned weights of %s; their order is in core/net.h.\n"
            "   Made by: lusoria train %s --steps %lld --seed %llu */\n"
            "#include \"games/%.*s/%.*s.h\"\n\n"
            "/* clang-format off */\n"
            "const int16_t %.*s_%s_weights[%d] = {",
            colon + 1, name, name, (long long)l->step, (unsigned long long)l->seed, game,
            name, game, name, game, name, colon + 1, l->n_weights);
    for (int i = 0; i < l->n_weights; i++)
        fprintf(f, "%s%d,", i % NET_HIDDEN ? "" : "\n", weights[i]);
    fprintf(f, "\n};\n");
}

/* Checked before minutes of work. */
static bool can_write(const char *path)
{
    bool existed = file_exists(path);
    FILE *f = fopen(path, "a");
    if (!f)
        return false;
    fclose(f);
    return existed || file_remove(path);
}

/* Writes the C file to `path` (NULL: standard output) as a whole; an exit code. */
static int write_result(const lus_rules *r, const struct learner *l, const char *path)
{
    int16_t *weights = malloc(sizeof *weights * (size_t)l->n_weights);
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    bool written = weights && f;
    if (written) {
        learner_result(l, weights);
        write_weights(f, r, l, weights);
    }
    free(weights);
    written = f && !fclose(f) && written &&
              (path ? file_write(path, text, n, 0644)
                    : fwrite(text, 1, n, stdout) == n && !fflush(stdout));
    free(text);
    if (!written)
        return print_failure("'%s' could not be written", path ? path : "-");
    return EXIT_DONE;
}

/* Trains a network.  A checkpoint file that does not exist yet is not an error
   (LUS_ESTATE): it is created.  Returns an exit code. */
static int train(const lus_rules *r, int seed, int threads, struct training *t,
                 const char *out)
{
    const char *refused = out && !can_write(out)         ? out
                          : t->svg && !can_write(t->svg) ? t->svg
                                                         : NULL;
    if (refused)
        return print_failure("'%s' could not be written", refused);
    struct learner *l = learner_new(r, (uint64_t)seed);
    if (!l)
        return print_failure("out of memory");
    int status = t->checkpoint ? learner_load(l, t->checkpoint) : LUS_ESTATE;
    if (status && status != LUS_ESTATE) {
        learner_free(l);
        return print_failure("'%s' is not a checkpoint of %s with seed %d", t->checkpoint,
                             lus_rules_name(r), seed);
    }
    t->first_step = l->step;
    t->start_s = t->progress_s = t->saved_s = now_s();
    learner_run(l, threads, proceed, t);
    if (t->terminal)
        fputc('\n', stderr);
    if (t->status)
        status = print_failure("'%s' could not be written", t->checkpoint);
    else
        status = write_result(r, l, out);
    if (status == EXIT_DONE && t->svg)
        status = curve_write(t, r);
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
    if (!r->search.net && r->search.features)
        return train_linear(r, seed, threads, games, depth);
    if (!r->search.net)
        return print_failure("%s has no evaluation to train", lus_rules_name(r));
    if (!t.minutes && !t.steps)
        t.minutes = 3;
    return train(r, seed, threads, &t, out);
}
