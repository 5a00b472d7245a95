/*
 * ncurses for Swift: the library's macros, variables and attributes, none of which Swift can import
 * safely, behind a few functions.
 */
#ifndef DOCMERGE_NCURSES_SHIM_H
#define DOCMERGE_NCURSES_SHIM_H

#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <term.h>
#include <wchar.h>

/* Attributes of a text, added to each other. */
enum {
  DOCMERGE_CURSES_BOLD = 1,
  DOCMERGE_CURSES_DIM = 2,
  DOCMERGE_CURSES_UNDERLINE = 4,
  DOCMERGE_CURSES_REVERSE = 8
};

/* A key or a character that was read, or what the mouse did. */
typedef struct {
  /* 0: nothing was there; 1: a character; 2: a key by ncurses's number; 3: the mouse. */
  int kind;
  int code;
  int row, column;
  /* -1 for the wheel upwards, 1 downwards, 0 for a click. */
  int wheel;
} docmerge_curses_key;

/*
 * Takes the terminal over; 0 where it cannot. Unlike initscr, it never ends the program.
 * `screen` is for docmerge_curses_finish.
 */
static inline int docmerge_curses_start(void **screen) {
  fflush(stdout);
  SCREEN *made = newterm(NULL, stdout, stdin);
  if (!made) return 0;
  *screen = made;
  set_escdelay(25);
  raw();
  noecho();
  nonl();
  intrflush(stdscr, FALSE);
  keypad(stdscr, TRUE);
  nodelay(stdscr, TRUE);
  curs_set(0);
  mouseinterval(0);
  mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
  return 1;
}

/* Restores the terminal and frees the screen. */
static inline void docmerge_curses_finish(void *screen) {
  if (!isendwin()) endwin();
  delscreen((SCREEN *)screen);
}

/* How many colours there are, with the terminal's own background under them; 0 for none. */
static inline int docmerge_curses_colours(void) {
  if (!has_colors() || start_color() == ERR || use_default_colors() == ERR) return 0;
  return COLORS;
}

/* Writes a text that ends with a zero in the given style; what does not fit into the row is cut off. */
static inline void docmerge_curses_put(
    int row, int column, const wchar_t *text, int count, int flags, int pair) {
  attr_t style = A_NORMAL;
  if (flags & DOCMERGE_CURSES_BOLD) style |= A_BOLD;
  if (flags & DOCMERGE_CURSES_DIM) style |= A_DIM;
  if (flags & DOCMERGE_CURSES_UNDERLINE) style |= A_UNDERLINE;
  if (flags & DOCMERGE_CURSES_REVERSE) style |= A_REVERSE;
  attr_set(style, (short)pair, NULL);
  mvaddnwstr(row, column, text, count);
}

/* The next key, if one is there already. */
static inline docmerge_curses_key docmerge_curses_next(void) {
  docmerge_curses_key key = {0, 0, 0, 0, 0};
  wint_t code = 0;
  int status = get_wch(&code);
  if (status == ERR) return key;
  key.kind = status == KEY_CODE_YES ? 2 : 1;
  key.code = (int)code;
  if (key.kind == 2 && code == KEY_MOUSE) {
    MEVENT event;
    if (getmouse(&event) == ERR) return key;
    key.kind = 3;
    key.row = event.y;
    key.column = event.x;
    if (event.bstate & BUTTON4_PRESSED) key.wheel = -1;
    if (event.bstate & BUTTON5_PRESSED) key.wheel = 1;
  }
  return key;
}

/* How many bytes can be read from a file at once; 0 at its end. */
static inline int docmerge_curses_waiting(int file) {
  int count = 0;
  return ioctl(file, FIONREAD, &count) == 0 ? count : 0;
}

static inline int docmerge_curses_height(void) { return getmaxy(stdscr); }
static inline int docmerge_curses_width(void) { return getmaxx(stdscr); }
/* Draws everything anew, as another program may have written over it. */
static inline void docmerge_curses_redraw_all(void) { clearok(stdscr, TRUE); }
static inline void docmerge_curses_erase(void) { erase(); }
/* Shows the text written so far; the cursor, which screen readers follow, stands at the start of a row. */
static inline void docmerge_curses_refresh(int row) {
  move(row, 0);
  refresh();
}

/* The locale in which characters are measured; that of the program does not count. */
static inline locale_t docmerge_curses_measure(void) {
  static locale_t kept;
  locale_t locale = __atomic_load_n(&kept, __ATOMIC_ACQUIRE);
  if (locale) return locale;
  locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  locale_t none = (locale_t)0;
  if (!locale || __atomic_compare_exchange_n(
                     &kept, &none, locale, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return locale;
  freelocale(locale);
  return none;
}

/* How many columns a character takes (wcwidth); -1 for what cannot be shown. */
static inline int docmerge_curses_columns(unsigned int character) {
  locale_t locale = docmerge_curses_measure();
  if (!locale) return wcwidth((wchar_t)character);
  locale_t before = uselocale(locale);
  int width = wcwidth((wchar_t)character);
  uselocale(before);
  return width;
}

/* Whether terminfo knows the terminal, and how to place the cursor and clear the screen on it. */
static inline int docmerge_curses_is_usable(const char *name) {
  int status = 0;
  if (setupterm(name, 1, &status) == ERR || status != 1) return 0;
  int usable = cursor_address && clear_screen;
  del_curterm(cur_term);
  return usable;
}

#endif
