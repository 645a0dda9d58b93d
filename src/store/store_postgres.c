/* SPDX-License-Identifier: MIT */
/* store_postgres.c - a store in a PostgreSQL database: see struct sql_backend in store_sql.h.

       postgresql://USER@HOST:PORT/DATABASE, postgresql:///DATABASE, postgresql:///?service=NAME

   libpq reads passwords from the file of PGPASSFILE or from a service file.  A password in the
   URL is refused: every user of the machine could see it in the list of processes.

   The comment of the table games is "lusoria store VERSION": it says that the tables are
   ours.  Values are sent and received as text.  The result of a statement is received
   completely before its first row is used.

   A server waits for an answer for at most SERVE_MS.  A connection that was lost, or that did
   not answer, fails at once from then on, until store_reconnect has made a new one: the
   statements are prepared again when they are used. */
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "os/clock.h"
#include "os/socket.h"
#include "store/store_internal.h"
#include "store/store_schema.h"

#define CHANNEL "lusoria"
#define COMMENT "lusoria store "

enum { SERVE_MS = 6000, MAX_VALUES = 32, NUMBER = 32 };

/* The member `database` of a store. */
struct pg_database {
    PGconn *connection;
    char *url;
    bool lost, read_only;
    int limit_ms;   /* for an answer; -1: none */
    int connected;  /* how often: statements of earlier connections are gone */
    int statements; /* their names are numbers */
};

/* A prepared statement. */
struct pg_statement {
    char name[16], *sql;
    int connected; /* the connection that knows it; 0: none */
    int n;         /* placeholders */
    const char *value[MAX_VALUES];
    char number[MAX_VALUES][NUMBER];
    PGresult *result; /* NULL: not run yet */
    int row;
};

static struct pg_database *database_of(struct store *s)
{
    return s->database;
}

/* ---- errors ---- */

/* Without the line feed, and without the lines after the first. */
static int set_message(struct store *s, const char *what, const char *message)
{
    char text[400];
    snprintf(text, sizeof text, "%s: %.*s", what, (int)strcspn(message, "\n"), message);
    return store_set_error(s, text);
}

/* The connection cannot be used any more. */
static int lose(struct store *s, const char *message)
{
    database_of(s)->lost = true;
    return set_message(s, "is not connected", message);
}

/* The error of a result.  Class 40 of SQLSTATE: the transaction was ended because of another
   one, and can be repeated. */
static int set_result_error(struct store *s, const PGresult *r)
{
    PGconn *c = database_of(s)->connection;
    const char *state = r ? PQresultErrorField(r, PG_DIAG_SQLSTATE) : NULL;
    const char *message = r ? PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    if (PQstatus(c) == CONNECTION_BAD)
        return lose(s, message ? message : PQerrorMessage(c));
    int status = set_message(s, "cannot be used", message ? message : PQerrorMessage(c));
    return state && !strncmp(state, "40", 2) ? LUS_ESTATE : status;
}

/* ---- requests ---- */

/* Waits until PQgetResult does not block.  False: the connection was lost. */
static bool await(struct store *s, double until)
{
    struct pg_database *d = database_of(s);
    while (PQisBusy(d->connection)) {
        double left = until - clock_ms();
        if (d->limit_ms >= 0 && left <= 0) {
            lose(s, "there was no answer in time");
            return false;
        }
        socket_wait(PQsocket(d->connection), d->limit_ms < 0 ? -1 : (int)left + 1);
        if (!PQconsumeInput(d->connection)) {
            lose(s, PQerrorMessage(d->connection));
            return false;
        }
    }
    return true;
}

static bool is_good(const PGresult *r)
{
    ExecStatusType status = PQresultStatus(r);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* Receives the results of what was sent (`sent` is the result of PQsend...) and keeps the last
   one, or the first that is an error, in *last.  Returns 0 or an error. */
static int receive(struct store *s, int sent, PGresult **last)
{
    struct pg_database *d = database_of(s);
    double until = clock_ms() + d->limit_ms;
    PGresult *r;
    *last = NULL;
    if (!sent)
        return set_result_error(s, NULL);
    for (;;) {
        if (!await(s, until)) {
            PQclear(*last);
            *last = NULL;
            return LUS_EFILE;
        }
        if (!(r = PQgetResult(d->connection)))
            return is_good(*last) ? 0 : set_result_error(s, *last);
        if (*last && !is_good(*last)) {
            PQclear(r);
        } else {
            PQclear(*last);
            *last = r;
        }
    }
}

/* COMMIT of a transaction that has failed is a ROLLBACK without an error. */
static int run_sql(struct store *s, const char *sql)
{
    struct pg_database *d = database_of(s);
    PGresult *r;
    if (d->lost)
        return LUS_EFILE;
    int status = receive(s, PQsendQuery(d->connection, sql), &r);
    if (status == 0 && !strcmp(sql, "COMMIT") && strcmp(PQcmdStatus(r), "COMMIT") != 0)
        status = store_set_error(s, "cannot be used: the transaction was rolled back");
    PQclear(r);
    return status;
}

/* ---- statements ---- */

/* Copies the statement with "$1" for "?1" and counts the placeholders.  Texts in quotes have no
   question marks. */
static void translate(char *to, const char *sql, int *n)
{
    *n = 0;
    for (size_t i = 0; (to[i] = sql[i]); i++)
        if (sql[i] == '?') {
            int number = atoi(sql + i + 1);
            to[i] = '$';
            *n = number > *n ? number : *n;
        }
}

/* The database learns of it when it is used. */
static void *prepare_sql(struct store *s, const char *sql)
{
    struct pg_statement *q = calloc(1, sizeof *q);
    if (!q || !(q->sql = malloc(strlen(sql) + 1))) {
        free(q);
        store_set_error(s, "cannot be used: there is no memory");
        return NULL;
    }
    snprintf(q->name, sizeof q->name, "%d", ++database_of(s)->statements);
    translate(q->sql, sql, &q->n);
    return q;
}

static void reset_sql(void *handle)
{
    struct pg_statement *q = handle;
    PQclear(q->result);
    q->result = NULL;
    memset(q->value, 0, sizeof q->value);
}

static void finalize_sql(void *handle)
{
    struct pg_statement *q = handle;
    reset_sql(q);
    free(q->sql);
    free(q);
}

static void bind_text(void *handle, int at, const char *text)
{
    ((struct pg_statement *)handle)->value[at - 1] = text;
}

static void bind_int(void *handle, int at, int64_t value)
{
    struct pg_statement *q = handle;
    snprintf(q->number[at - 1], NUMBER, "%lld", (long long)value);
    q->value[at - 1] = q->number[at - 1];
}

static void bind_real(void *handle, int at, double value)
{
    struct pg_statement *q = handle;
    snprintf(q->number[at - 1], NUMBER, "%.17g", value);
    q->value[at - 1] = q->number[at - 1];
}

/* Prepares it in this connection, once. */
static int announce_statement(struct store *s, struct pg_statement *q)
{
    struct pg_database *d = database_of(s);
    PGresult *r;
    if (q->connected == d->connected)
        return 0;
    int status =
        receive(s, PQsendPrepare(d->connection, q->name, q->sql, q->n, NULL), &r);
    PQclear(r);
    q->connected = status == 0 ? d->connected : 0;
    return status;
}

/* Runs the statement and receives all its rows. */
static int execute(struct store *s, struct pg_statement *q)
{
    struct pg_database *d = database_of(s);
    if (d->lost)
        return LUS_EFILE;
    int status = announce_statement(s, q);
    if (status == 0)
        status = receive(
            s, PQsendQueryPrepared(d->connection, q->name, q->n, q->value, NULL, NULL, 0),
            &q->result);
    if (status < 0) {
        PQclear(q->result);
        q->result = NULL;
    }
    return status;
}

static int step_sql(struct store *s, void *handle)
{
    struct pg_statement *q = handle;
    if (q->result) {
        q->row++;
    } else {
        int status = execute(s, q);
        if (status < 0)
            return status;
        q->row = 0;
    }
    return q->row < PQntuples(q->result);
}

static int64_t count_changes(struct store *s, void *handle)
{
    (void)s;
    return atoll(PQcmdTuples(((struct pg_statement *)handle)->result));
}

static bool column_is_null(void *handle, int column)
{
    const struct pg_statement *q = handle;
    return PQgetisnull(q->result, q->row, column);
}

static const char *column_text(void *handle, int column)
{
    const struct pg_statement *q = handle;
    return column_is_null(handle, column) ? NULL : PQgetvalue(q->result, q->row, column);
}

/* A truth value is "t" or "f". */
static int64_t column_int(void *handle, int column)
{
    const char *text = column_text(handle, column);
    return !text ? 0 : *text == 't' ? 1 : atoll(text);
}

static double column_real(void *handle, int column)
{
    const char *text = column_text(handle, column);
    return text ? strtod(text, NULL) : 0;
}

/* ---- the version ---- */

static int identify_database(struct store *s, struct store_identity *i)
{
    int status = sql_number(s,
                            "SELECT count(*) FROM pg_class WHERE relkind IN ('r', 'p')"
                            " AND relnamespace = current_schema()::regnamespace",
                            &i->tables);
    if (status < 0)
        return status;
    struct statement *q =
        sql_prepare(s, "SELECT obj_description(to_regclass('games'), 'pg_class')");
    status = sql_step(q);
    const char *comment = status == 1 ? sql_text(q, 0) : NULL;
    i->is_store = comment && !strncmp(comment, COMMENT, strlen(COMMENT));
    i->version = i->is_store ? atoll(comment + strlen(COMMENT)) : 0;
    sql_finish(q);
    return status < 0 ? status : 0;
}

static int write_version(struct store *s, int version)
{
    char sql[80];
    snprintf(sql, sizeof sql, "COMMENT ON TABLE games IS '" COMMENT "%d'", version);
    return run_sql(s, sql);
}

/* ---- connecting ---- */

/* PostgreSQL's remarks, such as that something exists already. */
static void ignore_notice(void *arg, const char *message)
{
    (void)arg, (void)message;
}

/* A database that acknowledges before the disk has the data is told not to.  The limits let a
   server continue when another process holds a lock for too long. */
static int set_session(struct store *s)
{
    struct pg_database *d = database_of(s);
    int status = run_sql(s, "SELECT set_config('synchronous_commit', 'on', false)"
                            " WHERE current_setting('synchronous_commit') = 'off'");
    if (status == 0 && d->read_only)
        status = run_sql(s, "SET default_transaction_read_only = on");
    if (status == 0 && d->limit_ms >= 0)
        status = run_sql(s, "SET lock_timeout = '3s'; SET statement_timeout = '5s';"
                            "SET idle_in_transaction_session_timeout = '10s'");
    return status;
}

/* The URL comes last: what it sets, counts.  A lost network is noticed after 15 seconds. */
static int connect_database(struct store *s)
{
    static const char *const names[] = {"connect_timeout",
                                        "fallback_application_name",
                                        "client_encoding",
                                        "keepalives_idle",
                                        "keepalives_interval",
                                        "keepalives_count",
                                        "tcp_user_timeout",
                                        "dbname",
                                        NULL};
    struct pg_database *d = database_of(s);
    const char *const values[] = {"4", "lusoria", "UTF8", "5", "5",
                                  "2", "15000",   d->url, NULL};
    d->connection = PQconnectdbParams(names, values, 1);
    d->lost = PQstatus(d->connection) != CONNECTION_OK;
    d->connected++;
    if (d->lost)
        return set_message(s, "cannot be opened", PQerrorMessage(d->connection));
    PQsetNoticeProcessor(d->connection, ignore_notice, NULL);
    return set_session(s);
}

static bool has_password(const PQconninfoOption *o)
{
    for (; o->keyword; o++)
        if (o->val &&
            (!strcmp(o->keyword, "password") || !strcmp(o->keyword, "sslpassword")))
            return true;
    return false;
}

/* Refuses a URL that is none, or that contains a password; neither is printed. */
static int check_url(struct store *s)
{
    char *why = NULL;
    PQconninfoOption *parsed = PQconninfoParse(s->path, &why);
    bool valid = parsed, secret = valid && has_password(parsed);
    PQconninfoFree(parsed);
    PQfreemem(why);
    if (valid && !secret)
        return 0;
    snprintf(s->path, sizeof s->path, "postgresql:");
    return store_set_error(s, valid ? "must not contain a password, which others could "
                                      "see: write it to the file of PGPASSFILE"
                                    : "is followed by something that is not a URL: use "
                                      "postgresql://USER@HOST/DATABASE");
}

static int open_database(struct store *s, enum store_mode mode)
{
    struct pg_database *d = s->database = calloc(1, sizeof *d);
    if (!d || !(d->url = strdup(s->path)))
        return LUS_EMEMORY;
    d->read_only = mode == STORE_READ;
    d->limit_ms = -1;
    int status = check_url(s);
    return status < 0 ? status : connect_database(s);
}

static int serve_database(struct store *s)
{
    database_of(s)->limit_ms = SERVE_MS;
    return set_session(s);
}

static void close_database(struct store *s)
{
    struct pg_database *d = database_of(s);
    PQfinish(d->connection);
    free(d->url);
    free(d);
}

/* ---- several processes ---- */

/* Also reads what has arrived, so that the end of an idle connection is seen. */
static bool is_lost(struct store *s)
{
    struct pg_database *d = database_of(s);
    if (!d->lost && !PQconsumeInput(d->connection))
        lose(s, PQerrorMessage(d->connection));
    return d->lost;
}

static int reconnect(struct store *s)
{
    PQfinish(database_of(s)->connection);
    return connect_database(s);
}

static int listen_to_others(struct store *s)
{
    return run_sql(s, "LISTEN " CHANNEL);
}

static int notify_others(struct store *s, const char *sender, const char *words)
{
    struct statement *q =
        sql_prepare(s, "SELECT pg_notify('" CHANNEL "', CAST(?1 AS TEXT) || ' ' || word)"
                       " FROM unnest(string_to_array(?2, ' ')) AS word");
    sql_bind_text(q, 1, sender);
    sql_bind_text(q, 2, words);
    return sql_execute(q, NULL);
}

/* Takes a message that has arrived.  False: there is none. */
static bool take_message(struct pg_database *d, char *text, size_t size)
{
    PGnotify *n = PQnotifies(d->connection);
    if (n)
        snprintf(text, size, "%s", n->extra);
    PQfreemem(n);
    return n;
}

static int wait_for_message(struct store *s, int ms, char *text, size_t size)
{
    struct pg_database *d = database_of(s);
    if (d->lost)
        return LUS_EFILE;
    if (take_message(d, text, size))
        return 1;
    socket_wait(PQsocket(d->connection), ms);
    if (is_lost(s))
        return LUS_EFILE;
    return take_message(d, text, size);
}

const struct sql_backend postgres_backend = {
    .begin = "BEGIN",
    .first_step = postgres_schema,
    .migration_lock = "SELECT pg_advisory_xact_lock(" STORE_APPLICATION ")",
    .is_lost = is_lost,
    .reconnect = reconnect,
    .listen = listen_to_others,
    .notify = notify_others,
    .wait = wait_for_message,
    SQL_BACKEND_FUNCTIONS};
