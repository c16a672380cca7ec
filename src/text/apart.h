/* SPDX-License-Identifier: MIT */
/* APART keeps a slow path out of the fast function, which then saves no registers for it. */
#ifndef URIEL_TEXT_APART_H
#define URIEL_TEXT_APART_H

#if defined(__GNUC__)
#define APART __attribute__((noinline))
#define RARELY(condition) __builtin_expect(!!(condition), 0)
#else
#define APART
#define RARELY(condition) (condition)
#endif

#endif
