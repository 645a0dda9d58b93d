/* SPDX-License-Identifier: MIT */
/* live_token.c - see live_token.h. */
#include "live/live_token.h"
#include <string.h>
#include "core/sha256.h"
#include "os/entropy.h"

enum { TOKEN_BYTES = 16, ID_BYTES = 8 };

int token_make(char token[LIVE_TOKEN])
{
    uint8_t bytes[TOKEN_BYTES];
    int status = entropy_fill(bytes, sizeof bytes);
    if (status == 0)
        bytes_to_hex(bytes, sizeof bytes, token);
    return status;
}

int token_make_id(char id[LIVE_ID])
{
    uint8_t bytes[ID_BYTES];
    int status = entropy_fill(bytes, sizeof bytes);
    if (status == 0)
        bytes_to_hex(bytes, sizeof bytes, id);
    return status;
}

bool token_is_valid(const char *text)
{
    return strlen(text) == LIVE_TOKEN - 1 &&
           strspn(text, "0123456789abcdef") == LIVE_TOKEN - 1;
}

void token_hash(const char *token, char hash[LIVE_HASH])
{
    struct sha256 s;
    uint8_t digest[SHA256_BYTES];
    sha256_begin(&s);
    sha256_add(&s, token, strlen(token));
    sha256_end(&s, digest);
    bytes_to_hex(digest, sizeof digest, hash);
}

/* The NUL is compared, too, so an empty hash never equals one. */
bool token_hash_equal(const char a[LIVE_HASH], const char b[LIVE_HASH])
{
    unsigned difference = 0;
    for (int i = 0; i < LIVE_HASH; i++)
        difference |= (unsigned char)a[i] ^ (unsigned char)b[i];
    return difference == 0;
}
