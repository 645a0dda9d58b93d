/* SPDX-License-Identifier: MIT */
/* fuzz_call.c - a request of the API: a line with the verb, then the query.  Every request is
   answered by one line of JSON, and an error by lusoria.error/1 alone. */
#include <stdlib.h>
#include <string.h>
#include "api/api_call.h"
#include "fuzz.h"

int fuzz_call(const uint8_t *data, size_t size)
{
    const struct api_host host = {.max_depth = 3, .max_nodes = 2000, .max_bytes = 4096};
    static const char error[] = "{\"schema\":\"lusoria.error/1\",";
    static struct fuzz_lines in;
    struct buffer out = {0};
    size_t n;
    if (!fuzz_split(&in, 2, data, size))
        return 0;
    int status = api_call(&host, in.line[0], in.line[1], &out);
    char *answer = buffer_take(&out, &n);
    REQUIRE(answer && n > 2 && answer[0] == '{' && answer[n - 1] == '}');
    REQUIRE(!strchr(answer, '\n') && strlen(answer) == n);
    REQUIRE((status < 0) == !strncmp(answer, error, sizeof error - 1));
    free(answer);
    return 0;
}
