/* SPDX-License-Identifier: MIT */
/* cmd_serve.c - lusoria serve: the page and the API on this machine (serve/serve.h). */
#include <stdio.h>
#include "cli/cli.h"
#include "os/signals.h"
#include "serve/serve.h"

enum { DEFAULT_PORT = 8080 };

int cmd_serve(const struct command *self, int argc, char **argv)
{
    int port = DEFAULT_PORT;
    const struct option options[] = {{"port", 'p', OPTION_INT, &port, 0, 65535, "N",
                                      "the port (8080); 0: any free one"},
                                     {0}};
    const char *words[1];
    int n = options_read(self, options, argc, argv, words, 0, 0);
    if (n < 0)
        return -1 - n;
    if (!serve_is_built_in)
        return print_failure("this program was built without libmicrohttpd");
    end_signals_block(); /* before the threads of the server are made */
    struct serve *s = serve_start(port);
    if (!s)
        return print_failure("port %d cannot be used; try --port 0", port);
    if (!serve_has_file("lusoria.wasm"))
        fprintf(stderr, "The engine of the page is not built in: run 'make page'.\n");
    printf("Open http://127.0.0.1:%d/ in a browser. Ctrl-C ends the server.\n",
           serve_port(s));
    fflush(stdout);
    end_signals_wait();
    serve_stop(s);
    return EXIT_DONE;
}
