/* SPDX-License-Identifier: MIT */
/* terminal.c - see terminal.h.

   Ctrl-C: the handler only sets a flag and resets itself (SA_RESETHAND), so a second Ctrl-C
   ends the process as usual.  It is installed without SA_RESTART, so that a blocked read
   returns. */
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "cli/cli.h"
#include "cli/terminal.h"
#include "os/clock.h"

/* NULL and "auto": colours in a terminal, unless NO_COLOR is set. */
static bool wants_color(const char *when)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    if (when && strcmp(when, "auto") != 0)
        return !strcmp(when, "always");
    return isatty(STDOUT_FILENO) && !(no_color && *no_color) && term &&
           strcmp(term, "dumb") != 0;
}

int terminal_open(struct terminal *t, const char *when, bool ascii)
{
    bool known = !when || !strcmp(when, "auto") || !strcmp(when, "always") ||
                 !strcmp(when, "never");
    if (!known)
        return print_usage_error("--color takes auto, always or never, not '%s'", when);
    setlocale(LC_CTYPE, "");
    bool utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8");
    *t = (struct terminal){
        .look = {.unicode = utf8 && !ascii, .color = wants_color(when)},
        .typed = isatty(STDIN_FILENO),
    };
    t->interactive = t->typed && isatty(STDOUT_FILENO);
    return 0;
}

/* The size of a terminal; 80 x 24 for a pipe or a terminal that does not know its size. */
static struct winsize window(int fd)
{
    struct winsize w = {0};
    if (ioctl(fd, TIOCGWINSZ, &w) < 0 || !w.ws_col || !w.ws_row)
        w = (struct winsize){.ws_col = 80, .ws_row = 24};
    return w;
}

int terminal_columns_of(int fd)
{
    int columns = window(fd).ws_col;
    return columns > 100 ? 100 : columns;
}

int terminal_columns(void)
{
    return terminal_columns_of(STDOUT_FILENO);
}

int side_columns(const lus_rules *r)
{
    int width = 6;
    for (int side = 0; side < 2; side++) {
        int n = (int)strlen(lus_side_name(r, side));
        width = n > width ? n : width;
    }
    return width;
}

int terminal_rows_of(int fd)
{
    return window(fd).ws_row;
}

int terminal_rows(void)
{
    return terminal_rows_of(STDOUT_FILENO);
}

void ink_print(const struct terminal *t, enum ink ink)
{
    char escape[16];
    struct text out = text_on(escape, sizeof escape);
    text_ink(&out, &t->look, ink);
    fputs(escape, stdout);
}

/* ---- boards ---- */

static bool begins_character(char c)
{
    return ((unsigned char)c & 0xc0) != 0x80;
}

/* Prints an escape sequence of colour up to its last byte, 'm', and returns a pointer to
   it; the caller prints it. */
static const char *print_escape(const char *at)
{
    while (*at != 'm' && at[1])
        putchar(*at++);
    return at;
}

void board_print(const struct terminal *t, const char *board)
{
    int column = 1;
    bool unsure = false; /* the terminal may have used two columns for a character */
    for (; *board; board++) {
        bool escape = *board == '\033', whole = begins_character(*board);
        if (escape)
            board = print_escape(board);
        else if (unsure && whole && !strchr(" \n", *board)) {
            printf("\033[%dG", column);
            unsure = false;
        }
        putchar(*board);
        if ((unsigned char)*board >= 0x80)
            unsure = t->interactive;
        if (*board == '\n')
            column = 1, unsure = false;
        else
            column += whole && !escape;
    }
}

void print_wrapped(const char *text)
{
    print_indented(text, 0);
}

void print_indented(const char *text, int indent)
{
    int room = terminal_columns() - 1 - indent, column = 0;
    while (*text) {
        int n = (int)strcspn(text, " ");
        if (column && column + 1 + n > room) {
            putchar('\n');
            column = 0;
        }
        if (!column)
            printf("%*s", indent, "");
        column += printf("%s%.*s", column ? " " : "", n, text);
        text += n + (text[n] == ' ');
    }
    putchar('\n');
}

/* ---- lines ---- */

/* Lock-free, because a handler sets them. */
static _Atomic bool interrupted;
static _Atomic int64_t first_interrupt_ms; /* 0: none yet */

/* One Ctrl-C may arrive as several signals: timeout(1), for example, signals its child and
   then its process group.  Only a later signal ends the program, by the default action. */
static void on_interrupt(int signal_number)
{
    enum { SAME_INTERRUPT_MS = 1000 };
    int64_t now = 1 + (int64_t)clock_ms(), first = 0;
    interrupted = true;
    if (atomic_compare_exchange_strong(&first_interrupt_ms, &first, now) ||
        now - first < SAME_INTERRUPT_MS)
        return;
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

void interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = on_interrupt}, before;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGINT, &action, &before) == 0 && before.sa_handler == SIG_IGN)
        sigaction(SIGINT, &before, NULL); /* a background job keeps ignoring it */
}

bool interrupt_seen(void)
{
    return interrupted;
}

_Atomic bool *interrupt_flag(void)
{
    return &interrupted;
}

/* The next byte; EOF at the end or when interrupted, not at any other signal. */
static int next_byte(void)
{
    for (;;) {
        int c = getc(stdin);
        if (c != EOF || !ferror(stdin) || errno != EINTR || interrupted)
            return c;
        clearerr(stdin);
    }
}

static bool is_blank(int c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Removes blanks at both ends. */
static void trim(char *line)
{
    size_t n = strlen(line), skip = 0;
    while (n && is_blank((unsigned char)line[n - 1]))
        line[--n] = '\0';
    while (is_blank((unsigned char)line[skip]))
        skip++;
    memmove(line, line + skip, n - skip + 1);
}

/* A NUL byte is read as '?', so that it does not end the text. */
static enum line_state read_line(char line[MAX_LINE])
{
    size_t n = 0;
    int c;
    while ((c = next_byte()) != EOF && c != '\n') {
        if (n < MAX_LINE)
            line[n] = c ? (char)c : '?';
        n++;
    }
    if (interrupted)
        return LINE_INTERRUPTED;
    if (c == EOF && !n)
        return LINE_END;
    line[n < MAX_LINE ? n : 0] = '\0';
    trim(line);
    return n < MAX_LINE ? LINE_READ : LINE_LONG;
}

enum line_state line_ask(const struct terminal *t, const char *prompt,
                         char line[MAX_LINE])
{
    fputs(prompt, stdout);
    fflush(stdout);
    enum line_state state = interrupted ? LINE_INTERRUPTED : read_line(line);
    if (!t->typed || state == LINE_END || state == LINE_INTERRUPTED)
        puts(state == LINE_READ ? line : "");
    return state;
}

/* ---- pages ---- */

/* A character of the rules pages in ASCII: joints of lines are '+', braille (stones) is
   ':', and an unknown character is '?'. */
static const char *ascii_symbol(const char *symbol, size_t n)
{
    static const char *const symbols[][2] = {
        {"■", "#"}, {"□", "o"}, {"○", "o"}, {"●", "@"}, {"✿", "*"},
        {"·", "."}, {"─", "-"}, {"│", "|"}, {"☥", "+"}, {"❂", "*"},
        {"≋", "~"}, {"→", ">"}, {"≤", "<"}, {"×", "x"}, {"–", "-"},
        {"▸", ">"}, {"◂", "<"}, {"▾", "v"}, {"é", "e"},
    };
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++)
        if (strlen(symbols[i][0]) == n && !memcmp(symbol, symbols[i][0], n))
            return symbols[i][1];
    if (!strncmp(symbol, "\xe2\x94", 2) || !strncmp(symbol, "\xe2\x95", 2))
        return "+";
    return strncmp(symbol, "\xe2\xa0", 2) ? "?" : ":";
}

/* Returns the rows it takes. */
static int print_line(const struct terminal *t, const char *line)
{
    int columns = 0;
    for (; *line; columns++) {
        size_t n = 1;
        while (!begins_character(line[n]))
            n++;
        if (n == 1 || t->look.unicode)
            fwrite(line, 1, n, stdout);
        else
            fputs(ascii_symbol(line, n), stdout);
        line += n;
    }
    putchar('\n');
    return columns ? (columns - 1) / terminal_columns() + 1 : 1;
}

/* Stops when two rows are left, one of them for the question. */
void page_print(const struct terminal *t, const char *const *lines)
{
    char answer[MAX_LINE];
    int shown = 0;
    for (; *lines; lines++) {
        shown += print_line(t, *lines);
        if (!t->interactive || shown < terminal_rows() - 2 || !lines[1])
            continue;
        if (line_ask(t, "-- Enter: more, q: quit -- ", answer) != LINE_READ || *answer)
            return;
        shown = 0;
    }
}
