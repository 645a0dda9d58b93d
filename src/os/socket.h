/* SPDX-License-Identifier: MIT */
/* socket.h - the state of a connection. */
#ifndef OS_SOCKET_H
#define OS_SOCKET_H

#include <stdbool.h>

/* Whether the other side has closed the connection; waits for nothing and reads nothing.
   A descriptor that is not a socket counts as open. */
bool socket_is_closed(int fd);

#endif
