/* SPDX-License-Identifier: MIT */
/* dice.c - see dice.h; the format for users is in lusoria-record(5). */
#include <string.h>
#include "core/dice.h"
#include "core/rules.h"
#include "core/sha256.h"

static int check(const char *text, const char *expected, lus_fault *fault)
{
    struct scan s = scan_on(text, fault);
    while (s.at < s.len && text[s.at] > ' ' && text[s.at] <= '~')
        s.at++;
    if (s.at < s.len || s.len == 0)
        return scan_expect(&s, expected);
    return s.len <= DICE_TEXT ? 0 : scan_fault(&s, LUS_ETEXT, DICE_TEXT, expected);
}

int dice_from_pair(struct dice *d, const char *seed, const char *nonce, lus_fault *fault)
{
    int status = check(seed, "a seed of 1 to 64 characters of ASCII, no spaces", fault);
    if (status == 0)
        status = check(nonce, "a nonce of 1 to 64 characters of ASCII, no spaces", fault);
    if (status < 0)
        return status;
    memcpy(d->seed, seed, strlen(seed) + 1);
    memcpy(d->nonce, nonce, strlen(nonce) + 1);
    return 0;
}

int dice_from_text(struct dice *d, const char *seed, lus_fault *fault)
{
    return dice_from_pair(d, seed, "0", fault);
}

void dice_commitment(const struct dice *d, char hex[DICE_HEX])
{
    struct sha256 s;
    uint8_t digest[SHA256_BYTES];
    sha256_begin(&s);
    sha256_add(&s, d->seed, strlen(d->seed));
    sha256_add(&s, d->nonce, strlen(d->nonce));
    sha256_end(&s, digest);
    bytes_to_hex(digest, sizeof digest, hex);
}

int dice_throw(const struct dice *d, const lus_rules *r, uint64_t k, int *faces)
{
    uint8_t message[DICE_TEXT + 8], digest[SHA256_BYTES];
    size_t n = strlen(d->nonce);
    memcpy(message, d->nonce, n);
    for (int i = 0; i < 8; i++)
        message[n++] = (uint8_t)(k >> (56 - 8 * i));
    hmac_sha256(d->seed, strlen(d->seed), message, n, digest);
    int marked = digest[0] & ((1 << r->dice.sticks) - 1);
    if (faces)
        *faces = marked;
    return r->dice.sticks ? r->dice.value_of_marked[__builtin_popcount((unsigned)marked)]
                          : 0;
}
