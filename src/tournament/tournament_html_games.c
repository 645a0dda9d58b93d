/* SPDX-License-Identifier: MIT */
/* tournament_html_games.c - the games of a tournament on its page: faults of agents, and a
   list for each match: see tournament_html_internal.h.

       dave forfeited 24 games                                put_faults_of
       no answer in time: 24. The last lines of the program:
         Game 1.1 against ann, ply 2: no answer in time       put_fault
           (the lines)
       bob lost 2 games on time                               put_time_losses
       > ann - bob: 83.3 %, 6 games                           put_match
         1.1  ann  bob  1-0  171 plies  0.83 %  1.36 %        put_game */
#include <stdio.h>
#include "tournament/tournament_html_internal.h"
#include "core/text.h"

void tournament_page_mean(const struct tournament_page *p, enum analysis_unit unit,
                          int64_t loss, int decisions)
{
    char mean[64];
    struct text t = text_on(mean, sizeof mean);
    text_mean(&t, unit, loss / decisions / (REVIEW_ONE / 1000000));
    markup_text(p->m, mean);
}

/* The entrant who is player 0 or 1 of the pairing of a game. */
static int entrant_of(const struct tournament_page *p, const struct played_game *g,
                      int player)
{
    return p->t->pairing[g->match].player[player];
}

/* "3.2", game 2 of pair 3, linked to its review if there is one. */
static void put_link(const struct tournament_page *p, int i, const char *before)
{
    const struct played_game *g = &p->games->game[i];
    char file[REVIEW_FILE];
    if (g->reviewed) {
        markup_open(p->m, "a");
        markup_attr_begin(p->m, "href");
        markup_text(p->m, p->folder);
        markup_raw(p->m, "/");
        markup_raw(p->m, tournament_review_file(file, i));
        markup_attr_end(p->m);
    }
    markup_raw_int(p->m, before, g->pair + 1);
    markup_raw_int(p->m, ".", g->seat + 1);
    if (g->reviewed)
        markup_close(p->m);
}

/* ---- faults ---- */

/* What happened, for a person. */
static const char *const fault_text[AGENT_FAULTS] = {
    [AGENT_NO_FAULT] = "",
    [AGENT_CRASH] = "the program ended or closed its output",
    [AGENT_TIMEOUT] = "no answer in time",
    [AGENT_PROTOCOL] = "an answer that is not part of the protocol",
    [AGENT_ILLEGAL] = "a move that the rules do not allow",
    [AGENT_RESIGNED] = "resigned",
    [AGENT_OUT_OF_TIME] = "its clock ran out",
};

/* "Game 3.2 against bob, ply 14: no answer in time", and the last lines. */
static void put_fault(const struct tournament_page *p, int i)
{
    const struct played_game *g = &p->games->game[i];
    markup_raw(p->m, "<li><p>");
    put_link(p, i, "Game ");
    markup_raw(p->m, " against ");
    tournament_page_name(p, entrant_of(p, g, !g->at_fault));
    markup_raw_int(p->m, ", ply ", g->plies + 1);
    markup_raw(p->m, ": ");
    markup_raw(p->m, fault_text[g->fault]);
    markup_raw(p->m, "</p>");
    if (g->last_lines && *g->last_lines) {
        markup_open(p->m, "pre");
        markup_lines(p->m, g->last_lines);
        markup_close(p->m);
    }
    markup_raw(p->m, "</li>\n");
}

/* Whether an entrant lost game i because its time was over. */
static bool lost_on_time(const struct tournament_page *p, int i, int entrant)
{
    const struct played_game *g = &p->games->game[i];
    return g->fault == AGENT_OUT_OF_TIME && entrant_of(p, g, g->at_fault) == entrant;
}

/* Whether an entrant forfeited game i; a loss on time is not a fault. */
static bool forfeited(const struct tournament_page *p, int i, int entrant)
{
    const struct played_game *g = &p->games->game[i];
    return g->fault && g->fault != AGENT_OUT_OF_TIME &&
           entrant_of(p, g, g->at_fault) == entrant;
}

/* How often an entrant had each fault; returns the number of all. */
static int count_faults(const struct tournament_page *p, int entrant,
                        int count[AGENT_FAULTS])
{
    int all = 0;
    for (int i = 0; i < p->games->n; i++) {
        bool own = forfeited(p, i, entrant);
        count[p->games->game[i].fault] += own;
        all += own;
    }
    return all;
}

/* The faults of one entrant: how many of each kind, then the first ones. */
static void put_faults_of(const struct tournament_page *p, int entrant)
{
    int count[AGENT_FAULTS] = {0}, all = count_faults(p, entrant, count), listed = 0;
    if (!all)
        return;
    markup_raw(p->m, "<section class=\"card\"><h3>");
    tournament_page_name(p, entrant);
    markup_raw_int(p->m, " forfeited ", all);
    markup_raw(p->m, all == 1 ? " game</h3>\n<p>" : " games</h3>\n<p>");
    for (int k = 1; k < AGENT_FAULTS; k++)
        if (count[k]) {
            markup_raw(p->m, listed++ ? "; " : "");
            markup_raw(p->m, fault_text[k]);
            markup_raw_int(p->m, ": ", count[k]);
        }
    markup_raw(p->m, all > SHOWN_FAULTS ? ". The first of them, with the last lines of "
                                          "the program:</p>\n<ul class=\"faults\">\n"
                                        : ". The last lines of the program:</p>\n"
                                          "<ul class=\"faults\">\n");
    for (int i = 0; i < p->games->n; i++)
        if (p->games->game[i].fault_shown && forfeited(p, i, entrant))
            put_fault(p, i);
    markup_raw(p->m, "</ul></section>\n");
}

/* "bob lost 2 games on time: 1.1, 2.1": the games of one entrant that its clock decided, the
   first ones with their numbers. */
static void put_time_losses(const struct tournament_page *p, int entrant)
{
    int all = 0, listed = 0;
    for (int i = 0; i < p->games->n; i++)
        all += lost_on_time(p, i, entrant);
    if (!all)
        return;
    markup_raw(p->m, "<section class=\"card\"><h3>");
    tournament_page_name(p, entrant);
    markup_raw_int(p->m, " lost ", all);
    markup_raw(p->m, all == 1 ? " game on time</h3>\n<p>" : " games on time</h3>\n<p>");
    for (int i = 0; i < p->games->n && listed < SHOWN_FAULTS; i++)
        if (lost_on_time(p, i, entrant))
            put_link(p, i, listed++ ? ", " : "Game ");
    markup_raw(p->m,
               all > SHOWN_FAULTS ? " and others</p></section>\n" : "</p></section>\n");
}

void tournament_page_faults(const struct tournament_page *p)
{
    for (int rank = 0; rank < p->t->spec->n; rank++) {
        put_faults_of(p, p->standings.order[rank]);
        put_time_losses(p, p->standings.order[rank]);
    }
}

/* ---- the games of a match ---- */

/* The name of a player, bold if the player won. */
static void put_player(const struct tournament_page *p, const struct played_game *g,
                       int player)
{
    bool won = g->winner == player;
    markup_open(p->m, "td");
    markup_raw(p->m, won ? "<strong>" : "");
    tournament_page_name(p, entrant_of(p, g, player));
    markup_raw(p->m, won ? "</strong>" : "");
    markup_close(p->m);
}

/* The mean loss of a player in this game; empty: it is not reviewed. */
static void put_loss(const struct tournament_page *p, const struct played_game *g,
                     int player)
{
    markup_open_class(p->m, "td", "number wide");
    if (g->reviewed && g->unforced[player])
        tournament_page_mean(p, g->unit, g->loss[player], g->unforced[player]);
    markup_close(p->m);
}

/* Game, first, second, result, plies, mean losses. */
static void put_game(const struct tournament_page *p, int i)
{
    const struct played_game *g = &p->games->game[i];
    static const char *const results[] = {"\xc2\xbd\xe2\x80\x93\xc2\xbd",
                                          "1\xe2\x80\x93"
                                          "0",
                                          "0\xe2\x80\x93"
                                          "1"};
    markup_open(p->m, "tr");
    markup_open(p->m, "td");
    put_link(p, i, "");
    markup_close(p->m);
    put_player(p, g, g->first);
    put_player(p, g, !g->first);
    markup_open(p->m, "td");
    markup_raw(p->m, results[g->winner < 0 ? 0 : 1 + (g->winner != g->first)]);
    markup_raw(p->m, g->fault ? " <span class=\"fault-word\">" : "");
    markup_raw(p->m, g->fault ? agent_fault_name[g->fault] : "");
    markup_raw(p->m, g->fault ? "</span>" : "");
    markup_close(p->m);
    markup_open_class(p->m, "td", "number");
    markup_int(p->m, g->plies);
    markup_close(p->m);
    put_loss(p, g, g->first);
    put_loss(p, g, !g->first);
    markup_close(p->m);
    markup_raw(p->m, "\n");
}

/* "ann - bob: 70.0 %, 10 games". */
static void put_summary(const struct tournament_page *p, const struct pairing *pairing)
{
    char score[32];
    const int *player = pairing->player;
    markup_open(p->m, "summary");
    tournament_page_name(p, player[0]);
    markup_raw(p->m, " \xe2\x80\x93 ");
    tournament_page_name(p, player[1]);
    snprintf(score, sizeof score, ": %.1f %%, ",
             100 * tournament_score(p->t, player[0], player[1]));
    markup_text(p->m, score);
    markup_int(p->m, match_tally_games(&pairing->result.tally));
    markup_raw(p->m, " games");
    markup_close(p->m);
}

/* The table has the id that the crosstable links to: a browser opens the <details> around
   it. */
static void put_match(const struct tournament_page *p, int match, int *at)
{
    struct markup *m = p->m;
    if (*at == p->games->n || p->games->game[*at].match != match)
        return;
    markup_raw(m, "<details>");
    put_summary(p, &p->t->pairing[match]);
    markup_open_class(m, "table", "games");
    markup_attr_begin(m, "id");
    markup_raw_int(m, "m", match + 1);
    markup_attr_end(m);
    markup_raw(m, "<thead><tr><th scope=\"col\">Game</th><th scope=\"col\">First</th>"
                  "<th scope=\"col\">Second</th><th scope=\"col\">Result</th>"
                  "<th scope=\"col\" class=\"number\">Plies</th>"
                  "<th scope=\"col\" class=\"number wide\">First\xe2\x80\x99s loss</th>"
                  "<th scope=\"col\" class=\"number wide\">Second\xe2\x80\x99s loss</th>"
                  "</tr></thead><tbody>\n");
    for (; *at < p->games->n && p->games->game[*at].match == match; ++*at)
        put_game(p, *at);
    markup_raw(m, "</tbody>");
    markup_close(m);
    markup_raw(m, "</details>\n");
}

void tournament_page_games(const struct tournament_page *p)
{
    int at = 0;
    markup_raw(p->m, "<section class=\"card\"><h3>Games</h3>\n");
    for (int i = 0; i < p->t->n; i++)
        put_match(p, i, &at);
    markup_raw(p->m, "</section>\n");
}
