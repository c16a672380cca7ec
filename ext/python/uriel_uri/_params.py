# SPDX-License-Identifier: MIT
"""The class Params, which is imported when it is first used."""

from collections.abc import ItemsView, Mapping, ValuesView


class _Items(ItemsView):
    def __iter__(self):
        return iter(self._mapping._pairs)

    def __contains__(self, item):
        return item in self._mapping._pairs


class _Values(ValuesView):
    def __iter__(self):
        return (value for _, value in self._mapping._pairs)

    def __contains__(self, value):
        return any(value == each for each in self)


class Params(Mapping):
    """The parameters of a query, decoded, in their order: a mapping that cannot change, in which a name may be repeated.

    >>> params = uriel.parse("http://example.com/?q=a&x&q=b%20c").params
    >>> params["q"], params.get_all("q"), params["x"]
    ('a', ['a', 'b c'], None)
    >>> list(params)
    ['q', 'x', 'q']

    `params[name]` and `get()` return the first value. A parameter without "=" has the value None. The length is the number of
    parameters; keys(), values() and items() have one element for each. Two Params are equal if they have the same parameters in
    the same order; another mapping is equal if it has the same items, and no name is repeated.
    """

    __slots__ = ("_pairs",)
    __module__ = "uriel_uri"

    def __init__(self, pairs=()):
        self._pairs = tuple(pairs)

    def __getitem__(self, name):
        for each, value in self._pairs:
            if each == name:
                return value
        raise KeyError(name)

    def get_all(self, name):
        """Returns a list of the values of all parameters of that name, which is empty without any."""
        return [value for each, value in self._pairs if each == name]

    def __iter__(self):
        return (name for name, _ in self._pairs)

    def __len__(self):
        return len(self._pairs)

    def items(self):
        return _Items(self)

    def values(self):
        return _Values(self)

    def __eq__(self, other):
        if isinstance(other, Params):
            return self._pairs == other._pairs
        if not isinstance(other, Mapping):
            return NotImplemented
        return len(self) == len(other) and dict(self._pairs) == dict(other)

    def __hash__(self):
        return hash(self._pairs)

    def __repr__(self):
        return f"Params({[tuple(pair) for pair in self._pairs]!r})"

    def __reduce__(self):
        return Params, ([tuple(pair) for pair in self._pairs],)
