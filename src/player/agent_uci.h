/* SPDX-License-Identifier: MIT */
/* agent_uci.h - the lines that a referee sends to a UCI or UGI engine.

       setoption name Game value awari:oware     if it has this option
       ucinewgame
       isready
       position startpos moves FfBe
       go movetime 1000

   A game without dice is sent from its start, because engines know their openings by the
   moves and count repetitions.  Moves of one letter have no blanks between them in UCI, as
   the oware engine Aalina expects.  In a game with dice the position and the throw are sent:
   `position fen POSITION throw 2`, as in lusoria-engine(5). */
#ifndef PLAYER_AGENT_UCI_H
#define PLAYER_AGENT_UCI_H

#include "core/text.h"
#include "player/agent.h"
#include "player/agent_command.h"

enum { UCI_GAMES = 1024 }; /* bytes of the option Game that are kept */

/* An engine as it has introduced itself. */
struct uci_engine {
    enum agent_protocol protocol; /* PROTOCOL_UCI or PROTOCOL_UGI */
    int depth, nodes;             /* limits of each search; 0: none */
    bool game_is_set;             /* the user has set the option Game */
    char games[UCI_GAMES];        /* "type ..." of its option Game; "": it has none */
};

/* The first word to send ("uci") and the word that ends the answer ("uciok"). */
const char *uci_greeting(enum agent_protocol p);
const char *uci_greeting_end(enum agent_protocol p);
/* Keeps the line if it announces the option Game. */
void uci_note_option(struct uci_engine *e, const char *line);
/* Whether the engine plays these rules, as far as it says: it has no option Game, or one that
   takes any text or lists the rule set. */
bool uci_plays(const struct uci_engine *e, const lus_rules *r);

/* Appends "setoption name NAME value VALUE" for each option of the command. */
void uci_write_options(struct text *t, const struct agent_command *c);
/* Appends the option Game, if the engine has it, and "ucinewgame". */
void uci_write_new_game(struct text *t, const struct uci_engine *e, const lus_rules *r);
/* Appends the lines of a turn without `go`; `new_game`: with those of
   uci_write_new_game. */
void uci_write_position(struct text *t, const struct uci_engine *e, const lus_game *g,
                        int throw, bool new_game);
/* Appends the line `go` with the time of the move, or with the clocks (NULL: none). */
void uci_write_go(struct text *t, const struct uci_engine *e, const lus_game *g,
                  int move_ms, const struct agent_clock *clock);

#endif
