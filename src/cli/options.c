/* SPDX-License-Identifier: MIT */
/* options.c - see options.h; see cli.h: the arguments of commands about one position.

   Accepted forms: --depth 6, --depth=6, -d 6, -d6, flags --json, and "--", after which all
   words are arguments.  A value may begin with a dash (--position --x-...).  Unknown options
   are reported with the nearest known one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/cli.h"
#include "text/sanitise.h"
#include "os/folders.h"
#include "text/nearest.h"

/* ---- options ---- */

/* Prints the help of a command, one line per option; tools/completion reads this output. */
static int print_usage(const struct command *c, const struct option *options)
{
    const char *slash = strrchr(program_name(), '/');
    printf("usage: %s %s %s [options]\n%s\n", slash ? slash + 1 : program_name(), c->name,
           c->args, c->help);
    for (const struct option *o = options; o->name; o++) {
        char left[64];
        snprintf(left, sizeof left, "%s%c%s--%s%s%s", o->letter ? "-" : " ",
                 o->letter ? o->letter : ' ', o->letter ? ", " : "  ", o->name,
                 o->value ? " " : "", o->value ? o->value : "");
        printf("  %-25s  %s\n", left, o->help); /* two blanks: tools/completion */
    }
    printf("\nExamples:\n%s", c->examples);
    return -1 - EXIT_DONE;
}

/* The option named by the first n bytes of a word, or NULL. */
static const struct option *find_option(const struct option *options, const char *word,
                                        size_t n)
{
    for (const struct option *o = options; o->name; o++) {
        if (word[0] == '-' && word[1] == '-') {
            if (strlen(o->name) == n - 2 && !strncmp(word + 2, o->name, n - 2))
                return o;
        } else if (n == 2 && o->letter && word[1] == o->letter) {
            return o;
        }
    }
    return NULL;
}

/* At most 2^53 - 1, the largest whole number that every program reads in JSON. */
static int set_seed(const struct option *o, const char *value)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(value, &end, 10);
    if (errno || end == value || *end || *value == '-' || n >> 53)
        return print_usage_error("--%s takes a whole number from 0 to 9007199254740991",
                                 o->name);
    *(struct seed *)o->into = (struct seed){true, n};
    return 0;
}

/* A text is copied to o->into, which has o->max bytes. */
static int set_secret(const struct option *o, const char *value)
{
    size_t n = strlen(value);
    if (n == 0 || n >= (size_t)o->max)
        return print_usage_error("--%s takes a text of 1 to %d characters", o->name,
                                 o->max - 1);
    memcpy(o->into, value, n + 1);
    return 0;
}

/* The value is overwritten in argv, because other users see arguments in `ps`. */
static int set_hidden_value(const struct option *o, char *value)
{
    int status = o->kind == OPTION_SEED ? set_seed(o, value) : set_secret(o, value);
    memset(value, '*', strlen(value));
    return status;
}

/* Converts the value and stores it; 0, or EXIT_USAGE after a message. */
static int set_value(const struct option *o, char *value)
{
    if (o->kind == OPTION_SEED || o->kind == OPTION_SECRET)
        return set_hidden_value(o, value);
    if (o->kind == OPTION_TEXT || o->kind == OPTION_OPTIONAL_TEXT) {
        *(const char **)o->into = value;
        return 0;
    }
    char *end;
    errno = 0;
    long n = strtol(value, &end, 10);
    if (errno || end == value || *end || n < o->min || n > o->max)
        return print_usage_error("--%s takes a whole number from %d to %d, not '%s'",
                                 o->name, o->min, o->max, value);
    *(int *)o->into = (int)n;
    return 0;
}

/* An option begins with one or two dashes and a lower-case letter.  Positions of Senet may
   begin with dashes too; they are words. */
static bool is_option(const char *word)
{
    const char *name = word + (word[0] == '-' && word[1] == '-' ? 2 : 1);
    return word[0] == '-' && *name >= 'a' && *name <= 'z';
}

/* "there is no option '--dept'; did you mean '--depth'?" */
static int report_unknown(const struct option *options, char *word)
{
    word[strcspn(word, "=")] = '\0';
    struct nearest near = nearest_to(word + strspn(word, "-"));
    for (const struct option *o = options; o->name; o++)
        nearest_try(&near, o->name, o->name);
    if (near.best)
        return print_usage_error("there is no option '%s'; did you mean '--%s'?", word,
                                 near.best);
    return print_usage_error("there is no option '%s'; --help lists all options", word);
}

/* The option of "-d4", a letter with its value attached, or NULL. */
static const struct option *find_attached(const struct option *options, const char *word)
{
    const struct option *o = word[1] == '-' ? NULL : find_option(options, word, 2);
    return o && o->kind != OPTION_FLAG && word[2] != '=' ? o : NULL;
}

/* Reads the option at argv[*i] and moves *i to its value. */
static int read_option(const struct option *options, int argc, char **argv, int *i)
{
    char *word = argv[*i], *equals = strchr(word, '=');
    const struct option *o =
        find_option(options, word, equals ? (size_t)(equals - word) : strlen(word));
    if (!o && (o = find_attached(options, word)))
        return set_value(o, word + 2);
    if (!o)
        return report_unknown(options, word);
    if (o->kind == OPTION_FLAG) {
        if (equals)
            return print_usage_error("--%s takes no value", o->name);
        *(bool *)o->into = true;
        return 0;
    }
    if (o->kind == OPTION_OPTIONAL_TEXT && !equals &&
        (*i + 1 >= argc || argv[*i + 1][0] == '-')) {
        *(const char **)o->into = "";
        return 0;
    }
    if (!equals && *i + 1 >= argc)
        return print_usage_error("--%s needs a value: %s", o->name, o->value);
    return set_value(o, equals ? equals + 1 : argv[++*i]);
}

/* Words and options may be mixed; "--" ends the options. */
int options_read(const struct command *c, const struct option *options, int argc,
                 char **argv, const char **words, int least, int most)
{
    int n = 0;
    bool only_words = false;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (!only_words && !strcmp(word, "--")) {
            only_words = true;
        } else if (only_words || !is_option(word)) {
            if (n == most) {
                print_usage_error("'%s' is one argument too many. Usage: lusoria %s %s",
                                  word, c->name, c->args);
                return -1 - EXIT_USAGE;
            }
            words[n++] = word;
        } else if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
            return print_usage(c, options);
        } else if (read_option(options, argc, argv, &i)) {
            return -1 - EXIT_USAGE;
        }
    }
    if (n >= least)
        return n;
    print_usage_error("an argument is missing. Usage: lusoria %s %s", c->name, c->args);
    return -1 - EXIT_USAGE;
}

/* ---- GAME[:RULES] and a position or a link; without either, the start position ---- */

/* The game of a link; the rules must be `r` if it is not NULL.  Sets *throw to the throw of
   a link without moves, otherwise to LUS_ANY_THROW.  NULL: a message was printed. */
static lus_game *game_of_link(const char *text, const lus_rules *r, int *throw)
{
    lus_record *record;
    lus_fault fault;
    if (lus_record_read_link(text, &record, &fault) < 0) {
        print_fault("link", text, &fault);
        return NULL;
    }
    lus_game *g = lus_game_copy(lus_record_game(record, 0));
    if (g)
        *throw = lus_game_plies(g) ? LUS_ANY_THROW : lus_record_first_throw(record, 0);
    else
        print_error_code(LUS_EMEMORY);
    lus_record_free(record);
    if (g && r && lus_game_rules(g) != r) {
        print_failure("the link is for %s, not for %s", lus_rules_name(lus_game_rules(g)),
                      lus_rules_name(r));
        lus_game_free(g);
        return NULL;
    }
    return g;
}

/* The roll-off (B1) counts as over: a position is analysed, not a whole game. */
static lus_game *game_of_text(const lus_rules *r, const char *text, int *throw)
{
    lus_pos p;
    *throw = LUS_ANY_THROW;
    lus_start(r, &p);
    if (text && strcmp(text, "start") != 0 && !read_position(r, text, &p, throw))
        return NULL;
    lus_game *g = lus_game_new(r, &p);
    if (!g)
        print_error_code(LUS_EMEMORY);
    return g;
}

/* The game of one or two words; NULL: a message was printed. */
static lus_game *game_named(const char **words, int n, int *throw)
{
    if (n == 1 && strchr(words[0], '#'))
        return game_of_link(words[0], NULL, throw);
    const lus_rules *r = find_rules(words[0]);
    if (!r)
        return NULL;
    if (n == 2 && strchr(words[1], '#'))
        return game_of_link(words[1], r, throw);
    return game_of_text(r, n == 2 ? words[1] : NULL, throw);
}

/* A game before the end of its roll-off has no side to move, so it cannot be analysed. */
int position_args(const struct command *self, const struct option *options, int argc,
                  char **argv, lus_game **g, int *throw)
{
    const char *words[2] = {"", ""};
    *g = NULL;
    json_if_asked(argc, argv);
    int n = options_read(self, options, argc, argv, words, 1, 2);
    if (n < 0)
        return -1 - n;
    if (!(*g = game_named(words, n, throw)))
        return EXIT_FAILED;
    if (!lus_game_needs_rolloff(*g))
        return EXIT_DONE;
    lus_game_free(*g);
    *g = NULL;
    return print_failure("the roll-off (B1) of this game is not over");
}

void json_if_asked(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--json"))
            print_errors_as_json();
}

/* ---- the tables that a command uses ---- */

/* A folder given by the user must exist; the default one need not. */
static bool check_folder(const char *folder)
{
    bool exists = folder_exists(folder);
    if (!exists)
        print_failure("%s: cannot open the folder of tables: %s", folder,
                      strerror(errno));
    return exists;
}

/* Warnings do not change the exit code: the other tables are used. */
void tablebase_warn(const struct tables *tables)
{
    char line[SANITISED_BYTES]; /* file names may contain control characters */
    const char *why;
    for (int i = 0; tables && (why = tables_refused(tables, i)); i++)
        fprintf(stderr, "lusoria: %s; ignored\n", /* a warning */
                sanitise(line, why, SANITISED_BYTES));
}

/* Without --table-dir the default folder is used if there is one. */
bool tablebase_open(const struct table_options *o, struct tables **tables)
{
    char standard[4096];
    const char *folder = o->folder;
    *tables = NULL;
    if (o->none)
        return true;
    if (folder && !check_folder(folder))
        return false;
    if (!folder && tables_folder(standard, sizeof standard))
        folder = standard;
    if (folder)
        *tables = tables_open(folder);
    tablebase_warn(*tables);
    return true;
}

/* The errors are negative, because a size is not. */
int size_asked(const struct solver *s, int pieces, int stones)
{
    bool by_pieces = !strcmp(s->size_name, "pieces");
    bool by_stones = !strcmp(s->size_name, "stones");
    if (!by_pieces && !by_stones && (pieces || stones))
        return -print_usage_error("the size of a table of this game cannot be chosen");
    if (by_stones ? pieces : by_pieces && stones)
        return -print_usage_error("the size of a table of this game is given with --%s",
                                  s->size_name);
    return by_pieces ? pieces : by_stones ? stones : 0;
}

/* A block is checked when it is first used, so damage is known only at the end. */
void tablebase_close(struct tables *tables)
{
    for (int i = 0; tables && i < tables_count(tables); i++)
        if (table_damaged(tables_at(tables, i)))
            fprintf(stderr,
                    "lusoria: %s: a block is damaged; its positions were searched "
                    "instead; delete the file and solve again\n",
                    table_info(tables_at(tables, i))->path);
    tables_close(tables);
}
