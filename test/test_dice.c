/* SPDX-License-Identifier: MIT */
/* test_dice.c - SHA-256 (FIPS 180-4, NIST examples), HMAC-SHA-256 (RFC 4231), dice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/dice.h"
#include "os/entropy.h"
#include "core/random.h"
#include "core/rules.h"
#include "core/sha256.h"

static void expect_sha256(const char *message, size_t n, int times, const char *wanted)
{
    struct sha256 s;
    uint8_t digest[SHA256_BYTES];
    char hex[DICE_HEX];
    sha256_begin(&s);
    for (int i = 0; i < times; i++)
        sha256_add(&s, message, n);
    sha256_end(&s, digest);
    bytes_to_hex(digest, sizeof digest, hex);
    assert_string_equal(hex, wanted);
}

static void sha256_has_the_published_digests(void **state)
{
    (void)state;
    expect_sha256("", 0, 1,
                  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect_sha256("abc", 3, 1,
                  "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect_sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56, 1,
                  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    expect_sha256("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                  "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                  112, 1,
                  "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    expect_sha256("a", 1, 1000000,
                  "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

struct hmac_case {
    char key_byte;
    size_t key_size;
    const char *key, *message;
    char byte; /* 50 of these instead of a message */
    const char *digest;
};

/* RFC 4231, cases 1 to 4, 6 and 7. */
static const struct hmac_case hmac_cases[] = {
    {'\x0b', 20, NULL, "Hi There", 0,
     "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
    {0, 4, "Jefe", "what do ya want for nothing?", 0,
     "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
    {'\xaa', 20, NULL, NULL, '\xdd',
     "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
    {0, 25,
     "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13"
     "\x14\x15\x16\x17\x18\x19",
     NULL, '\xcd', "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"},
    {'\xaa', 131, NULL, "Test Using Larger Than Block-Size Key - Hash Key First", 0,
     "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
    {'\xaa', 131, NULL,
     "This is a test using a larger than block-size key and a larger than block-size "
     "data. The key needs to be hashed before being used by the HMAC algorithm.",
     0, "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"},
    /* an empty key, one of exactly one block, and one byte more: Python's hmac */
    {0, 0, NULL, "Hi There", 0,
     "e48411262715c8370cd5e7bf8e82bef53bd53712d007f3429351843b77c7bb9b"},
    {'k', 64, NULL, "Hi There", 0,
     "5869e1671d6aa2838f1028b78343e7ee54efe2c036d66bdb25451fcd74beca6e"},
    {'k', 65, NULL, "Hi There", 0,
     "a64d953034c2c752115ac1fec7be993fa739388556f1dc64cf82582f8d7d251c"},
};

static void hmac_has_the_published_digests(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof hmac_cases / sizeof hmac_cases[0]; i++) {
        const struct hmac_case *c = &hmac_cases[i];
        char key[131], message[200], hex[DICE_HEX];
        uint8_t digest[SHA256_BYTES];
        size_t n = c->message ? strlen(c->message) : 50;
        memset(key, c->key_byte, sizeof key);
        memset(message, c->byte, sizeof message);
        if (c->key)
            memcpy(key, c->key, c->key_size);
        if (c->message)
            memcpy(message, c->message, n);
        hmac_sha256(key, c->key_size, message, n, digest);
        bytes_to_hex(digest, sizeof digest, hex);
        assert_string_equal(hex, c->digest);
    }
}

/* Computed with another program (Python's hashlib and hmac). */
static void dice_are_what_the_manual_says(void **state)
{
    static const int sticks_of_seed_7[] = {8, 14, 11, 13, 9, 15, 15, 9};
    const lus_rules *r = lus_rules_find("ur:finkel");
    struct dice d;
    char hex[DICE_HEX];
    (void)state;
    assert_int_equal(dice_from_text(&d, "7", NULL), 0);
    assert_string_equal(d.nonce, "0");
    dice_commitment(&d, hex);
    assert_string_equal(
        hex, "ff5a1ae012afa5d4c889c50ad427aaf545d31a4fac04ffc1c4d03d403ba4250a");
    for (int k = 0; k < 8; k++) {
        int faces, value = dice_throw(&d, r, (uint64_t)k, &faces);
        assert_int_equal(faces, sticks_of_seed_7[k]);
        assert_int_equal(value, __builtin_popcount((unsigned)faces));
    }
    int high;
    dice_throw(&d, r, UINT64_C(0x0102030405060708), &high);
    assert_int_equal(high, 12);
    assert_int_equal(dice_throw(&d, lus_rules_find("awari"), 0, NULL), 0);
}

static void dice_refuse_what_they_cannot_be(void **state)
{
    struct dice d = {"old", "old"};
    lus_fault fault;
    char long_seed[DICE_TEXT + 2];
    (void)state;
    assert_int_equal(dice_from_text(&d, "", &fault), LUS_ETEXT);
    assert_int_equal(fault.at, 0);
    assert_int_equal(dice_from_text(&d, "two words", &fault), LUS_ETEXT);
    assert_int_equal(fault.at, 3);
    assert_int_equal(dice_from_text(&d, "caf\xc3\xa9", &fault), LUS_ETEXT);
    assert_int_equal(fault.at, 3);
    memset(long_seed, 'x', sizeof long_seed);
    long_seed[DICE_TEXT + 1] = '\0';
    assert_int_equal(dice_from_text(&d, long_seed, &fault), LUS_ETEXT);
    assert_int_equal(fault.at, DICE_TEXT);
    assert_int_equal(dice_from_pair(&d, "good", "no good", &fault), LUS_ETEXT);
    assert_string_equal(d.seed, "old");
    long_seed[DICE_TEXT] = '\0';
    assert_int_equal(dice_from_text(&d, long_seed, &fault), 0);
}

static void system_dice_differ(void **state)
{
    struct dice a, b;
    (void)state;
    assert_int_equal(dice_from_system(&a), 0);
    assert_int_equal(dice_from_system(&b), 0);
    assert_int_equal(strlen(a.seed), 32);
    assert_int_equal(strlen(a.nonce), 16);
    assert_int_equal(strspn(a.seed, "0123456789abcdef"), 32);
    assert_string_not_equal(a.seed, b.seed);
    assert_string_not_equal(a.nonce, b.nonce);
}

/* Vectors of the authors' reference programs. */
static void random_numbers_are_the_published_ones(void **state)
{
    static const uint64_t split[] = {
        UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
        UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
        UINT64_C(16408922859458223821)};
    static const uint64_t starstar[] = {11520,
                                        0,
                                        1509978240,
                                        UINT64_C(1215971899390074240),
                                        UINT64_C(1216172134540287360),
                                        UINT64_C(607988272756665600),
                                        UINT64_C(16172922978634559625),
                                        UINT64_C(8476171486693032832),
                                        UINT64_C(10595114339597558777),
                                        UINT64_C(2904607092377533576)};
    uint64_t seed = 1234567;
    struct random g = {{1, 2, 3, 4}};
    (void)state;
    for (int i = 0; i < 5; i++)
        assert_true(random_split(&seed) == split[i]);
    for (int i = 0; i < 10; i++)
        assert_true(random_next(&g) == starstar[i]);
}

/* Neighbouring and exchanged (seed, index) give streams that do not meet early. */
static void streams_differ(void **state)
{
    uint64_t first[16 * 16];
    (void)state;
    for (unsigned i = 0; i < 256; i++) {
        struct random g = random_stream(i / 16, i % 16);
        first[i] = random_next(&g);
        for (unsigned j = 0; j < i; j++)
            assert_true(first[i] != first[j]);
    }
    struct random a = random_stream(3, 4), b = random_stream(3, 4);
    assert_true(random_next(&a) == random_next(&b));
}

/* Is a count of throws by value fair?  Chi-square, 1 in 1000 by the weights. */
static void expect_weights(const lus_rules *r, const int *seen, int n)
{
    static const double limit[] = {0, 10.83, 13.82, 16.27, 18.47};
    double chi = 0;
    for (int t = 0; t < lus_throws(r); t++) {
        double wanted = n * lus_throw_weight(r, t) / (double)lus_throw_weight_sum(r);
        double miss = seen[lus_throw_value(r, t)] - wanted;
        chi += miss * miss / wanted;
    }
    assert_true(chi < limit[lus_throws(r) - 1]);
}

static void throws_have_their_weights(void **state)
{
    enum { THROWS = 16000 };
    const lus_rules *r;
    struct dice d;
    (void)state;
    assert_int_equal(dice_from_text(&d, "weights", NULL), 0);
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        int dice[10] = {0}, fast[10] = {0};
        struct random g = random_stream(1, (uint64_t)i);
        for (int k = 0; lus_has_dice(r) && k < THROWS; k++) {
            dice[dice_throw(&d, r, (uint64_t)k, NULL)]++;
            fast[random_throw(r, &g)]++;
        }
        if (lus_has_dice(r)) {
            expect_weights(r, dice, THROWS);
            expect_weights(r, fast, THROWS);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sha256_has_the_published_digests),
        cmocka_unit_test(hmac_has_the_published_digests),
        cmocka_unit_test(dice_are_what_the_manual_says),
        cmocka_unit_test(dice_refuse_what_they_cannot_be),
        cmocka_unit_test(system_dice_differ),
        cmocka_unit_test(random_numbers_are_the_published_ones),
        cmocka_unit_test(streams_differ),
        cmocka_unit_test(throws_have_their_weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
