/* SPDX-License-Identifier: MIT */
/* request_guard.c - see request_guard.h. */
#ifdef WITH_SERVE

#include "serve/request_guard.h"
#include <stdio.h>
#include <string.h>

/* ---- the host ---- */

/* The length of a host without its port; "[::1]:80" has brackets around the address. */
static size_t name_length(const char *host)
{
    if (host[0] == '[')
        return strcspn(host, "]") + (strchr(host, ']') != NULL);
    return strcspn(host, ":");
}

static bool same_name(const char *a, size_t n, const char *b, size_t m)
{
    if (n != m)
        return false;
    for (size_t i = 0; i < n; i++) {
        char x = a[i] >= 'A' && a[i] <= 'Z' ? (char)(a[i] + 32) : a[i];
        char y = b[i] >= 'A' && b[i] <= 'Z' ? (char)(b[i] + 32) : b[i];
        if (x != y)
            return false;
    }
    return true;
}

/* Whether a list, separated by commas, has this name. */
static bool list_has(const char *list, const char *name, size_t n)
{
    while (*list) {
        size_t m = strcspn(list, ",");
        if (same_name(name, n, list, m))
            return true;
        list += list[m] ? m + 1 : m;
    }
    return false;
}

/* Without the brackets of IPv6. */
static bool is_numeric(const char *name, size_t n)
{
    char text[SOCKET_CLIENT], client[SOCKET_CLIENT];
    bool brackets = n > 2 && name[0] == '[' && name[n - 1] == ']';
    if (n >= sizeof text)
        return false;
    snprintf(text, sizeof text, "%.*s", (int)(brackets ? n - 2 : n), name + brackets);
    return socket_client_read(text, client);
}

bool guard_host(const struct request_guard *g, const char *host)
{
    if (!host)
        return false;
    size_t n = name_length(host);
    if (host[n] && host[n] != ':')
        return false;
    return list_has("127.0.0.1,localhost,[::1]", host, n) ||
           (g->hosts && list_has(g->hosts, host, n)) ||
           (g->numeric && is_numeric(host, n));
}

bool guard_origin(const char *origin, const char *fetch_site, const char *host)
{
    const char *name = origin ? strstr(origin, "://") : NULL;
    if (fetch_site && !strcmp(fetch_site, "cross-site"))
        return false;
    return !origin || (name && host && !strcmp(name + 3, host));
}

/* ---- the length ---- */

static enum MHD_Result count_lengths(void *self, enum MHD_ValueKind kind,
                                     const char *name, const char *value)
{
    static const char length[] = MHD_HTTP_HEADER_CONTENT_LENGTH;
    static const char coding[] = MHD_HTTP_HEADER_TRANSFER_ENCODING;
    size_t n = strlen(name);
    int *count = self;
    (void)kind, (void)value;
    *count += same_name(name, n, length, strlen(length)) ||
              same_name(name, n, coding, strlen(coding));
    return MHD_YES;
}

bool guard_length(struct MHD_Connection *c, bool post)
{
    int count = 0;
    MHD_get_connection_values(c, MHD_HEADER_KIND, count_lengths, &count);
    return count == 1 || (count == 0 && !post);
}

/* ---- the client ---- */

/* The last address of "client, proxy1, proxy2". */
static bool read_forwarded(const char *list, char client[SOCKET_CLIENT])
{
    const char *comma = strrchr(list, ',');
    const char *last = comma ? comma + 1 : list;
    return socket_client_read(last + strspn(last, " "), client);
}

void guard_client(const struct request_guard *g, struct MHD_Connection *c,
                  char client[SOCKET_CLIENT])
{
    const char *forwarded =
        g->trust_proxy
            ? MHD_lookup_connection_value(c, MHD_HEADER_KIND, "X-Forwarded-For")
            : NULL;
    if (forwarded && read_forwarded(forwarded, client))
        return;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    snprintf(client, SOCKET_CLIENT, "?");
    if (info && info->client_addr)
        socket_client(info->client_addr, client);
}

#else

typedef int request_guard_is_empty_here;

#endif
