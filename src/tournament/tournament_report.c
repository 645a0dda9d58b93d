/* SPDX-License-Identifier: MIT */
/* tournament_report.c - the crosstable of a tournament: see tournament.h.

            player         Elo    +-      %   games      1     2     3
         1  greedy        +248   174   90.0      20      -  80.0 100.0
         2  ai:beginner    +36   139   55.0      20   20.0     -  90.0
         3  random        -284   146    5.0      20    0.0  10.0     -

   Row and column k are the player of rank k; '.' means no games.  The table is computed
   from all results so far, also while the tournament is running (cli/match_cli.c).

   lusoria.tournament/1, players by rank, matches in the order in which they are played:

       {"schema": "lusoria.tournament/1", "game": "ur:finkel", "kind": "round-robin",
        "games": 20, "seed": 1,
        "players": [{"name": "greedy", "player": "greedy", "elo": 248.1, "error": 174.2,
                     "points": 18, "games": 20}, ...],
        "matches": [lusoria.match/1, ...]} */
#include <math.h>
#include "arena/buffer_printf.h"
#include "arena/match_report.h"
#include "tournament/tournament.h"
#include "text/sanitise.h"
#include "text/utf8.h"

double tournament_score(const struct tournament *t, int one, int other)
{
    for (int i = 0; i < t->n; i++) {
        const struct pairing *p = &t->pairing[i];
        const struct match_tally *tally = &p->result.tally;
        double points = 0, games = (double)match_tally_games(tally);
        bool is_first = p->player[0] == one && p->player[1] == other;
        bool is_second = p->player[1] == one && p->player[0] == other;
        if ((!is_first && !is_second) || games < 1)
            continue;
        for (int k = 0; k < 5; k++)
            points += (double)tally->pairs[k] * k / 2;
        return is_first ? points / games : 1 - points / games;
    }
    return -1;
}

/* ---- text ---- */

/* The row of the player of this rank; names are padded to `width` columns. */
static void write_row(struct buffer *b, const struct tournament *t,
                      const struct standings *s, int rank, int width)
{
    const struct tournament_spec *spec = t->spec;
    int i = s->order[rank];
    const struct rating *r = &s->rating[i];
    char name[SANITISED_BYTES];
    buffer_printf(b, "%3d  %s %+6ld %5.0f %6.1f %7lld ", rank + 1,
                  sanitise_padded(name, spec->entrant[i].name, width), lround(r->elo),
                  r->error, r->games ? 100 * r->points / (double)r->games : 0.0,
                  (long long)r->games);
    for (int k = 0; k < spec->n; k++) {
        double score = tournament_score(t, i, s->order[k]);
        if (score < 0)
            buffer_printf(b, "%6s", k == rank ? "-" : ".");
        else
            buffer_printf(b, "%6.1f", 100 * score);
    }
    buffer_str(b, "\n");
}

int tournament_report_text(struct buffer *b, const struct tournament *t)
{
    const struct tournament_spec *spec = t->spec;
    struct standings s;
    char head[SANITISED_BYTES];
    int width = 6, status = tournament_standings(t, &s);
    if (status < 0)
        return status;
    for (int i = 0; i < spec->n; i++) {
        int n = utf8_width(spec->entrant[i].name);
        width = n > 28 ? 28 : n > width ? n : width;
    }
    buffer_printf(b, "     %s    Elo    +-      %%   games ",
                  sanitise_padded(head, "player", width));
    for (int i = 0; i < spec->n; i++)
        buffer_printf(b, "%6d", i + 1);
    buffer_str(b, "\n");
    for (int rank = 0; rank < spec->n; rank++)
        write_row(b, t, &s, rank, width);
    return 0;
}

/* ---- JSON and CSV ---- */

/* An element of "players". */
static void json_entrant(struct json *j, const struct entrant *e, const struct rating *r)
{
    json_open(j, NULL, '{');
    json_string(j, "name", e->name);
    json_string(j, "player", e->player);
    json_real(j, "elo", r->elo);
    json_real(j, "error", r->error);
    json_real(j, "points", r->points);
    json_int(j, "games", r->games);
    json_close(j, '}');
}

int tournament_report_json(struct json *j, const struct tournament *t)
{
    const struct tournament_spec *spec = t->spec;
    struct standings s;
    int status = tournament_standings(t, &s);
    if (status < 0)
        return status;
    json_open(j, NULL, '{');
    json_string(j, "schema", "lusoria.tournament/1");
    json_string(j, "game", lus_rules_name(spec->rules));
    json_string(j, "kind", spec->gauntlet ? "gauntlet" : "round-robin");
    json_int(j, "games", spec->games);
    json_int(j, "seed", (int64_t)spec->seed);
    json_open(j, "players", '[');
    for (int rank = 0; rank < spec->n; rank++)
        json_entrant(j, &spec->entrant[s.order[rank]], &s.rating[s.order[rank]]);
    json_close(j, ']');
    json_open(j, "matches", '[');
    for (int i = 0; i < t->n; i++)
        match_report_json(j, &t->pairing[i].match, &t->pairing[i].result);
    json_close(j, ']');
    json_close(j, '}');
    return 0;
}

void tournament_report_csv(struct buffer *b, const struct tournament *t)
{
    match_report_csv_head(b);
    for (int i = 0; i < t->n; i++)
        match_report_csv_row(b, &t->pairing[i].match, &t->pairing[i].result.tally);
}
