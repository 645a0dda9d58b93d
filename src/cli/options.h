/* SPDX-License-Identifier: MIT */
/* options.h - the options of a command: one table per command, read by one loop.

       int depth = 4;
       bool json = false;
       const struct option options[] = {
           {"depth", 'd', OPTION_INT, &depth, 1, 63, "N", "search depth in plies (4)"},
           {"json", 0, OPTION_FLAG, &json, 0, 0, NULL, "print JSON"},
           {0},
       };
       int n = options_read(self, options, argc, argv, words, 1, 1);
       if (n < 0)
           return -1 - n;

   A variable keeps its value if the option is not given: that is the default. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct command;

enum option_kind {
    OPTION_FLAG,          /* no value: bool * */
    OPTION_INT,           /* a whole number from min to max: int * */
    OPTION_TEXT,          /* const char ** */
    OPTION_OPTIONAL_TEXT, /* const char **; "" if the value is left out */
    OPTION_SECRET,        /* a text of 1 to max - 1 bytes, copied into a char [max] */
    OPTION_SEED           /* a number of at most 53 bits, as in JSON: struct seed * */
};

/* Secrets and seeds are overwritten in argv, which other programs of the user can read, as
   soon as they are read. */
struct seed {
    bool given;
    uint64_t value;
};

/* A row of the table of a command; --help prints its rows in their order. */
struct option {
    const char *name; /* "depth" for --depth; NULL ends the table */
    char letter;      /* 'd' for -d; 0: none */
    enum option_kind kind;
    void *into; /* where the value goes: see option_kind */
    int min, max;
    const char *value, *help; /* "N", "plies to search" */
};

/* Reads argv[1..]: sets the options, and puts the other words, at least `least` and at
   most `most`, into `words` (pointers into argv).  Returns their number.  Negative: the
   command ends with exit code -1 - (what was returned); --help was printed, or wrong usage
   was reported. */
int options_read(const struct command *c, const struct option *options, int argc,
                 char **argv, const char **words, int least, int most);

#endif
