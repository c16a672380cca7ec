/* SPDX-License-Identifier: MIT */
/* Keeps the way of the few out of the function of the many, which then saves no registers for it. */
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
