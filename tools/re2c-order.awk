# SPDX-License-Identifier: MIT
# Sorts the definitions of a grammar as re2c requires, each after the definitions that it uses, so that the
# file itself can keep the order of its document. Definitions are between the lines "/*!rules" and "*/" and
# end with ";" at the end of a line; comments are on separate lines that begin with "//". All other lines stay
# unchanged.

function emit(name,    i, n, words) {
  if (done[name]) return
  if (open[name]) { print FILENAME ": " name " is defined by itself" > "/dev/stderr"; exit 1 }
  open[name] = 1
  n = split(plain(body[name]), words, /[^A-Za-z0-9_]+/)
  for (i = 1; i <= n; i++)
    if (words[i] in body) emit(words[i])
  done[name] = 1
  printf "%s", body[name]
}

# The right-hand side of the definition without strings and classes, which do not contain names.
function plain(text) {
  sub(/^[^=]*=/, "", text)
  gsub(/"[^"]*"/, " ", text)
  gsub(/'[^']*'/, " ", text)
  gsub(/\[[^\]]*\]/, " ", text)
  return text
}

/^\/\*!rules/ { inside = 1; print "/*!re2c"; next }
inside && /^\*\// {
  if (pending ~ /[^ \t\n]/) { print FILENAME ": a rule without \";\" at its end" > "/dev/stderr"; exit 1 }
  for (k = 1; k <= count; k++) emit(order[k])
  inside = 0; print; next
}
inside && /^[ \t]*\/\// { next }
inside {
  if (plain("=" $0) ~ /\/\//) { print FILENAME ": a comment after a rule: " $0 > "/dev/stderr"; exit 1 }
  pending = pending $0 "\n"
  if ($0 !~ /;[ \t]*$/) next
  match(pending, /[A-Za-z_][A-Za-z0-9_]*[ \t]*=/)
  name = substr(pending, RSTART, RLENGTH)
  sub(/[ \t]*=$/, "", name)
  if (name in body) { print FILENAME ": " name " is defined twice" > "/dev/stderr"; exit 1 }
  body[name] = pending; order[++count] = name; pending = ""
  next
}
{ print }
