/* SPDX-License-Identifier: MIT */
/* store_schema.h - the tables of the store, version by version.

   Step k migrates version k to k + 1.  A released step must not be changed, because stores
   made by it exist.  digest() is a function defined in store.c.

       step 0   players, matches, games
       step 1   decisions and times of the players, the last lines of a bot ("said": the
                column is older than the name of the member), the digest of the record
       step 2   which players are people, reviews of their games, the positions they practise
       step 3   games in progress on a server, and the hashes of their tokens; the columns of
                the clock (milliseconds) are NULL in a game without one.  Its SQL is common to
                SQLite and PostgreSQL, like that of all later steps
       step 4   moves that were taken back, and when a clock will have run out */
#ifndef STORE_STORE_SCHEMA_H
#define STORE_STORE_SCHEMA_H

#define STORE_APPLICATION "1280660303" /* "LUSO", in the header of the file */

static const char *const store_steps[] = {
    "CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE matches ("
    "  id INTEGER PRIMARY KEY,"
    "  rules TEXT NOT NULL,"
    "  first INTEGER NOT NULL REFERENCES players,"
    "  second INTEGER NOT NULL REFERENCES players,"
    "  settings TEXT NOT NULL,"
    "  seed INTEGER NOT NULL,"
    "  added TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,"
    "  UNIQUE (rules, first, second, settings, seed));"
    "CREATE TABLE games ("
    "  id INTEGER PRIMARY KEY,"
    "  match INTEGER REFERENCES matches,"
    "  pair INTEGER,"
    "  seat INTEGER,"
    "  rules TEXT NOT NULL,"
    "  first INTEGER NOT NULL REFERENCES players,"
    "  second INTEGER NOT NULL REFERENCES players,"
    "  limits TEXT,"
    "  result TEXT NOT NULL,"
    "  reason TEXT,"
    "  plies INTEGER NOT NULL,"
    "  record TEXT NOT NULL,"
    "  dice_seed TEXT,"
    "  dice_commitment TEXT,"
    "  added TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);"
    "CREATE UNIQUE INDEX games_of_match ON games (match, pair, seat)"
    "  WHERE match IS NOT NULL;"
    "PRAGMA application_id = " STORE_APPLICATION ";",

    "ALTER TABLE games ADD COLUMN moves_first INTEGER;"
    "ALTER TABLE games ADD COLUMN moves_second INTEGER;"
    "ALTER TABLE games ADD COLUMN ms_first REAL;"
    "ALTER TABLE games ADD COLUMN ms_second REAL;"
    "ALTER TABLE games ADD COLUMN said TEXT;"
    "ALTER TABLE games ADD COLUMN digest INTEGER;"
    "UPDATE games SET digest = digest(record);"
    "CREATE INDEX games_by_digest ON games (digest);",

    "CREATE TABLE people (player INTEGER PRIMARY KEY REFERENCES players);"
    "CREATE TABLE reviews ("
    "  game INTEGER NOT NULL REFERENCES games,"
    "  seat INTEGER NOT NULL,"
    "  decisions INTEGER NOT NULL,"
    "  mean_loss REAL NOT NULL,"
    "  luck REAL NOT NULL,"
    "  grade TEXT,"
    "  PRIMARY KEY (game, seat)) WITHOUT ROWID;"
    "CREATE TABLE practice ("
    "  id INTEGER PRIMARY KEY,"
    "  player INTEGER NOT NULL REFERENCES players,"
    "  rules TEXT NOT NULL,"
    "  position TEXT NOT NULL,"
    "  throw INTEGER NOT NULL,"
    "  game INTEGER REFERENCES games,"
    "  ply INTEGER,"
    "  times INTEGER NOT NULL,"
    "  due INTEGER NOT NULL,"
    "  UNIQUE (player, rules, position, throw));",

    "CREATE TABLE live ("
    "  id TEXT PRIMARY KEY,"
    "  version INTEGER NOT NULL,"
    "  record TEXT NOT NULL,"
    "  dice_seed TEXT NOT NULL,"
    "  committed_nonce TEXT NOT NULL,"
    "  nonce_first TEXT NOT NULL,"
    "  nonce_second TEXT NOT NULL,"
    "  kind_first INTEGER NOT NULL,"
    "  kind_second INTEGER NOT NULL,"
    "  joined_first INTEGER NOT NULL,"
    "  joined_second INTEGER NOT NULL,"
    "  seen_first INTEGER NOT NULL,"
    "  seen_second INTEGER NOT NULL,"
    "  thrown INTEGER NOT NULL,"
    "  draw_by INTEGER NOT NULL,"
    "  undo_by INTEGER NOT NULL,"
    "  rematch_by INTEGER NOT NULL,"
    "  rematch TEXT NOT NULL,"
    "  created INTEGER NOT NULL,"
    "  changed INTEGER NOT NULL,"
    "  clock_first INTEGER,"
    "  clock_second INTEGER,"
    "  clock_started INTEGER);"
    "CREATE INDEX live_by_change ON live (changed);"
    "CREATE TABLE tokens ("
    "  game TEXT NOT NULL REFERENCES live,"
    "  role INTEGER NOT NULL,"
    "  hash TEXT NOT NULL,"
    "  PRIMARY KEY (game, role));",

    "ALTER TABLE live ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE live ADD COLUMN clock_ends BIGINT;"
    "CREATE INDEX live_by_clock ON live (clock_ends);",
};

#endif
