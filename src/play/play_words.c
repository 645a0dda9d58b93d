/* SPDX-License-Identifier: MIT */
/* play_words.c - see play_words.h. */
#include <stdio.h>
#include <string.h>
#include "analyse/move_values.h"
#include "play/play_words.h"

/* ---- names ---- */

int play_level(const struct player_spec *spec)
{
    return strncmp(spec->name, "ai:", 3) ? 0 : level_number(spec->name + 3);
}

const char *play_level_name(const struct player_spec *spec)
{
    const char *typed = spec->name + 3;
    return typed[1] ? typed : level_title(play_level(spec));
}

void play_level_strength(const lus_rules *r, int level, char text[PLAY_NAME])
{
    const struct level_strength *s = r->search.strength;
    enum analysis_unit unit = move_values_unit(r);
    struct text t = text_on(text, PLAY_NAME);
    text[0] = '\0';
    if (!s || level > s->measured)
        return;
    text_str(&t, "loses about ");
    text_mean(&t, unit, s->loss[level - 1]);
    text_str(&t, unit == UNIT_STONES ? " stones per move" : " per move");
}

/* "human" and "you" are not names of their own. */
static const char *person_name(const struct player_spec *spec, int player)
{
    static const char *const unnamed[] = {"player 1", "player 2"};
    const char *name = spec[player].name;
    if (strcmp(name, "human") != 0 && strcmp(name, "you") != 0)
        return name;
    return spec[!player].kind == PLAYER_HUMAN ? unnamed[player] : "you";
}

const char *play_player_name(const struct play_options *o, int player)
{
    const struct player_spec *spec = &o->player[player];
    switch (spec->kind) {
    case PLAYER_HUMAN:
        return person_name(o->player, player);
    case PLAYER_RANDOM:
        return "random";
    case PLAYER_GREEDY:
        return "greedy";
    case PLAYER_EXEC:
        return "program";
    default:
        return play_level(spec) ? play_level_name(spec) : "ai";
    }
}

void play_side_name(const struct play *p, int side, char name[PLAY_NAME])
{
    snprintf(name, PLAY_NAME, "%s (%.40s)", lus_side_name(p->rules, side),
             play_player_name(p->options, lus_game_player(p->game, side)));
}

/* ---- sentences ---- */

const char *play_result(const struct play *p, char text[PLAY_RESULT])
{
    char name[PLAY_NAME], score[32] = "";
    lus_end end = lus_game_end(p->game);
    const char *reason = end_reason(p->rules, &end);
    if (!end.over) { /* decided by an error of an exec player, or on time */
        int player = record_result(p->record) == RECORD_FIRST ? 0 : 1;
        end = (lus_end){.winner = lus_game_player(p->game, 0) == player ? 0 : 1};
        reason = record_reason(p->record);
        if (reason && !strcmp(reason, "time"))
            reason = "the opponent's time is over";
    }
    int winner = end.winner < 0 ? 0 : end.winner;
    play_side_name(p, winner, name);
    if (end.reason != LUS_BY_RESIGNATION && (end.score[0] || end.score[1]))
        snprintf(score, sizeof score, " %d-%d", end.score[winner], end.score[!winner]);
    snprintf(text, PLAY_RESULT, "%s%s%s", end.winner < 0 ? "A draw" : name,
             end.winner < 0 ? "" : " wins", score);
    return reason ? reason : "the game is over";
}

void tutor_warning(const struct analysis *a, int i, char text[PLAY_WARNING])
{
    char loss[LUS_MAX_TEXT], move[LUS_MAX_TEXT], best[LUS_MAX_TEXT];
    struct text t = text_on(loss, sizeof loss);
    text_loss(&t, a, a->move[i].value);
    lus_move_format(a->rules, &a->pos, a->move[i].move, move);
    lus_move_format(a->rules, &a->pos, a->move[0].move, best);
    snprintf(text, PLAY_WARNING, "%s costs %s%s %s; %s is better.", move,
             a->move[i].exact && a->move[0].exact ? "" : "about ", loss,
             a->unit == UNIT_STONES ? "stones" : "of your winning chances", best);
}
