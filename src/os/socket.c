/* SPDX-License-Identifier: MIT */
/* socket.c - see socket.h. */
#include "os/socket.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Peeking at an open connection without data fails with EAGAIN. */
bool socket_is_closed(int fd)
{
    char byte;
    ssize_t n = recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (n >= 0)
        return n == 0;
    return errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR && errno != ENOTSOCK;
}

/* A signal or an error counts as something to read: the reader finds out. */
bool socket_wait(int fd, int ms)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};
    return poll(&p, 1, ms) != 0;
}

void socket_end(int fd)
{
    shutdown(fd, SHUT_RDWR);
}

void socket_close(int fd)
{
    if (fd >= 0)
        close(fd);
}

/* ---- addresses ---- */

bool socket_address_read(struct socket_address *a, const char *text, int port)
{
    struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6,
                              .sin6_port = htons((uint16_t)port)};
    memset(a, 0, sizeof *a);
    if (inet_pton(AF_INET, text, &v4.sin_addr) == 1) {
        memcpy(&a->storage, &v4, sizeof v4);
        return true;
    }
    a->ipv6 = inet_pton(AF_INET6, text, &v6.sin6_addr) == 1;
    memcpy(&a->storage, &v6, sizeof v6);
    return a->ipv6;
}

bool socket_address_is_loopback(const struct socket_address *a)
{
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    memcpy(&v4, &a->storage, sizeof v4);
    memcpy(&v6, &a->storage, sizeof v6);
    return a->ipv6 ? IN6_IS_ADDR_LOOPBACK(&v6.sin6_addr)
                   : ntohl(v4.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
}

/* An IPv4 address in IPv6 form ("::ffff:192.0.2.1") is the same client as the plain one. */
static void write_client6(const struct in6_addr *address, char text[SOCKET_CLIENT])
{
    enum { NETWORK_BYTES = 8, V4_AT = 12 };
    struct in6_addr network = *address;
    if (IN6_IS_ADDR_V4MAPPED(address)) {
        inet_ntop(AF_INET, &address->s6_addr[V4_AT], text, SOCKET_CLIENT);
        return;
    }
    memset(&network.s6_addr[NETWORK_BYTES], 0, sizeof network - NETWORK_BYTES);
    inet_ntop(AF_INET6, &network, text, SOCKET_CLIENT);
}

void socket_client(const struct sockaddr *a, char text[SOCKET_CLIENT])
{
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    snprintf(text, SOCKET_CLIENT, "?");
    if (a->sa_family == AF_INET) {
        memcpy(&v4, a, sizeof v4);
        inet_ntop(AF_INET, &v4.sin_addr, text, SOCKET_CLIENT);
    } else if (a->sa_family == AF_INET6) {
        memcpy(&v6, a, sizeof v6);
        write_client6(&v6.sin6_addr, text);
    }
}

bool socket_client_read(const char *address, char text[SOCKET_CLIENT])
{
    struct socket_address a;
    if (!socket_address_read(&a, address, 0))
        return false;
    socket_client((const struct sockaddr *)&a.storage, text);
    return true;
}

/* ---- descriptors ---- */

int descriptor_limit_raise(int wanted)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return wanted;
    rlim_t goal = (rlim_t)wanted < limit.rlim_max ? (rlim_t)wanted : limit.rlim_max;
    if (limit.rlim_cur < goal) {
        struct rlimit raised = {goal, limit.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &raised) == 0)
            limit.rlim_cur = goal;
    }
    return limit.rlim_cur < (rlim_t)wanted ? (int)limit.rlim_cur : wanted;
}
