/* SPDX-License-Identifier: MIT */
/* fuzz_live.c - requests about games between people, as the server handles them after HTTP.

   The first line has the fields of a new game; each further line is a request of a player, a
   spectator or the invited person:

       game=ur&name=Ada&clock=5%2B3
       0 join nonce=a
       3 join name=Bob
       0 throw ply=0
       0 move ply=0&move=0-2

   Every request is answered by one object, lusoria.game/1 or lusoria.error/1; the store never
   fails, and the seed of the dice is shown only when the game is over. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fuzz.h"
#include "live/live_service.h"
#include "live/live_token.h"

enum { MAX_REQUESTS = 64, INPUTS_OF_A_STORE = 2000 };

/* The tokens of the game, by their role; "": not known. */
static char tokens[LIVE_INVITED + 1][LIVE_TOKEN];
static char id[LIVE_ID];

/* Copies the value of a member that contains a token or an id; false: it is not there. */
static bool copy_member(const char *json, const char *name, char *to, size_t n)
{
    char key[32];
    snprintf(key, sizeof key, "\"%s\":\"", name);
    const char *at = strstr(json, key);
    if (!at || strlen(at) < strlen(key) + n)
        return false;
    memcpy(to, at + strlen(key), n);
    to[n] = '\0';
    return true;
}

static void check(const char *answer, enum live_answer result, bool is_record)
{
    static const char game[] = "{\"schema\":\"lusoria.game/1\",";
    static const char error[] = "{\"schema\":\"lusoria.error/1\",";
    bool good = result == ANSWER_OK || result == ANSWER_CREATED;
    REQUIRE(result != ANSWER_FAILED);
    if (good && is_record)
        return;
    REQUIRE(
        !strncmp(answer, good ? game : error, good ? sizeof game - 1 : sizeof error - 1));
    REQUIRE(!strchr(answer, '\n') && answer[strlen(answer) - 1] == '}');
    if (strstr(answer, "\"seed\":\""))
        REQUIRE(strstr(answer, "\"next\":\"over\""));
}

/* Sends one request.  Returns the answer, which the caller frees; NULL: the query is refused
   before it reaches the service. */
static char *send(struct live_service *s, const char *action, const char *token,
                  char *text)
{
    struct query fields;
    struct buffer out = {0};
    if (query_read(&fields, text))
        return NULL;
    const struct live_request request = {
        .id = token ? id : NULL, .action = action, .token = token, .fields = &fields};
    enum live_answer result = live_call(s, &request, &out);
    char *answer = buffer_take(&out, NULL);
    REQUIRE(answer);
    check(answer, result, !strcmp(action, "record"));
    return answer;
}

/* "0 move ply=0&move=A": the digit is a role; anything else is used as a token itself. */
static void send_line(struct live_service *s, char *line)
{
    char *action = line + strcspn(line, " "), *text;
    if (*action)
        *action++ = '\0';
    text = action + strcspn(action, " ");
    if (*text)
        *text++ = '\0';
    bool role = line[0] >= '0' && line[0] <= '3' && !line[1];
    char *answer = send(s, action, role ? tokens[line[0] - '0'] : line, text);
    if (answer && !strcmp(action, "join"))
        copy_member(answer, "token",
                    tokens[strstr(answer, "\"you\":0") ? LIVE_FIRST : LIVE_SECOND],
                    LIVE_TOKEN - 1);
    free(answer);
}

/* The games of one input stay in the store, so a new one is made from time to time. */
static struct live_service *service(void)
{
    static struct live_service *s;
    static int inputs;
    char why[STORE_ERROR];
    const struct live_config config = {
        .store = ":memory:", .absence = 60, .expiry = 3600};
    if (s && ++inputs % INPUTS_OF_A_STORE == 0) {
        live_close(s);
        s = NULL;
    }
    if (!s && live_open(&s, &config, why, sizeof why) < 0)
        s = NULL; /* built without SQLite */
    return s;
}

int fuzz_live(const uint8_t *data, size_t size)
{
    static struct fuzz_lines in;
    struct live_service *s = service();
    if (!s || !fuzz_split(&in, 2, data, size))
        return 0;
    memset(tokens, 0, sizeof tokens);
    char *made = send(s, "create", NULL, in.line[0]);
    if (made && copy_member(made, "id", id, LIVE_ID - 1)) {
        copy_member(made, "token",
                    tokens[strstr(made, "\"you\":0") ? LIVE_FIRST : LIVE_SECOND],
                    LIVE_TOKEN - 1);
        copy_member(made, "spectator", tokens[LIVE_SPECTATOR], LIVE_TOKEN - 1);
        copy_member(made, "invite", tokens[LIVE_INVITED], LIVE_TOKEN - 1);
        char *line = in.line[1];
        for (int i = 0; i < MAX_REQUESTS && *line; i++) {
            char *next = line + strcspn(line, "\n");
            if (*next)
                *next++ = '\0';
            send_line(s, line);
            line = next;
        }
    }
    free(made);
    return 0;
}
