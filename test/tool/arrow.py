# SPDX-License-Identifier: MIT
"""A reader of Arrow's IPC streams, written from Message.fbs, Schema.fbs and FlatBuffers' "Internals" only. It checks what
readers need not check: alignment, padding, order of buffers, offsets, UTF-8."""
import struct


class Table:
    """A table of a flatbuffer; fields are numbered from 0."""

    def __init__(self, data, at):
        self.data, self.at = data, at
        vtable = at - struct.unpack_from("<i", data, at)[0]
        size, self.size = struct.unpack_from("<HH", data, vtable)
        self.fields = struct.unpack_from(f"<{size // 2 - 2}H", data, vtable + 4)

    def place(self, field):
        offset = self.fields[field] if field < len(self.fields) else 0
        assert offset < self.size, "a field lies in its table"
        return self.at + offset if offset else None

    def number(self, field, form):
        place = self.place(field)
        if place is None:
            return 0
        assert place % struct.calcsize(form) == 0, "a number is aligned"
        return struct.unpack_from("<" + form, self.data, place)[0]

    def follow(self, field):
        place = self.place(field)
        return place + struct.unpack_from("<I", self.data, place)[0]

    def table(self, field):
        return Table(self.data, self.follow(field))

    def text(self, field):
        place = self.follow(field)
        count = struct.unpack_from("<I", self.data, place)[0]
        assert self.data[place + 4 + count] == 0, "a string ends in NUL"
        return self.data[place + 4:place + 4 + count].decode()

    def tables(self, field):
        place = self.follow(field)
        count = struct.unpack_from("<I", self.data, place)[0]
        return [Table(self.data, at + struct.unpack_from("<I", self.data, at)[0]) for at in range(place + 4, place + 4 + 4 * count, 4)]

    def pairs(self, field):
        place = self.follow(field)
        count = struct.unpack_from("<I", self.data, place)[0]
        assert (place + 4) % 8 == 0, "elements are aligned"
        return [struct.unpack_from("<qq", self.data, place + 4 + 16 * i) for i in range(count)]


def messages(data):
    """The header's kind, the header and the body of each message; at the end of the stream, nothing may follow."""
    at = 0
    while True:
        mark, size = struct.unpack_from("<II", data, at)
        assert mark == 0xFFFFFFFF, "a message begins with FFFFFFFF"
        at += 8
        if size == 0:
            assert at == len(data), "nothing follows the end"
            return
        assert size % 8 == 0, "metadata are padded"
        metadata = data[at:at + size]
        message = Table(metadata, struct.unpack_from("<I", metadata)[0])
        length = message.number(3, "q")
        assert message.number(0, "h") == 4, "version V5"
        assert length % 8 == 0 and at + size + length <= len(data), "bodies are padded and complete"
        yield message.number(1, "B"), message.table(2), data[at + size:at + size + length]
        at += size + length


TYPES = {5: "utf8", 4: "binary", 6: "bool", 2: "int"}


def column(kind, node, buffers):
    """The values of a column of a batch."""
    length, nulls = node
    bits, values = buffers[0], buffers[1]
    valid = [not bits or bits[i // 8] >> i % 8 & 1 for i in range(length)]
    assert valid.count(0) == nulls, "nulls are counted"
    assert len(bits) == ((length + 7) // 8 if nulls else 0)
    if kind == "bool":
        assert len(values) == (length + 7) // 8
        found = [bool(values[i // 8] >> i % 8 & 1) for i in range(length)]
    elif kind == "int":
        found = struct.unpack(f"<{length}q", values)
    else:
        offsets = struct.unpack(f"<{length + 1}i", values)
        assert offsets[0] == 0 and list(offsets) == sorted(offsets) and offsets[-1] == len(buffers[2])
        found = [buffers[2][begin:end] for begin, end in zip(offsets, offsets[1:])]
        found = found if kind == "binary" else [value.decode() for value in found]
    return [value if is_valid else None for value, is_valid in zip(found, valid)]


def read(data):
    """The fields (name, type), and the batches: the values of each column."""
    stream = messages(data)
    kind, header, body = next(stream)
    assert kind == 1 and not body and header.number(0, "h") == 0, "a schema, little-endian"
    fields = []
    for field in header.tables(1):
        assert field.number(1, "B") == 1 and not field.tables(5), "nullable, without children"
        fields.append((field.text(0), TYPES[field.number(2, "B")]))
        if fields[-1][1] == "int":
            assert (field.table(3).number(0, "i"), field.table(3).number(1, "B")) == (64, 1), "int64"
    batches = []
    for kind, header, body in stream:
        assert kind == 3, "a record batch"
        nodes, places, end = header.pairs(1), header.pairs(2), 0
        assert len(nodes) == len(fields) and {length for length, _ in nodes} <= {header.number(0, "q")}
        buffers = []
        for offset, length in places:
            assert offset == end, "buffers follow each other"
            buffers.append(body[offset:offset + length])
            end = offset + (length + 7) // 8 * 8
            assert not any(body[offset + length:end]), "padding is 0"
        assert end == len(body)
        values = []
        for (_, kind), node in zip(fields, nodes):
            count = 3 if kind in ("utf8", "binary") else 2
            values.append(column(kind, node, buffers[:count]))
            del buffers[:count]
        assert not buffers
        batches.append(values)
    return fields, batches


def rows(data):
    """The records as dictionaries."""
    fields, batches = read(data)
    names = [name for name, _ in fields]
    return [dict(zip(names, row)) for batch in batches for row in zip(*batch)]
