/* SPDX-License-Identifier: MIT */
/* socket.h - addresses and the state of connections. */
#ifndef OS_SOCKET_H
#define OS_SOCKET_H

#include <stdbool.h>
#include <sys/socket.h>

/* Whether the other side has closed the connection; waits for nothing and reads nothing.
   A descriptor that is not a socket counts as open. */
bool socket_is_closed(int fd);
/* Waits until there is something to read, or the connection was closed, for at most `ms`
   milliseconds; negative: without limit.  False: the time is over. */
bool socket_wait(int fd, int ms);
/* Ends a connection in both directions; its owner still has to close the descriptor. */
void socket_end(int fd);
/* Closes a descriptor; a negative one is ignored. */
void socket_close(int fd);

/* An address with a port to listen on. */
struct socket_address {
    struct sockaddr_storage storage;
    bool ipv6;
};
/* Reads a numeric address, "127.0.0.1" or "::1".  False: it is none. */
bool socket_address_read(struct socket_address *a, const char *text, int port);
/* Whether only this machine can connect to the address. */
bool socket_address_is_loopback(const struct socket_address *a);

enum { SOCKET_CLIENT = 48 }; /* bytes of the text of a client, with the NUL */
/* Writes the address of a client without its port; of IPv6 only the network ("2001:db8:0:1::",
   64 bits), because one client has all addresses of it.  An unknown family is "?". */
void socket_client(const struct sockaddr *a, char text[SOCKET_CLIENT]);
/* The same for an address that is given as text.  False: it is none; then text is unchanged. */
bool socket_client_read(const char *address, char text[SOCKET_CLIENT]);

/* Raises the limit of open descriptors (ulimit -n) towards `wanted`, as far as the system
   allows, and returns it. */
int descriptor_limit_raise(int wanted);

#endif
