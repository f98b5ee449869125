// SPDX-License-Identifier: BSL-1.0
// Macros of other headers, which a program may include before those of stria. Headers of other libraries are not needed:
// the macros are repeated here. abs(x) and round(x) of Arduino.h, move(y, x) of curses.h and index(s, c) of X11/Xos.h are
// left out, because headers of the standard library do not compile after them.
#include <complex.h> // I
#include <errno.h>
#include <fcntl.h>
#include <libintl.h>
#include <math.h>
#include <netdb.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/param.h> // MIN, MAX, howmany, roundup
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <syslog.h>
#include <termios.h> // B0, ECHO
#include <unistd.h>

// Macros that are not the same in all systems.
#undef I
#define I _Complex_I
#undef MIN
#undef MAX
#undef howmany
#undef roundup
#define MIN(a, b) (((a) < (b)) ? (a) : (b))
#define MAX(a, b) (((a) > (b)) ? (a) : (b))
#define howmany(x, y) (((x) + ((y)-1)) / (y))
#define roundup(x, y) ((((x) + ((y)-1)) / (y)) * (y))
#define rounddown(x, y) (((x) / (y)) * (y))
#define nitems(x) (sizeof((x)) / sizeof((x)[0]))

// gettext
#define _(text) gettext(text)
#define N_(text) text

// X11
#define Bool int
#define Status int
#define True 1
#define False 0
#define None 0L
#define Always 2
#define WhenMapped 1
#define NotUseful 0
#define Success 0
#define Complex 0
#define Convex 2
#define Nonconvex 1
#define Unsorted 0
#define YSorted 1
#define Above 0
#define Below 1
#define Opposite 4
#define TopIf 2
#define BottomIf 3
#define StaticGray 0
#define GrayScale 1
#define StaticColor 2
#define PseudoColor 3
#define TrueColor 4
#define DirectColor 5
#define CurrentTime 0L
#define KeyPress 2
#define KeyRelease 3
#define FocusIn 9
#define FocusOut 10
#define Expose 12
#define CursorShape 0
#define FontChange 255
#define InputOnly 2
#define InputOutput 1
#define EvenOddRule 0
#define WindingRule 1
#define Button1 1
#define AllocNone 0
#define NoValue 0
#define XValue 1
#define YValue 2
#define AllValues 15
#define DoRed 1
#define RectangleIn 1

// Qt
#define slots
#define signals public
#define emit
#define foreach(variable, container) for (variable : container)
#define forever for (;;)
#define SIGNAL(a) "2" #a
#define SLOT(a) "1" #a
#define Q_OBJECT
#define Q_EMIT

// windows.h and the headers that it includes, but for min and max
#define near
#define far
#define NEAR
#define FAR
#define small char
#define hyper long long
#define interface struct
#define pascal
#define cdecl
#define ERROR 0
#define NO_ERROR 0L
#define IN
#define OUT
#define OPTIONAL
#define CONST const
#define VOID void
#define TRUE 1
#define FALSE 0
#define THIS
#define PURE = 0
#define DELETE 0x00010000L
#define STRICT 1
#define RELATIVE 2
#define ABSOLUTE 1
#define TRANSPARENT 1
#define OPAQUE 2
#define DIFFERENCE 11
#define ALTERNATE 1
#define RGB(r, g, b) ((r) | ((g) << 8) | ((b) << 16))
#define GetObject GetObjectW
#define GetMessage GetMessageW
#define CreateFile CreateFileW
#define LoadImage LoadImageW
#define Yield()
#define ZeroMemory(to, size) memset(to, 0, size)
#define DOMAIN 1
#define SING 2
#define OVERFLOW 3
#define UNDERFLOW 4
#define IGNORE 0
#define INFINITE 0xFFFFFFFF
#define CALLBACK
#define WINAPI
#define chr1 0x0420
#define rad1 0x0410
#define lst1 0x0460
#define stc1 0x0440
#define grp1 0x0430

// Arduino
#define F(text) (text)
#define PI 3.1415926535897932384626433832795
#define HALF_PI 1.5707963267948966
#define TWO_PI 6.283185307179586
#define EULER 2.718281828459045
#define DEG_TO_RAD 0.017453292519943295
#define RAD_TO_DEG 57.29577951308232
#define HIGH 1
#define LOW 0
#define INPUT 0
#define OUTPUT 1
#define DEFAULT 1
#define EXTERNAL 0
#define INTERNAL 3
#define CHANGE 1
#define RISING 3
#define A0 14
#define A1 15
#define B1 1
#define B00000001 1
#define SERIAL 0
#define DISPLAY 1
#define LSBFIRST 0
#define MSBFIRST 1
#define bit(b) (1UL << (b))
#define bitRead(value, bit) (((value) >> (bit)) & 1)
#define bitSet(value, bit) ((value) |= (1UL << (bit)))
#define bitClear(value, bit) ((value) &= ~(1UL << (bit)))
#define lowByte(w) ((unsigned char)((w)&0xff))
#define highByte(w) ((unsigned char)((w) >> 8))
#define word(...) makeWord(__VA_ARGS__)
#define sq(x) ((x) * (x))
#define radians(deg) ((deg)*DEG_TO_RAD)
#define degrees(rad) ((rad)*RAD_TO_DEG)
#define constrain(a, l, h) ((a) < (l) ? (l) : ((a) > (h) ? (h) : (a)))
#define interrupts()
#define noInterrupts()
#define _BV(b) (1 << (b))

// curses, GLib, Objective-C
#define OK 0
#define ERR (-1)
#define stdscr 0
#define ABS(a) ((a) < 0 ? -(a) : (a))
#define CLAMP(x, l, h) (x)
#define YES 1
#define NO 0
