/* SPDX-License-Identifier: MIT */
/* uriel: whether a server may fetch a URL on behalf of a stranger. See uriel.h for conventions.
 *
 *     uriel_guarded request;
 *     char *out = malloc(size = uriel_guard_bound(len));
 *     if (out && uriel_guard(&request, NULL, 0, text, len, out, size))
 *       fetch(&request); // these parts, not the text
 *
 * A name does not show its address: check each address that a look-up returns with uriel_guard_address,
 * and connect to an address that was checked. Check each redirection as a new URL. */
#ifndef URIEL_GUARD_H
#define URIEL_GUARD_H

#include "uriel_agree.h"
#include "uriel_site.h"

/* ---- Policies ----------------------------------------------------------------------------------- */

typedef enum uriel_policy_kind {
  URIEL_POLICY_NONE = 0,      /* an empty line, or a comment */
  URIEL_POLICY_SCHEME = 1,    /* allow scheme ftp */
  URIEL_POLICY_PORT = 2,      /* deny port 8000-8999; "bad": the bad ports of the Fetch standard,
                                  except the default port of the URL's scheme */
  URIEL_POLICY_HOST = 3,      /* allow host intranet; "*" is one label, as in "*.example.com" */
  URIEL_POLICY_SUFFIX = 4,    /* deny suffix example.com: it and names below it; ".": every host */
  URIEL_POLICY_NETWORK = 5,   /* allow network 10.0.0.0/8: as uriel_network_parse reads it */
  URIEL_POLICY_LENGTH = 6,    /* limit length 2000: bytes of a URL */
  URIEL_POLICY_REDIRECTS = 7, /* limit redirects 3 */
  URIEL_POLICY_AGREEMENT = 8  /* require agreement no */
} uriel_policy_kind;

/* One rule of a policy. Rules come after the default policy, and the last one that matches decides: one
 * of schemes, one of ports, one of hosts and suffixes, and one of networks. Among hosts, a rule that
 * allows a network allows its addresses. No rule allows a name with "%" or with empty labels at its end.
 */
typedef struct uriel_policy_rule {
  uriel_policy_kind kind;
  bool allow;            /* or whether agreement is required */
  uriel_text value;      /* in the line: a scheme, or a name in US-ASCII */
  uint32_t first, last;  /* ports, 1 and 0 for the bad ones; or a limit, twice */
  uriel_network network; /* of addresses */
} uriel_policy_rule;

/* Why a line is not a rule. */
typedef struct uriel_policy_error {
  const char
      *message;  /* a constant: "a port is a number up to 65535, or two as in 8000-8999"; or NULL */
  size_t offset; /* in bytes from the begin of the line */
} uriel_policy_error;

/* Returns whether a line of a policy is a rule, a comment or empty, and fills `rule`, whose value points
 * into the line, which has to outlive it. `error` may be NULL. O(len). */
URIEL_API bool uriel_policy_parse(uriel_policy_rule *rule, const char *line, size_t len,
                                  uriel_policy_error *error);

/* Returns the limit of LENGTH or REDIRECTS, and whether AGREEMENT is required (1 or 0), under these
 * rules and the default policy: 8000 bytes (RFC 9112, 3), 20 redirections (the Fetch standard), 1. */
URIEL_API uint32_t uriel_policy_limit(uriel_policy_kind kind, const uriel_policy_rule *rules,
                                      size_t count);

/* Returns the default policy as the text of a policy. */
URIEL_API const char *uriel_policy_default(void);

/* ---- URLs --------------------------------------------------------------------------------------- */

/* Why a URL is denied: bits. */
typedef enum uriel_guard_reason {
  URIEL_GUARD_INVALID = 0x01, /* the URL standard refuses it, or it has no host */
  URIEL_GUARD_LENGTH = 0x02,  /* it is longer than the policy allows */
  URIEL_GUARD_READERS = 0x04, /* present readers see different hosts or ports in it, or in the request */
  URIEL_GUARD_SCHEME = 0x08,  /* the policy denies the scheme */
  URIEL_GUARD_USERINFO = 0x10, /* it has user information */
  URIEL_GUARD_PORT = 0x20,     /* the policy denies the port, or the scheme has no default */
  URIEL_GUARD_NAME = 0x40,     /* the policy denies the name */
  URIEL_GUARD_NETWORK = 0x80   /* the policy denies the network of the address */
} uriel_guard_reason;

/* The one request that an allowed URL stands for: what the URL standard reads. */
typedef struct uriel_guarded {
  unsigned reasons;             /* why it is denied; 0 if it is allowed */
  uriel_text scheme;            /* this and the next three: undefined and 0 if it is denied */
  uriel_text host;              /* as in a URL: a name in US-ASCII, or an address; IPv6 in brackets */
  uriel_text target;            /* path and query (RFC 9112, 3.2.1) */
  uint16_t port;                /* explicit, or the default of the scheme */
  uriel_address address;        /* if the host is one; otherwise its family is 0 */
  const uriel_network *network; /* the built-in network in which `address` is denied, or NULL */
} uriel_guarded;

/* Returns whether the default policy with `count` rules after it (`rules` may be NULL if 0) allows
 * `text`, and fills `request`, whose texts are in `text`, in `out` or constant. If `capacity` is below
 * uriel_guard_bound(len), returns false without a reason. The default policy allows http and https, no
 * user information, ports that are not bad (URIEL_POLICY_PORT), and names with two labels or more that
 * do not end in localhost, local, internal or onion; it denies addresses of networks that are not
 * global, in every spelling (uriel_host_address) and inside IPv6 addresses (uriel_address_embedded);
 * and all present readers have to agree. O(len * (readers + count)). */
URIEL_API bool uriel_guard(uriel_guarded *request, const uriel_policy_rule *rules, size_t count,
                           const char *text, size_t len, char *out, size_t capacity);
URIEL_API size_t uriel_guard_bound(size_t len);

/* Returns whether the policy allows the address, and the addresses in it; false if its family is neither
 * 4 nor 6. `network` may be NULL; it becomes the built-in network in which an address is denied, or
 * NULL. O(count). */
URIEL_API bool uriel_guard_address(const uriel_network **network, const uriel_policy_rule *rules,
                                   size_t count, const uriel_address *address);

/* Return a word for one reason, as "readers", and a sentence that explains it; "" for no reason. O(1).
 */
URIEL_API const char *uriel_guard_reason_name(uriel_guard_reason reason);
URIEL_API const char *uriel_guard_reason_message(uriel_guard_reason reason);

#endif
