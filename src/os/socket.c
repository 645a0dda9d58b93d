/* SPDX-License-Identifier: MIT */
/* socket.c - see socket.h. */
#include <errno.h>
#include <sys/socket.h>
#include "os/socket.h"

/* Peeking at an open connection without data fails with EAGAIN. */
bool socket_is_closed(int fd)
{
    char byte;
    ssize_t n = recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (n >= 0)
        return n == 0;
    return errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR && errno != ENOTSOCK;
}
