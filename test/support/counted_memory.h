/* SPDX-License-Identifier: MIT */
/* counted_memory.h - allocations of a program that are counted and can be made to fail.

   Only for the one file of a test whose program is linked with --wrap for these functions
   (see the Makefile): it defines them. */
#ifndef TEST_SUPPORT_COUNTED_MEMORY_H
#define TEST_SUPPORT_COUNTED_MEMORY_H

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void *__real_aligned_alloc(size_t alignment, size_t n);
void __real_free(void *p);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);
void *__wrap_aligned_alloc(size_t alignment, size_t n);
void __wrap_free(void *p);

enum { MAX_LIVE = 4096 };
static void *live[MAX_LIVE]; /* allocated and not freed while `counted` is set */
static int n_live, failing;  /* failing: allocations until the one that fails; 0: none */
static bool counted;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool runs_out(void)
{
    pthread_mutex_lock(&lock);
    bool fails = counted && failing > 0 && --failing == 0;
    pthread_mutex_unlock(&lock);
    return fails;
}

static void *add(void *p)
{
    pthread_mutex_lock(&lock);
    if (p && counted && n_live < MAX_LIVE)
        live[n_live++] = p;
    pthread_mutex_unlock(&lock);
    return p;
}

static void subtract(const void *p)
{
    pthread_mutex_lock(&lock);
    for (int i = n_live - 1; p && i >= 0; i--)
        if (live[i] == p) {
            live[i] = live[--n_live];
            break;
        }
    pthread_mutex_unlock(&lock);
}

/* New memory has no zeros, so that a forgotten initialisation is noticed. */
void *__wrap_malloc(size_t n)
{
    void *p = runs_out() ? NULL : add(__real_malloc(n));
    return p && counted ? memset(p, 0xa5, n) : p;
}

void *__wrap_calloc(size_t n, size_t size)
{
    return runs_out() ? NULL : add(__real_calloc(n, size));
}

void *__wrap_aligned_alloc(size_t alignment, size_t n)
{
    return runs_out() ? NULL : add(__real_aligned_alloc(alignment, n));
}

void *__wrap_realloc(void *p, size_t n)
{
    if (runs_out())
        return NULL;
    subtract(p);
    return add(__real_realloc(p, n));
}

void __wrap_free(void *p)
{
    subtract(p);
    __real_free(p);
}

#endif
