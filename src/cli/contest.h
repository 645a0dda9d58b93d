/* SPDX-License-Identifier: MIT */
/* contest.h - a match as the commands run it: kept, shown while it goes on, reported. */
#ifndef CLI_CONTEST_H
#define CLI_CONTEST_H

#include "arena/match.h"
#include "cli/agents.h"
#include "cli/output.h"
#include "os/files.h"
#include "cli/stored.h"
#include "text/json.h"

struct contest {
    struct match match;
    char name[2][PLAYER_NAME]; /* the players, as the store knows them */
    struct tally tally;
    int64_t recalled; /* games of earlier runs */
    struct tables *tables;
};

/* Reads a player as it was typed, or says what is wrong; its name is set to the text, a
   level's to its title.  `log` names the file of its dialogues. */
bool contest_player(struct contest *c, int who, const char *text, int time_ms,
                    const struct agent_wish *wish, const char *log);
/* The opening of a game unless the user wishes another (-1). */
int contest_opening(const lus_rules *r, int wished);

/* Gives c->tables to those of its players who use them. */
void contest_tables(struct contest *c);

/* How it stands, while it goes on: called now and then, by any thread. */
struct contest_show {
    void *arg;
    void (*show)(void *arg, const struct contest *c, const struct tally *t,
                 int64_t stored);
    double every_ms;
};

/* Plays it, keeping the games if there is a store; an exit code.  Ctrl-C ends it: what
   was counted until then is its result, and contest_end says so behind the report. */
int contest_run(struct contest *c, struct store *store, const struct contest_show *show);
int contest_end(int status, bool stored);
/* Sets the seed to that of the match in the store which is to go on, if there is one; 1:
   there is; negative: said why not. */
int contest_resume_seed(struct contest *c, struct store *store);

/* ---- reports ---- */

/* "+12", "-infinite" */
enum { ELO_TEXT = 16 };
const char *elo_text(char out[ELO_TEXT], double elo);
void contest_print(const struct contest *c);
void contest_print_faults(const struct contest *c); /* nothing if there are none */
void contest_json(struct json *j, const struct contest *c);
void contest_csv_head(struct buffer *b);
void contest_csv(struct buffer *b, const struct contest *c);
/* As printf, up to 511 bytes. */
void print_into(struct buffer *b, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
