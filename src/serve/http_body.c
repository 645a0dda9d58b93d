/* SPDX-License-Identifier: MIT */
/* http_body.c - see http_body.h. */
#ifdef WITH_SERVE

#include "serve/http_body.h"
#include <stdlib.h>
#include <string.h>
#include "lusoria.h"
#include "serve/http_answer.h"
#include "serve/json_body.h"

#define FORM "application/x-www-form-urlencoded"

struct http_request *http_request_new(const char *uri)
{
    struct http_request *r = calloc(1, sizeof *r);
    const char *query = strchr(uri, '?');
    if (r && !(r->query = strdup(query ? query + 1 : ""))) {
        free(r);
        return NULL;
    }
    if (r)
        r->escaped = memchr(uri, '%', strcspn(uri, "?")) != NULL;
    return r;
}

void http_request_free(struct http_request *r)
{
    if (!r)
        return;
    free(r->query);
    free(r->body.bytes);
    engine_job_free(r->job);
    free(r);
}

bool http_request_add(struct http_request *r, const char *bytes, size_t n)
{
    r->too_long = r->too_long || r->body.len + n > HTTP_MAX_BODY;
    if (r->too_long)
        r->dropped += n;
    else
        buffer_bytes(&r->body, bytes, n);
    return r->dropped <= HTTP_MAX_DROPPED;
}

/* Whether the content has this type, with or without parameters such as a charset. */
static bool has_type(struct MHD_Connection *c, const char *wanted)
{
    const char *type =
        MHD_lookup_connection_value(c, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_TYPE);
    size_t n = strlen(wanted);
    return type && !strncmp(type, wanted, n) && (!type[n] || strchr("; ", type[n]));
}

/* Takes the text of a buffer; without memory the connection is closed. */
static bool take_query(struct buffer *b, char **query, enum MHD_Result *sent)
{
    *query = buffer_take(b, NULL);
    *b = (struct buffer){0};
    *sent = MHD_NO;
    return *query != NULL;
}

/* A body {"game":"ur","throw":4} becomes the query "game=ur&throw=4". */
static bool json_query(struct MHD_Connection *c, const struct http_request *r,
                       char **query, enum MHD_Result *sent)
{
    struct buffer text = {0};
    struct json_body_fault fault;
    int status = json_body_query(r->body.bytes, r->body.len, &text, &fault);
    if (status == 0)
        return take_query(&text, query, sent);
    free(text.bytes);
    *sent = status == LUS_ETEXT
                ? http_send_error_at(c, MHD_HTTP_BAD_REQUEST, status, fault.at,
                                     fault.expected, "the body is not a flat JSON object")
                : MHD_NO;
    return false;
}

/* A form is a query already. */
static bool form_query(struct MHD_Connection *c, struct http_request *r, char **query,
                       enum MHD_Result *sent)
{
    if (!r->body.len || !memchr(r->body.bytes, '\0', r->body.len))
        return take_query(&r->body, query, sent);
    *sent = http_send_error(c, MHD_HTTP_BAD_REQUEST, LUS_ETEXT, "text",
                            "the form contains a zero byte");
    return false;
}

/* 413 if it is too long, 415 for a body that is neither a form nor JSON. */
bool http_body_query(struct MHD_Connection *c, struct http_request *r, char **query,
                     enum MHD_Result *sent)
{
    if (r->too_long)
        *sent = http_send_error(c, MHD_HTTP_CONTENT_TOO_LARGE, LUS_ESPACE,
                                "a body of at most 1 MB", "the request is too long");
    else if (has_type(c, HTTP_JSON))
        return json_query(c, r, query, sent);
    else if (has_type(c, FORM))
        return form_query(c, r, query, sent);
    else
        *sent = http_send_error(c, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE, LUS_ETEXT,
                                FORM " or " HTTP_JSON,
                                "the type of the content must be " FORM " or " HTTP_JSON);
    return false;
}

#else

typedef int http_body_is_empty_here;

#endif
