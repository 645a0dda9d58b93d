/* SPDX-License-Identifier: MIT */
/* api_handles.c - calls of the functions on searches, analyses, tables, records and
   reviews: see api.h. */
#include <math.h>
#include <string.h>
#include "api.h"

/* ---- tables ---- */

static const lus_tables *tables(struct api *a)
{
    return api_null(a) ? NULL : a->tables;
}

CALL(lus_tables_open)
{
    lus_tables *t = NULL;
    const char *folder = api_folder(a);
    int status = lus_tables_open(folder, api_null(a) ? NULL : &t);
    api_check(status, 0);
    REQUIRE(!t == (status < 0));
    if (!t)
        return;
    lus_search_tables(a->search, NULL);
    lus_tables_close(a->tables);
    a->tables = t;
}

CALL(lus_tables_close)
{
    (void)a;
    lus_tables_close(NULL);
}

CALL(lus_tables_count)
{
    api_check(lus_tables_count(tables(a)), 1000);
}

CALL(lus_tables_at)
{
    lus_table out;
    const lus_tables *t = tables(a);
    int i = api_int(a), status = lus_tables_at(t, i, api_null(a) ? NULL : &out);
    api_check(status, 0);
    REQUIRE(status < 0 || (out.rules && out.path && i < lus_tables_count(t)));
}

CALL(lus_tables_skipped)
{
    const lus_tables *t = tables(a);
    const char *why = lus_tables_skipped(t, api_int(a));
    REQUIRE(!why || why[0]);
}

CALL(lus_tables_probe)
{
    double value;
    const lus_tables *t = tables(a);
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    int status = lus_tables_probe(t, r, p, api_null(a) ? NULL : &value);
    api_check(status, 1);
    REQUIRE(status != 1 || fabs(value) <= 48);
}

CALL(lus_tables_probe_move)
{
    double value;
    const lus_tables *t = tables(a);
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    int thrown = api_throw(a);
    lus_move m = api_move(a, r, p, thrown);
    int status = lus_tables_probe_move(t, r, p, thrown, m, api_null(a) ? NULL : &value);
    api_check(status, 1);
    REQUIRE(status != 1 || fabs(value) <= 48);
}

/* ---- searches ---- */

static lus_search *search(struct api *a)
{
    return api_null(a) ? NULL : a->search;
}

CALL(lus_search_new)
{
    lus_search_free(lus_search_new(api_int(a)));
}

CALL(lus_search_free)
{
    lus_search_free(NULL);
    lus_search_free(a->search);
    a->search = lus_search_new(1);
}

CALL(lus_search_tables)
{
    api_check(lus_search_tables(search(a), tables(a)), 0);
}

CALL(lus_search_stop)
{
    lus_search_stop(search(a), api_int(a));
}

CALL(lus_search_move)
{
    lus_search *s = search(a);
    const lus_game *g = api_null(a) ? NULL : a->game;
    int thrown = api_throw(a);
    lus_limits limits = api_limits(a);
    lus_move best = 0;
    if (a->searches-- <= 0)
        return;
    int status = lus_search_move(s, g, thrown, &limits, api_null(a) ? NULL : &best);
    api_check(status, 0);
    REQUIRE(status < 0 ||
            !lus_move_refuse(lus_game_rules(g), lus_game_pos(g), thrown, best));
}

/* ---- analyses ---- */

static const lus_analysis *analysis(struct api *a)
{
    return api_null(a) ? NULL : a->analysis;
}

CALL(lus_analyse)
{
    lus_search *s = search(a);
    const lus_game *g = api_null(a) ? NULL : a->game;
    int thrown = api_null(a) ? LUS_ANY_THROW : api_throw(a);
    lus_limits limits = api_limits(a);
    lus_analysis *made = NULL;
    if (a->searches-- <= 0)
        return;
    int status = lus_analyse(s, g, thrown, &limits, api_null(a) ? NULL : &made);
    api_check(status, 0);
    REQUIRE(!made == (status < 0));
    if (made) {
        lus_analysis_free(a->analysis);
        a->analysis = made;
    }
}

CALL(lus_analysis_free)
{
    lus_analysis_free(a->analysis);
    a->analysis = NULL;
}

CALL(lus_analysis_unit)
{
    api_check(lus_analysis_unit(analysis(a)), LUS_UNIT_STONES);
}

CALL(lus_analysis_depth)
{
    api_check(lus_analysis_depth(analysis(a)), LUS_MAX_DEPTH);
}

CALL(lus_analysis_count)
{
    api_check(lus_analysis_count(analysis(a)), LUS_MAX_MOVES);
}

CALL(lus_analysis_at)
{
    lus_rating out;
    const lus_analysis *of = analysis(a);
    int status = lus_analysis_at(of, api_int(a), api_null(a) ? NULL : &out);
    api_check(status, 0);
    REQUIRE(status < 0 || (out.win >= 0 && out.win <= 1 && out.loss >= 0));
}

CALL(lus_analysis_line)
{
    int thrown;
    lus_move m;
    const lus_analysis *of = analysis(a);
    int i = api_int(a), k = api_int(a);
    api_check(lus_analysis_line(of, i, k, api_null(a) ? NULL : &thrown, &m), 1);
}

CALL(lus_analysis_json)
{
    size_t n = 0;
    const lus_analysis *of = analysis(a);
    char *text = lus_analysis_json(of, api_null(a) ? NULL : &n);
    REQUIRE(!of == !text && (!text || n == 0 || n == strlen(text)));
    lus_free(text);
}

/* ---- records ---- */

static lus_record *record(struct api *a)
{
    return api_null(a) ? NULL : a->record;
}

/* A record that is going to change has no review any more. */
static lus_record *free_record(struct api *a)
{
    lus_review_free(a->review);
    a->review = NULL;
    return record(a);
}

static void use_record(struct api *a, lus_record *made, int status)
{
    api_check(status, 0);
    REQUIRE(!made == (status < 0));
    if (!made)
        return;
    free_record(a);
    lus_record_free(a->record);
    a->record = made;
}

CALL(lus_record_new)
{
    use_record(a, lus_record_new(), 0);
}

CALL(lus_record_read)
{
    lus_record *made = NULL;
    lus_fault fault = {0};
    const char *text = api_text(a);
    size_t n = text ? strlen(text) : api_below(a, 9);
    int status = lus_record_read(text, n, api_null(a) ? NULL : &made, &fault);
    REQUIRE(fault.code == status && fault.at <= n);
    use_record(a, made, status);
}

CALL(lus_record_read_link)
{
    lus_record *made = NULL;
    lus_fault fault = {0};
    int status = lus_record_read_link(api_text(a), api_null(a) ? NULL : &made, &fault);
    REQUIRE(fault.code == status);
    use_record(a, made, status);
}

CALL(lus_record_free)
{
    (void)a;
    lus_record_free(NULL);
}

CALL(lus_record_add)
{
    lus_record *r = free_record(a);
    api_check(lus_record_add(r, api_null(a) ? NULL : a->game), 1 << 20);
}

CALL(lus_record_count)
{
    api_check(lus_record_count(record(a)), 1 << 20);
}

CALL(lus_record_game)
{
    const lus_record *r = record(a);
    int i = api_int(a);
    REQUIRE((i >= 0 && i < lus_record_count(r)) == (lus_record_game(r, i) != NULL));
}

CALL(lus_record_first_throw)
{
    const lus_record *r = record(a);
    api_check(lus_record_first_throw(r, api_int(a)), 127);
}

CALL(lus_record_set_first_throw)
{
    lus_record *r = free_record(a);
    int i = api_int(a);
    api_check(lus_record_set_first_throw(r, i, api_throw(a)), 0);
}

CALL(lus_record_tag)
{
    const lus_record *r = record(a);
    int i = api_int(a);
    const char *value = lus_record_tag(r, i, api_text(a));
    REQUIRE(!value || i < lus_record_count(r));
}

CALL(lus_record_set_tag)
{
    static const char *const names[] = {"First", "Result", "a b", "", NULL};
    lus_record *r = free_record(a);
    int i = api_int(a);
    const char *name = names[api_below(a, 5)];
    api_check(lus_record_set_tag(r, i, name, api_text(a)), 0);
}

CALL(lus_record_comment)
{
    const lus_record *r = record(a);
    int i = api_int(a), ply = api_int(a);
    REQUIRE(!lus_record_comment(r, i, ply) || i < lus_record_count(r));
}

CALL(lus_record_set_comment)
{
    lus_record *r = free_record(a);
    int i = api_int(a), ply = api_int(a);
    const char *text = api_text(a);
    int status = lus_record_set_comment(r, i, ply, text);
    api_check(status, 0);
    REQUIRE(status < 0 || !text == !lus_record_comment(r, i, ply) || !text[0]);
}

CALL(lus_record_result)
{
    const lus_record *r = record(a);
    int i = api_int(a);
    REQUIRE(!lus_record_result(r, i) == !lus_record_game(r, i));
}

CALL(lus_record_reason)
{
    const lus_record *r = record(a);
    int i = api_int(a);
    REQUIRE(!lus_record_reason(r, i) || lus_record_game(r, i));
}

CALL(lus_record_decide)
{
    lus_record *r = free_record(a);
    int i = api_int(a), winner = api_int(a);
    int status = lus_record_decide(r, i, winner, api_text(a));
    api_check(status, 0);
    REQUIRE(status < 0 || strcmp(lus_record_result(r, i), "*") != 0);
}

CALL(lus_record_write)
{
    char *text = NULL;
    size_t n = 0;
    const lus_record *r = record(a);
    const char *format = api_text(a);
    int status = lus_record_write(r, format, api_null(a) ? NULL : &text, &n);
    api_check(status, 0);
    REQUIRE(!text == (status < 0) && (!text || n == strlen(text)));
    lus_free(text);
}

CALL(lus_dice_check)
{
    int n;
    const lus_record *r = record(a);
    int i = api_int(a);
    api_check(lus_dice_check(r, i, api_null(a) ? NULL : &n), LUS_DICE_WRONG);
}

/* ---- reviews ---- */

static const lus_review *review(struct api *a)
{
    return api_null(a) ? NULL : a->review;
}

CALL(lus_review_new)
{
    lus_search *s = search(a);
    lus_limits limits = api_limits(a);
    lus_review *made = NULL;
    if (a->searches-- <= 0)
        return;
    int status = lus_review_new(s, record(a), &limits, api_null(a) ? NULL : &made);
    api_check(status, 0);
    REQUIRE(!made == (status < 0));
    if (made) {
        lus_review_free(a->review);
        a->review = made;
    }
}

CALL(lus_review_free)
{
    lus_review_free(a->review);
    a->review = NULL;
}

CALL(lus_review_plies)
{
    const lus_review *v = review(a);
    api_check(lus_review_plies(v, api_int(a)), 1 << 20);
}

CALL(lus_review_at)
{
    lus_review_ply out;
    const lus_review *v = review(a);
    int i = api_int(a), ply = api_int(a);
    int status = lus_review_at(v, i, ply, api_null(a) ? NULL : &out);
    api_check(status, 0);
    REQUIRE(status < 0 || (out.loss >= 0 && out.verdict <= LUS_VERDICT_BLUNDER));
}

CALL(lus_review_write)
{
    char *text = NULL;
    size_t n = 0;
    const lus_review *v = review(a);
    const char *format = api_text(a);
    int status = lus_review_write(v, format, api_null(a) ? NULL : &text, &n);
    api_check(status, 0);
    REQUIRE(!text == (status < 0) && (!text || n == strlen(text)));
    lus_free(text);
}

const struct api_function api_handles[] = {
    CALLED(lus_tables_open),
    CALLED(lus_tables_close),
    CALLED(lus_tables_count),
    CALLED(lus_tables_at),
    CALLED(lus_tables_skipped),
    CALLED(lus_tables_probe),
    CALLED(lus_tables_probe_move),
    CALLED(lus_search_new),
    CALLED(lus_search_free),
    CALLED(lus_search_tables),
    CALLED(lus_search_stop),
    CALLED(lus_search_move),
    CALLED(lus_analyse),
    CALLED(lus_analysis_free),
    CALLED(lus_analysis_unit),
    CALLED(lus_analysis_depth),
    CALLED(lus_analysis_count),
    CALLED(lus_analysis_at),
    CALLED(lus_analysis_line),
    CALLED(lus_analysis_json),
    CALLED(lus_record_new),
    CALLED(lus_record_read),
    CALLED(lus_record_read_link),
    CALLED(lus_record_free),
    CALLED(lus_record_add),
    CALLED(lus_record_count),
    CALLED(lus_record_game),
    CALLED(lus_record_first_throw),
    CALLED(lus_record_set_first_throw),
    CALLED(lus_record_tag),
    CALLED(lus_record_set_tag),
    CALLED(lus_record_comment),
    CALLED(lus_record_set_comment),
    CALLED(lus_record_result),
    CALLED(lus_record_reason),
    CALLED(lus_record_decide),
    CALLED(lus_record_write),
    CALLED(lus_dice_check),
    CALLED(lus_review_new),
    CALLED(lus_review_free),
    CALLED(lus_review_plies),
    CALLED(lus_review_at),
    CALLED(lus_review_write),
    {NULL, NULL},
};
