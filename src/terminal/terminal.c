/* SPDX-License-Identifier: MIT */
/* terminal.c - see terminal.h.

   What is printed depends on three questions, answered once by terminal_open:

       unicode      the locale is UTF-8, and --ascii was not given
       color        --color; "auto" is a terminal other than "dumb", without NO_COLOR
       interactive  input and output are terminals: pages stop, boards are aligned

   Lines are at most 100 columns long, also on a wider terminal. */
#include <errno.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "os/clock.h"
#include "terminal/output.h"
#include "terminal/line_editor.h"
#include "terminal/terminal.h"

/* NULL and "auto": colours in a terminal, unless NO_COLOR is set. */
static bool wants_color(const char *when)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    if (when && strcmp(when, "auto") != 0)
        return !strcmp(when, "always");
    return console_is_terminal(CONSOLE_OUT) && !(no_color && *no_color) && term &&
           strcmp(term, "dumb") != 0;
}

int terminal_open(struct terminal *t, const char *when, bool ascii)
{
    bool known = !when || !strcmp(when, "auto") || !strcmp(when, "always") ||
                 !strcmp(when, "never");
    if (!known)
        return print_usage_error("--color takes auto, always or never, not '%s'", when);
    bool utf8 = console_use_locale();
    *t = (struct terminal){
        .look = {.unicode = utf8 && !ascii, .color = wants_color(when)},
        .typed = console_is_terminal(CONSOLE_IN),
    };
    t->interactive = t->typed && console_is_terminal(CONSOLE_OUT);
    return 0;
}

int terminal_columns_of(enum console_stream s)
{
    int columns = console_size(s).columns;
    return columns > 100 ? 100 : columns;
}

int terminal_columns(void)
{
    return terminal_columns_of(CONSOLE_OUT);
}

int terminal_rows(void)
{
    return console_size(CONSOLE_OUT).rows;
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

/* Some terminals use two columns for a character such as ☥.  So after a character
   that is not ASCII the cursor is moved to the column of the next visible one: ESC [ n G. */
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

/* The length of what is not broken: a word, a number with its "%", "3:" with what follows. */
static int unbroken_length(const char *text)
{
    size_t n = strcspn(text, " ");
    while (text[n] == ' ' &&
           (text[n + 1] == '%' ||
            (n > 1 && text[n - 1] == ':' && isdigit((unsigned char)text[n - 2]))))
        n += 1 + strcspn(text + n + 1, " ");
    return (int)n;
}

void print_indented(const char *text, int indent)
{
    int room = terminal_columns() - 1 - indent, column = 0;
    while (*text) {
        int n = unbroken_length(text);
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

static double deadline_ms; /* 0: none */

/* Without a buffer, because a wait for the descriptor does not see what is in a buffer. */
void line_set_deadline(double at_ms)
{
    if (at_ms > 0)
        setvbuf(stdin, NULL, _IONBF, 0);
    deadline_ms = at_ms;
}

static bool is_late(void)
{
    return deadline_ms > 0 && clock_ms() >= deadline_ms;
}

/* Waits for input; false: the deadline has passed or Ctrl-C was pressed. */
static bool wait_for_byte(void)
{
    enum { MOST_MS = 60000 };
    while (!is_late() && !interrupt_seen()) {
        double left = deadline_ms - clock_ms();
        if (console_wait(CONSOLE_IN, left < MOST_MS ? (int)left + 1 : MOST_MS))
            return true;
    }
    return false;
}

/* The next byte; EOF at the end, at the deadline or when interrupted, not at any other
   signal. */
static int next_byte(void)
{
    for (;;) {
        if (deadline_ms > 0 && !wait_for_byte())
            return EOF;
        int c = getc(stdin);
        if (c != EOF || !ferror(stdin) || errno != EINTR || interrupt_seen())
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
    if (interrupt_seen())
        return LINE_INTERRUPTED;
    if (c == EOF && is_late())
        return LINE_TIMEOUT;
    if (c == EOF && !n)
        return LINE_END;
    line[n < MAX_LINE ? n : 0] = '\0';
    trim(line);
    return n < MAX_LINE ? LINE_READ : LINE_LONG;
}

/* The same with editing, history and Tab. */
static enum line_state edit_line(const char *prompt, char line[MAX_LINE])
{
    long n = line_editor_read(prompt, next_byte, line, MAX_LINE);
    if (interrupt_seen())
        return LINE_INTERRUPTED;
    if (n < 0)
        return is_late() ? LINE_TIMEOUT : LINE_END;
    if (n >= MAX_LINE)
        line[0] = '\0';
    trim(line);
    return n < MAX_LINE ? LINE_READ : LINE_LONG;
}

/* Input from a file is printed after the prompt, so that the output reads like a dialogue;
   a terminal shows what is typed by itself. */
enum line_state line_ask(const struct terminal *t, const char *prompt,
                         char line[MAX_LINE])
{
    bool edited = t->interactive && line_editor_active();
    fputs(edited ? "" : prompt, stdout);
    fflush(stdout);
    enum line_state state = interrupt_seen() ? LINE_INTERRUPTED
                            : edited         ? edit_line(prompt, line)
                                             : read_line(line);
    if (!t->typed || (state != LINE_READ && state != LINE_LONG))
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
