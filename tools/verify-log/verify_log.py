#!/usr/bin/env python3
"""Verifies what Tidemark exports from its log, with nothing but the public key of the log.

One file, Python 3.9 or later, only its standard library. Every format is defined in docs/auditing.md, "The formats,
byte by byte". Exit codes: 0 holds, 1 does not hold, 2 wrong use, 3 unreadable file.
"""

import argparse
import base64
import decimal
import hashlib
import json
import re
import sys


class Bad(Exception):
    """A statement that does not hold."""


class Usage(Exception):
    """Wrong use."""


def must(condition, position, part, reason):
    """Fails unless a condition holds, and says where and in which part."""
    if not condition:
        raise Bad(f"position {position}: {part}: {reason}")


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def node_hash(left, right):
    return sha256(b"\x01", left, right)


def b64(data):
    return base64.b64encode(data).decode()


def b64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text, encode, length=None):
    """Returns the bytes of a text in base64 or base64url, or None where it is not exactly what an encoder writes."""
    try:
        data = base64.urlsafe_b64decode(text.replace("+", "-").replace("/", "_") + "=" * (-len(text) % 4))
    except (AttributeError, ValueError):
        return None
    return data if encode(data) == text and length in (None, len(data)) else None


# Ed25519 (RFC 8032, section 5.1), points in extended coordinates.

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def add_points(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(scalar, point):
    product = (0, 1, 1, 0)
    while scalar > 0:
        if scalar & 1:
            product = add_points(product, point)
        point = add_points(point, point)
        scalar >>= 1
    return product


def read_point(data):
    """Returns the point that 32 bytes encode, or None."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P != 0 or (x == 0 and sign == 1):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def write_point(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE = read_point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(public_key, text, signature):
    """Says whether an Ed25519 signature of a text is valid."""
    point, scalar = read_point(public_key), int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or point is None or scalar >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + public_key + text).digest()
    negative = (P - point[0], point[1], 1, P - point[3])
    challenge = int.from_bytes(digest, "little") % ORDER
    return write_point(add_points(multiply(scalar, BASE), multiply(challenge, negative))) == signature[:32]


# Canonical JSON (RFC 8785).


def number_text(number):
    """Writes a number as ECMAScript does."""
    if isinstance(number, int):
        return str(number)
    if number == 0:
        return "0"
    sign, digits, exponent = decimal.Decimal(repr(number)).as_tuple()
    digits = "".join(map(str, digits))
    point = len(digits) + exponent
    digits = digits.rstrip("0")
    if 0 < point <= 21:
        text = digits.ljust(point, "0") if len(digits) <= point else f"{digits[:point]}.{digits[point:]}"
    elif -6 < point <= 0:
        text = f"0.{'0' * -point}{digits}"
    else:
        text = digits[0] + (f".{digits[1:]}" if len(digits) > 1 else "") + f"e{point - 1:+d}"
    return "-" + text if sign else text


def canonical(value):
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(f"{canonical(name)}:{canonical(value[name])}" for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, str):
        text = json.dumps(value, ensure_ascii=False)
        return re.sub("[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", text)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return number_text(value)
    return json.dumps(value)


def read_integer(text):
    return int(text) if len(text) < 18 and abs(int(text)) < 2**53 else float(text)


def refuse(constant):
    raise ValueError(constant)


def read_json(line):
    """Returns the object that a line is the canonical JSON of, or None."""
    try:
        text = line.decode("utf-8")
        value = json.loads(text, parse_int=read_integer, parse_constant=refuse)
        return value if isinstance(value, dict) and canonical(value) + "\n" == text else None
    except (ValueError, OverflowError, RecursionError):
        return None


# The RFC 6962 tree.


def add_leaf(subtrees, size, leaf):
    """Adds the next leaf to a tree of `size` leaves: the roots of its perfect subtrees, the largest first."""
    while size & 1:
        leaf, size = node_hash(subtrees.pop(), leaf), size >> 1
    subtrees.append(leaf)


def root_of(subtrees):
    if not subtrees:
        return sha256(b"")
    root = subtrees[-1]
    for subtree in reversed(subtrees[:-1]):
        root = node_hash(subtree, root)
    return root


def is_included(index, size, leaf, proof, root):
    """Says whether a proof leads from a leaf to a root (RFC 9162, section 2.1.3.2)."""
    if index >= size or None in proof:
        return False
    at, last = index, size - 1
    for sibling in proof:
        if last == 0:
            return False
        if at & 1 or at == last:
            leaf = node_hash(sibling, leaf)
            while at != 0 and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            leaf = node_hash(leaf, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and leaf == root


def is_consistent(first, second, first_root, second_root, proof):
    """Says whether the first tree is the beginning of the second (RFC 9162, section 2.1.4.2)."""
    if first < 1 or first > second or None in proof:
        return False
    if first == second:
        return not proof and first_root == second_root
    at, last = first - 1, second - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    path = [first_root, *proof] if at == 0 else proof
    if not path:
        return False
    older = newer = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            older, newer = node_hash(sibling, older), node_hash(sibling, newer)
            while at != 0 and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            newer = node_hash(newer, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and older == first_root and newer == second_root


# Keys and checkpoints (C2SP signed-note, tlog-checkpoint, tlog-cosignature).

SIZE = "(0|[1-9][0-9]{0,14})"


def read_key(text, kind):
    """Reads a verifier key, <name>+<key id>+<base64 of type and public key>."""
    found = re.fullmatch(r"([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)", text.strip())
    data = decoded(found[3], b64, 33) if found else None
    if data is None or data[0] != kind or sha256(f"{found[1]}\n".encode(), data)[:4].hex() != found[2]:
        raise Usage(f'"{text}" is not an Ed25519 verifier key of type {kind}')
    return found[1], bytes.fromhex(found[2]), data[1:]


def typed_keys(text):
    """Returns the key that was typed, or those of a file with one a line."""
    if re.match(r"[^+\s]+\+[0-9a-f]{8}\+", text):
        return [text]
    with open(text, encoding="utf-8", errors="replace") as file:
        return [line for line in file.read().split("\n") if line]


def read_checkpoint(note):
    """Reads a checkpoint with its signatures. Returns None where the text is none."""
    form = rf"((\S+)\n{SIZE}\n([A-Za-z0-9+/]{{43}}=)\n(?:[^\n]+\n)*)\n((?:\u2014 [^\s+]+ [A-Za-z0-9+/]+=*\n)+)"
    found = re.fullmatch(form, note) if isinstance(note, str) else None
    root = decoded(found[4], b64, 32) if found else None
    if root is None:
        return None
    lines = [line.split(" ") for line in found[5].split("\n")[:-1]]
    signatures = [(name, decoded(text, b64) or b"") for _, name, text in lines]
    return {"body": found[1], "origin": found[2], "size": int(found[3]), "root": root, "signatures": signatures}


def require_signed(checkpoint, position, keys, witnesses=()):
    """Fails unless one of the keys, named for the origin, signed the checkpoint and each witness cosigned it."""
    must(checkpoint is not None, position, "checkpoint", "the checkpoint is not well-formed")
    body, origin = checkpoint["body"], checkpoint["origin"]

    def by(name, key_id):
        return [data[4:] for signer, data in checkpoint["signatures"] if signer == name and data[:4] == key_id]

    named = [key for key in keys if key[0] == origin]
    must(named, position, "checkpoint", f"no given key has the name {origin}: this may be a checkpoint of another log")
    made = [is_signed(public, body.encode(), data) for name, key_id, public in named for data in by(name, key_id)]
    must(made, position, "signature", "the checkpoint has no signature of a given key")
    must(all(made), position, "signature", "a signature of the checkpoint is not valid")
    for name, key_id, public in witnesses:
        cosigned = [
            is_signed(public, f"cosignature/v1\ntime {int.from_bytes(data[:8], 'big')}\n{body}".encode(), data[8:])
            for data in by(name, key_id)
            if len(data) == 72
        ]
        must(any(cosigned), position, "signature", f"there is no valid cosignature of {name}")


# Lines of an export.

EVENT_MEMBERS = """actor authorizationId causationId clientId correlationId data id occurredAt outcome reason
  recordedAt requestId stream subjectDid type version""".split()


def has_members(value, required, optional=()):
    """Says whether a value is an object with exactly these members, and perhaps the optional ones."""
    return isinstance(value, dict) and set(required) <= set(value) <= {*required, *optional}


def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def read_line(data):
    """Returns the line of an event, or None where the bytes are none."""
    line = read_json(data)
    if not has_members(line, ["event", "leafHash", "position"], ["personal", "proof", "sealed"]):
        return None
    event = line["event"]
    if not has_members(event, EVENT_MEMBERS) or not isinstance(event["stream"], str):
        return None
    lists = all(isinstance(line.get(name, []), list) for name in ("proof", "sealed"))
    parts = isinstance(line.get("personal", {}), dict) and lists
    return line if is_count(event["version"]) and is_count(line["position"]) and parts else None


def pointed(value, pointer):
    """Returns the value that a JSON pointer (RFC 6901) names, or None."""
    start, *parts = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")]
    for part in parts:
        if isinstance(value, list) and re.fullmatch("0|[1-9][0-9]*", part) and int(part) < len(value):
            value = value[int(part)]
        else:
            value = value.get(part) if isinstance(value, dict) else None
    return value if start == "" else None


def check_event(line, position):
    """Fails unless the leaf and the personal parts of a line match its event. Returns the leaf."""
    leaf = sha256(b"\x00", canonical(line["event"]).encode())
    must(b64url(leaf) == line["leafHash"], position, "leaf", "the event does not match its leaf hash")
    for pointer, part in line.get("personal", {}).items():
        salt = decoded(part["salt"], b64url, 16) if has_members(part, ["salt", "value"]) else None
        made = salt and {"commitment": b64url(sha256(b"\x02", salt, canonical(part["value"]).encode()))}
        same = made is not None and pointed(line["event"], pointer) == made
        must(same, position, "personal-data", f"the value of {pointer} does not match its commitment")
    return leaf


def end_of(data):
    """Returns the content of an end line, or None where the line is none."""
    end = (read_json(data) or {}).get("end")
    return end if has_members(end, ["count"], ["checkpoint", "incomplete", "partial"]) else None


def verify_export(path, keys, witnesses, older, _event):
    """Verifies an export: each line in order, then the end line, its checkpoint, the tree, and older checkpoints."""
    final, remaining = b"", 0
    with open(path, "rb") as lines:
        for final in lines:
            remaining += 1
    end = end_of(final)
    partial = end is not None and end.get("partial") is True
    if partial and older:
        raise Usage("A filtered export has no root to compare")
    checkpoint = read_checkpoint(end.get("checkpoint")) if end else None
    subtrees, versions, roots = [], {}, {0: sha256(b"")}
    count = previous = proven = clear = every = 0
    sizes = {old["size"] for old in older}
    with open(path, "rb") as lines:
        for data in lines:
            remaining -= 1
            if remaining == 0 and end is not None:
                break
            line = read_line(data)
            must(line is not None, previous + 1, "leaf", "the line is not the canonical JSON of an event")
            position, stream, version = line["position"], line["event"]["stream"], line["event"]["version"]
            following = position > previous if partial else position == previous + 1
            must(following, previous + 1, "position", f"the line has position {position}")
            leaf = check_event(line, position)
            before = versions.get(stream, 0)
            following = version > before if partial else version == before + 1
            must(following, position, "stream-version", f"{stream} has version {version} after {before}")
            if checkpoint is not None and "proof" in line:
                hashes = [decoded(text, b64, 32) for text in line["proof"]]
                included = is_included(position - 1, checkpoint["size"], leaf, hashes, checkpoint["root"])
                must(included, position, "tree", "the proof does not lead to the root of the checkpoint")
            add_leaf(subtrees, count, leaf)
            versions[stream] = version
            count, previous, clear = count + 1, position, clear + len(line.get("personal", {}))
            every += len(re.findall(r'\{"commitment":"[^"]*"\}', canonical(line["event"])))
            proven += "proof" in line
            must(proven in (0, count), position, "tree", "some lines have a proof, and some have none")
            if count in sizes:
                roots[count] = root_of(subtrees)
    must(end is not None, previous + 1, "position", "the file is cut off: it has no end line")
    incomplete = end.get("incomplete")
    must("incomplete" not in end, previous + 1, "position", f"the export is incomplete: {incomplete}")
    must(end["count"] == count, previous + 1, "position", f"the end line counts {end['count']} events, not {count}")
    require_signed(checkpoint, previous, keys, witnesses)
    size, root = checkpoint["size"], checkpoint["root"]
    covers = size >= previous if partial else size == count
    must(covers, previous, "checkpoint", f"the checkpoint is of {size} events")
    same = partial or root_of(subtrees) == root
    must(same, previous, "tree", "the leaves do not have the root of the checkpoint")
    for old in older:
        must(old["size"] <= count, count + 1, "checkpoint", f"an older checkpoint is of {old['size']} events")
        same = roots.get(old["size"]) == old["root"]
        must(same, old["size"], "checkpoint", f"an older checkpoint of {old['size']} events has another root")
    scope = f"{count} events of a filtered export, {proven} of them proven" if partial else f"{count} events"
    hidden = "" if every == clear else f" ({every - clear} more erased or withheld)"
    begins = "".join(f", begins with the {old['size']} events of an older checkpoint" for old in older)
    return f"holds: {scope}, {clear} personal parts{hidden}, size {size}, root {b64(root)}{begins}"


def verify_proof(path, keys, witnesses, _older, event):
    """Verifies a proof file (C2SP tlog-proof), of the leaf hash that it carries or of the line of an event."""
    form = rf"c2sp\.org/tlog-proof@v1\n(?:extra (\S+)\n)?index {SIZE}\n((?:\S+\n)*)\n(.*)"
    with open(path, encoding="utf-8", errors="replace", newline="") as file:
        found = re.fullmatch(form, file.read(), re.DOTALL)
    must(found is not None, 0, "checkpoint", "the file is not a tlog-proof")
    position = int(found[2]) + 1
    line = None if event is None else read_line(re.sub(b"\n?$", b"\n", event, count=1))
    must(event is None or line is not None, position, "leaf", "the given line is not of an event")
    if line is not None:
        must(line["position"] == position, position, "position", f"the line has position {line['position']}")
    leaf = decoded(found[1], b64, 32) if line is None else check_event(line, position)
    if leaf is None:
        raise Usage("The proof has no leaf hash: give the line of the event as --event")
    checkpoint = read_checkpoint(found[4])
    require_signed(checkpoint, position, keys, witnesses)
    hashes = [decoded(text, b64, 32) for text in found[3].split("\n")[:-1]]
    included = is_included(position - 1, checkpoint["size"], leaf, hashes, checkpoint["root"])
    must(included, position, "tree", "the proof does not lead to the root of the checkpoint")
    return f"holds: {'leaf' if line is None else 'event'} at position {position} of {checkpoint['size']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=["export", "proof"])
    parser.add_argument("file")
    parser.add_argument("--key", action="append", required=True, metavar="VKEY", help="verifier key, or a file of them")
    parser.add_argument("--checkpoint", action="append", default=[], metavar="FILE", help="an older checkpoint")
    parser.add_argument("--witness", action="append", default=[], metavar="VKEY", help="a witness that must cosign")
    parser.add_argument("--event", metavar="LINE|FILE", help="the line of the event that a proof is of")
    given = parser.parse_args()
    keys = [read_key(text, 1) for typed in given.key for text in typed_keys(typed)]
    older = []
    for path in given.checkpoint:
        with open(path, encoding="utf-8", errors="replace", newline="") as file:
            checkpoint = read_checkpoint(file.read())
        must(checkpoint is not None, 0, "checkpoint", f"{path} is not a signed checkpoint")
        require_signed(checkpoint, checkpoint["size"], keys)
        older.append(checkpoint)
    event = None if given.event is None else given.event.encode()
    if event is not None and not event.startswith(b"{"):
        with open(given.event, "rb") as file:
            event = file.read()
    verify = verify_export if given.mode == "export" else verify_proof
    return verify(given.file, keys, [read_key(text, 4) for text in given.witness], older, event)


if __name__ == "__main__":
    try:
        print(main())
    except Bad as bad:
        print(bad)
        sys.exit(1)
    except Usage as wrong:
        print(wrong, file=sys.stderr)
        sys.exit(2)
    except OSError as unreadable:
        print(unreadable, file=sys.stderr)
        sys.exit(3)
