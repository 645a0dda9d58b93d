/* SPDX-License-Identifier: MIT */
/* agent.c - a minimal player: it plays any legal move.

       cc -o agent examples/agent.c
       lusoria match ur --first exec:./agent --second random --games 10

   The referee sends lines (man lusoria-engine); each turn the position, the legal moves
   and "go". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(void)
{
    static char line[65538], move[64][160];
    int n = 0;
    srand((unsigned)time(NULL));
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        char *word = strtok(line, " \n");
        if (!word)
            continue;
        if (!strcmp(word, "lusoria")) {
            puts("id name any move, in C\nready");
        } else if (!strcmp(word, "legal")) {
            for (n = 0; n < 64 && (word = strtok(NULL, " \n")); n++)
                snprintf(move[n], sizeof move[n], "%s", word);
        } else if (!strcmp(word, "ping")) {
            word = strtok(NULL, " \n");
            printf("pong %s\n", word ? word : "");
        } else if (!strcmp(word, "go")) {
            printf("bestmove %s\n", n ? move[rand() % n] : "pass");
        } else if (!strcmp(word, "quit")) {
            break;
        }
    }
    return 0;
}
