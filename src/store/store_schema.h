/* SPDX-License-Identifier: MIT */
/* store_schema.h - the tables of the store, version by version.

   Step k migrates version k to k + 1.  A released step must not be changed, because stores
   made by it exist.  digest() is a function defined in store.c.

       step 0   players, matches, games
       step 1   decisions and times of the players, the last lines of a bot ("said": the
                column is older than the name of the member), the digest of the record
       step 2   which players are people, reviews of their games, the positions they practise
       step 3   games in progress on a server, and the hashes of their tokens; the columns of
                the clock (milliseconds) are NULL in a game without one
       step 4   moves that were taken back, and when a clock will have run out
       step 5   since when a level has to play, in seconds since 1970; the processes of a
                server, and the event streams of players that are open in each of them

   PostgreSQL starts with version 6: postgres_schema makes the tables that steps 0 to 5 make.
   All later steps are common SQL and are run by both.  test/postgres.sh compares the
   tables, columns, keys and indexes of the two. */
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

    "ALTER TABLE live ADD COLUMN level_since BIGINT;"
    "CREATE INDEX live_by_level ON live (level_since);"
    "CREATE TABLE processes (id TEXT PRIMARY KEY, alive BIGINT NOT NULL);"
    "CREATE TABLE streams ("
    "  process TEXT NOT NULL REFERENCES processes,"
    "  number BIGINT NOT NULL,"
    "  game TEXT NOT NULL,"
    "  player BIGINT NOT NULL,"
    "  PRIMARY KEY (process, number));"
    "CREATE INDEX streams_by_game ON streams (game);",
};

enum { STORE_FIRST_COMMON = 6 }; /* the version of postgres_schema */

#define POSTGRES_ID "id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"
#define POSTGRES_ADDED                                                                   \
    "added TEXT NOT NULL DEFAULT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD "         \
    "HH24:MI:SS')"

/* Who is connected is known to the processes, which write it again after a crash of the
   database: these two tables need no log. */
static const char postgres_schema[] =
    "CREATE TABLE players (" POSTGRES_ID ", name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE matches (" POSTGRES_ID ","
    "  rules TEXT NOT NULL,"
    "  first BIGINT NOT NULL REFERENCES players,"
    "  second BIGINT NOT NULL REFERENCES players,"
    "  settings TEXT NOT NULL,"
    "  seed BIGINT NOT NULL,"
    "  " POSTGRES_ADDED ","
    "  UNIQUE (rules, first, second, settings, seed));"
    "CREATE TABLE games (" POSTGRES_ID ","
    "  match BIGINT REFERENCES matches,"
    "  pair BIGINT,"
    "  seat BIGINT,"
    "  rules TEXT NOT NULL,"
    "  first BIGINT NOT NULL REFERENCES players,"
    "  second BIGINT NOT NULL REFERENCES players,"
    "  limits TEXT,"
    "  result TEXT NOT NULL,"
    "  reason TEXT,"
    "  plies BIGINT NOT NULL,"
    "  record TEXT NOT NULL,"
    "  dice_seed TEXT,"
    "  dice_commitment TEXT,"
    "  " POSTGRES_ADDED ","
    "  moves_first BIGINT,"
    "  moves_second BIGINT,"
    "  ms_first DOUBLE PRECISION,"
    "  ms_second DOUBLE PRECISION,"
    "  said TEXT,"
    "  digest BIGINT);"
    "CREATE UNIQUE INDEX games_of_match ON games (match, pair, seat)"
    "  WHERE match IS NOT NULL;"
    "CREATE INDEX games_by_digest ON games (digest);"
    "CREATE TABLE people (player BIGINT PRIMARY KEY REFERENCES players);"
    "CREATE TABLE reviews ("
    "  game BIGINT NOT NULL REFERENCES games,"
    "  seat BIGINT NOT NULL,"
    "  decisions BIGINT NOT NULL,"
    "  mean_loss DOUBLE PRECISION NOT NULL,"
    "  luck DOUBLE PRECISION NOT NULL,"
    "  grade TEXT,"
    "  PRIMARY KEY (game, seat));"
    "CREATE TABLE practice (" POSTGRES_ID ","
    "  player BIGINT NOT NULL REFERENCES players,"
    "  rules TEXT NOT NULL,"
    "  position TEXT NOT NULL,"
    "  throw BIGINT NOT NULL,"
    "  game BIGINT REFERENCES games,"
    "  ply BIGINT,"
    "  times BIGINT NOT NULL,"
    "  due BIGINT NOT NULL,"
    "  UNIQUE (player, rules, position, throw));"
    "CREATE TABLE live ("
    "  id TEXT PRIMARY KEY,"
    "  version BIGINT NOT NULL,"
    "  record TEXT NOT NULL,"
    "  dice_seed TEXT NOT NULL,"
    "  committed_nonce TEXT NOT NULL,"
    "  nonce_first TEXT NOT NULL,"
    "  nonce_second TEXT NOT NULL,"
    "  kind_first BIGINT NOT NULL,"
    "  kind_second BIGINT NOT NULL,"
    "  joined_first BIGINT NOT NULL,"
    "  joined_second BIGINT NOT NULL,"
    "  seen_first BIGINT NOT NULL,"
    "  seen_second BIGINT NOT NULL,"
    "  thrown BIGINT NOT NULL,"
    "  draw_by BIGINT NOT NULL,"
    "  undo_by BIGINT NOT NULL,"
    "  rematch_by BIGINT NOT NULL,"
    "  rematch TEXT NOT NULL,"
    "  created BIGINT NOT NULL,"
    "  changed BIGINT NOT NULL,"
    "  clock_first BIGINT,"
    "  clock_second BIGINT,"
    "  clock_started BIGINT,"
    "  generation BIGINT NOT NULL DEFAULT 0,"
    "  clock_ends BIGINT,"
    "  level_since BIGINT);"
    "CREATE INDEX live_by_change ON live (changed);"
    "CREATE INDEX live_by_clock ON live (clock_ends);"
    "CREATE INDEX live_by_level ON live (level_since);"
    "CREATE TABLE tokens ("
    "  game TEXT NOT NULL REFERENCES live,"
    "  role BIGINT NOT NULL,"
    "  hash TEXT NOT NULL,"
    "  PRIMARY KEY (game, role));"
    "CREATE UNLOGGED TABLE processes (id TEXT PRIMARY KEY, alive BIGINT NOT NULL);"
    "CREATE UNLOGGED TABLE streams ("
    "  process TEXT NOT NULL REFERENCES processes,"
    "  number BIGINT NOT NULL,"
    "  game TEXT NOT NULL,"
    "  player BIGINT NOT NULL,"
    "  PRIMARY KEY (process, number));"
    "CREATE INDEX streams_by_game ON streams (game);";

#endif
