#!/usr/bin/env node
// Verifies what Tidemark exports from its log, with nothing but the public key of the log: one file, no dependency,
// Node.js 20 or later. Every format is defined in docs/auditing.md, "The formats, byte by byte".
import { createHash, createPublicKey, verify } from "node:crypto";
import { openSync, readFileSync, readSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const usage = `Usage:
  node verify-log.mjs export FILE --key VKEY [--checkpoint FILE] [--witness VKEY]
  node verify-log.mjs proof FILE --key VKEY [--event LINE|FILE] [--witness VKEY]
VKEY is a line of /log/key, or a file of such lines. --key, --checkpoint and --witness may be repeated.
Exit codes: 0 holds, 1 does not hold, 2 wrong use, 3 unreadable file`;

class Bad extends Error {}
class Usage extends Error {}
/** Fails unless a condition holds, and says where and in which part. */
const must = (condition, position, part, reason) => {
  if (!condition) throw new Bad(`position ${position}: ${part}: ${reason}`);
};
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const nodeHash = (left, right) => sha256("\x01", left, right);
const half = (number) => Math.floor(number / 2);
const isOdd = (number) => number % 2 === 1;
/** The bytes of a text in base64 or base64url, or null where it is not exactly what an encoder writes. */
const decoded = (text, form, length) => {
  const bytes = typeof text === "string" ? Buffer.from(text, form) : null;
  return bytes !== null && bytes.toString(form) === text && (length === undefined || bytes.length === length)
    ? bytes
    : null;
};
/** A value as canonical JSON (RFC 8785). */
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
};
/** Adds the next leaf to an RFC 6962 tree of `size` leaves: the roots of its perfect subtrees, the largest first. */
const addLeaf = (subtrees, size, leaf) => {
  let hash = leaf;
  for (let rest = size; isOdd(rest); rest = half(rest)) hash = nodeHash(subtrees.pop(), hash);
  subtrees.push(hash);
};
const rootOf = (subtrees) =>
  subtrees.length === 0 ? sha256("") : subtrees.reduceRight((right, left) => nodeHash(left, right));

/** Walks from a node up to the root, one sibling after the other. Returns false where the proof has another length. */
const climb = (start, end, proof, merge) => {
  let [at, last] = [start, end];
  for (const sibling of proof) {
    if (last === 0) return false;
    const isLeft = isOdd(at) || at === last;
    merge(sibling, isLeft);
    while (isLeft && at !== 0 && !isOdd(at)) [at, last] = [half(at), half(last)];
    [at, last] = [half(at), half(last)];
  }
  return last === 0;
};

/** Whether a proof leads from a leaf to a root (RFC 9162, section 2.1.3.2). */
export const isIncluded = (index, size, leaf, proof, root) => {
  let hash = leaf;
  const merge = (sibling, isLeft) => {
    hash = isLeft ? nodeHash(sibling, hash) : nodeHash(hash, sibling);
  };
  return index < size && !proof.includes(null) && climb(index, size - 1, proof, merge) && hash.equals(root);
};

/** Whether the first tree is the beginning of the second (RFC 9162, section 2.1.4.2). */
export const isConsistent = (first, second, firstRoot, secondRoot, proof) => {
  if (first < 1 || first > second || proof.includes(null)) return false;
  if (first === second) return proof.length === 0 && firstRoot.equals(secondRoot);
  let [at, last] = [first - 1, second - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  const [start, ...rest] = at === 0 ? [firstRoot, ...proof] : proof;
  if (start === undefined) return false;
  let [older, newer] = [start, start];
  const merge = (sibling, isLeft) => {
    older = isLeft ? nodeHash(sibling, older) : older;
    newer = isLeft ? nodeHash(sibling, newer) : nodeHash(newer, sibling);
  };
  return climb(at, last, rest, merge) && older.equals(firstRoot) && newer.equals(secondRoot);
};

/** Reads a verifier key, <name>+<key id>+<base64 of type and public key> (C2SP signed-note). */
const readKey = (type) => (text) => {
  const [, name, id, material] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text.trim()) ?? [];
  const bytes = decoded(material, "base64", 33);
  if (bytes?.[0] !== type || sha256(`${name}\n`, bytes).toString("hex", 0, 4) !== id)
    throw new Usage(`"${text}" is not an Ed25519 verifier key of type ${type}`);
  const key = { kty: "OKP", crv: "Ed25519", x: bytes.toString("base64url", 1) };
  return { name, id, publicKey: createPublicKey({ key, format: "jwk" }) };
};
/** The keys that were typed, and those of files with one a line. */
const typedKeys = (text) =>
  /^[^+\s]+\+[0-9a-f]{8}\+/.test(text) ? [text] : readFileSync(text, "utf8").split("\n").filter(Boolean);
const isSignedBy = (key, text, signature) => verify(null, Buffer.from(text), key.publicKey, signature);

/** Reads a checkpoint (C2SP tlog-checkpoint) with its signatures. Returns null where the text is none. */
const readCheckpoint = (note) => {
  const form =
    /^((\S+)\n(0|[1-9][0-9]{0,14})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*)\n((?:\u2014 [^\s+]+ [A-Za-z0-9+/]+=*\n)+)$/u;
  const [, body, origin, size, hash, lines = ""] = form.exec(note) ?? [];
  const root = decoded(hash, "base64", 32);
  const signatures = [...lines.matchAll(/ (.+) (.+)\n/gu)].map(([, name, text]) => {
    const bytes = decoded(text, "base64") ?? Buffer.alloc(0);
    return { name, id: bytes.toString("hex", 0, 4), bytes: bytes.subarray(4) };
  });
  return root === null ? null : { body, origin, size: Number(size), root, signatures };
};

/** Fails unless one of the keys, named for the origin, signed the checkpoint and each of the witnesses cosigned it. */
const requireSigned = (checkpoint, position, { keys, witnesses }) => {
  must(checkpoint !== null, position, "checkpoint", "the checkpoint is not well-formed");
  const { body, origin, signatures } = checkpoint;
  const by = (key) => signatures.filter(({ id, name }) => name === key.name && id === key.id);
  const named = keys.filter(({ name }) => name === origin);
  const unnamed = `no given key has the name ${origin}: this may be a checkpoint of another log`;
  must(named.length > 0, position, "checkpoint", unnamed);
  const made = named.flatMap((key) => by(key).map(({ bytes }) => isSignedBy(key, body, bytes)));
  must(made.length > 0, position, "signature", "the checkpoint has no signature of a given key");
  must(!made.includes(false), position, "signature", "a signature of the checkpoint is not valid");
  for (const witness of witnesses) {
    const message = (bytes) => `cosignature/v1\ntime ${bytes.readBigUInt64BE(0)}\n${body}`;
    const isValid = ({ bytes }) => bytes.length === 72 && isSignedBy(witness, message(bytes), bytes.subarray(8));
    must(by(witness).some(isValid), position, "signature", `there is no valid cosignature of ${witness.name}`);
  }
};

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
/** The object that a line is the canonical JSON of, or null. */
const readJson = (bytes) => {
  try {
    const text = utf8.decode(bytes);
    const value = JSON.parse(text);
    return isObject(value) && text === `${canonical(value)}\n` ? value : null;
  } catch {
    return null;
  }
};
/** Whether a value is an object with exactly these members, and perhaps the optional ones. */
const hasMembers = (value, required, optional = []) =>
  isObject(value) &&
  required.every((name) => Object.hasOwn(value, name)) &&
  Object.keys(value).every((name) => required.includes(name) || optional.includes(name));

const eventMembers = `actor authorizationId causationId clientId correlationId data id occurredAt outcome reason
  recordedAt requestId stream subjectDid type version`.split(/\s+/);
/** The line of an event, or null where bytes are none. */
const readLine = (bytes) => {
  const line = readJson(bytes);
  if (line === null || !hasMembers(line, ["event", "leafHash", "position"], ["personal", "proof", "sealed"]))
    return null;
  const { event, personal = {}, position, proof = [], sealed = [] } = line;
  const isEvent = hasMembers(event, eventMembers) && typeof event.stream === "string" && isCount(event.version);
  return isEvent && isCount(position) && isObject(personal) && [proof, sealed].every(Array.isArray) ? line : null;
};
/** The value that a JSON pointer (RFC 6901) names, or undefined. */
const pointed = (value, pointer) => {
  const [start, ...parts] = pointer.split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const step = (found, name) => (Object.hasOwn(found ?? {}, name) ? found[name] : undefined);
  return start === "" ? parts.reduce(step, value) : undefined;
};

/** Fails unless the leaf and the personal parts of a line match its event. Returns the leaf. */
const checkEvent = ({ event, leafHash, personal = {} }, position) => {
  const leaf = sha256("\x00", canonical(event));
  must(leaf.toString("base64url") === leafHash, position, "leaf", "the event does not match its leaf hash");
  for (const [pointer, part] of Object.entries(personal)) {
    const place = pointed(event, pointer);
    const salt = hasMembers(part, ["salt", "value"]) ? decoded(part.salt, "base64url", 16) : null;
    const commitment = salt === null ? null : sha256("\x02", salt, canonical(part.value)).toString("base64url");
    const isSame = hasMembers(place, ["commitment"]) && place.commitment === commitment;
    must(isSame, position, "personal-data", `the value of ${pointer} does not match its commitment`);
  }
  return leaf;
};

/** The lines of a file as bytes, with their line feeds. */
function* linesOf(file) {
  const handle = openSync(file, "r");
  const chunk = Buffer.alloc(1 << 20);
  let rest = Buffer.alloc(0);
  for (let read = readSync(handle, chunk); read > 0; read = readSync(handle, chunk)) {
    rest = Buffer.concat([rest, chunk.subarray(0, read)]);
    for (let end = rest.indexOf(10) + 1; end > 0; end = rest.indexOf(10) + 1) {
      yield rest.subarray(0, end);
      rest = rest.subarray(end);
    }
  }
  if (rest.length > 0) yield rest;
}
/** The content of an end line, or null where the line is none. */
const endOf = (bytes) => {
  const end = readJson(bytes)?.end;
  return hasMembers(end, ["count"], ["checkpoint", "incomplete", "partial"]) ? end : null;
};

/** Verifies an export: each line in order, then the end line, its checkpoint, the tree, and older checkpoints. */
const verifyExport = (file, trusted) => {
  let [final, remaining] = [Buffer.alloc(0), 0];
  for (const bytes of linesOf(file)) [final, remaining] = [bytes, remaining + 1];
  const end = endOf(final);
  const isPartial = end?.partial === true;
  if (isPartial && trusted.older.length > 0) throw new Usage("A filtered export has no root to compare");
  const checkpoint = readCheckpoint(end?.checkpoint ?? "");
  const [subtrees, versions, roots] = [[], new Map(), new Map([[0, sha256("")]])];
  let [count, previous, proven, clear, all] = [0, 0, 0, 0, 0];
  for (const bytes of linesOf(file)) {
    remaining -= 1;
    if (remaining === 0 && end !== null) break;
    const line = readLine(bytes);
    must(line !== null, previous + 1, "leaf", "the line is not the canonical JSON of an event");
    const { event, personal = {}, position, proof } = line;
    const isNext = isPartial ? position > previous : position === previous + 1;
    must(isNext, previous + 1, "position", `the line has position ${position}`);
    const leaf = checkEvent(line, position);
    const before = versions.get(event.stream) ?? 0;
    const follows = isPartial ? event.version > before : event.version === before + 1;
    must(follows, position, "stream-version", `${event.stream} has version ${event.version} after ${before}`);
    if (checkpoint !== null && proof !== undefined) {
      const hashes = proof.map((hash) => decoded(hash, "base64", 32));
      const isProven = isIncluded(position - 1, checkpoint.size, leaf, hashes, checkpoint.root);
      must(isProven, position, "tree", "the proof does not lead to the root of the checkpoint");
    }
    addLeaf(subtrees, count, leaf);
    versions.set(event.stream, event.version);
    [count, previous, clear] = [count + 1, position, clear + Object.keys(personal).length];
    all += canonical(event).match(/\{"commitment":"[^"]*"\}/g)?.length ?? 0;
    proven += proof === undefined ? 0 : 1;
    must(proven === 0 || proven === count, position, "tree", "some lines have a proof, and some have none");
    if (trusted.older.some(({ size }) => size === count)) roots.set(count, rootOf(subtrees));
  }
  must(end !== null, previous + 1, "position", "the file is cut off: it has no end line");
  must(end.incomplete === undefined, previous + 1, "position", `the export is incomplete: ${end.incomplete}`);
  must(end.count === count, previous + 1, "position", `the end line counts ${end.count} events, not ${count}`);
  requireSigned(checkpoint, previous, trusted);
  const covers = isPartial ? checkpoint.size >= previous : checkpoint.size === count;
  must(covers, previous, "checkpoint", `the checkpoint is of ${checkpoint.size} events`);
  const isRoot = isPartial || rootOf(subtrees).equals(checkpoint.root);
  must(isRoot, previous, "tree", "the leaves do not have the root of the checkpoint");
  for (const { root, size } of trusted.older) {
    must(size <= count, count + 1, "checkpoint", `an older checkpoint is of ${size} events`);
    must(root.equals(roots.get(size)), size, "checkpoint", `an older checkpoint of ${size} events has another root`);
  }
  const scope = isPartial ? `${count} events of a filtered export, ${proven} of them proven` : `${count} events`;
  const hidden = all === clear ? "" : ` (${all - clear} more erased or withheld)`;
  const begins = trusted.older.map(({ size }) => `, begins with the ${size} events of an older checkpoint`);
  const sealed = `size ${checkpoint.size}, root ${checkpoint.root.toString("base64")}`;
  return `holds: ${scope}, ${clear} personal parts${hidden}, ${sealed}${begins.join("")}`;
};

/** Verifies a proof file (C2SP tlog-proof), of the leaf hash that it carries or of the line of an event. */
const verifyProof = (file, trusted) => {
  const form = /^c2sp\.org\/tlog-proof@v1\n(?:extra (\S+)\n)?index (0|[1-9][0-9]{0,14})\n((?:\S+\n)*)\n(.*)$/su;
  const [, extra, index, proof = "", note = ""] = form.exec(readFileSync(file, "utf8")) ?? [];
  must(index !== undefined, 0, "checkpoint", "the file is not a tlog-proof");
  const position = Number(index) + 1;
  const line = trusted.event === undefined ? null : readLine(Buffer.from(trusted.event.replace(/\n?$/, "\n")));
  must(trusted.event === undefined || line !== null, position, "leaf", "the given line is not of an event");
  must((line?.position ?? position) === position, position, "position", `the line has position ${line?.position}`);
  const leaf = line === null ? decoded(extra, "base64", 32) : checkEvent(line, position);
  if (leaf === null) throw new Usage("The proof has no leaf hash: give the line of the event as --event");
  const checkpoint = readCheckpoint(note);
  requireSigned(checkpoint, position, trusted);
  const hashes = (proof.match(/.+/g) ?? []).map((hash) => decoded(hash, "base64", 32));
  const isProven = isIncluded(position - 1, checkpoint.size, leaf, hashes, checkpoint.root);
  must(isProven, position, "tree", "the proof does not lead to the root of the checkpoint");
  return `holds: ${line === null ? "leaf" : "event"} at position ${position} of ${checkpoint.size}`;
};

const main = () => {
  const list = { type: "string", multiple: true, default: [] };
  const options = { key: list, checkpoint: list, witness: list, event: { type: "string" }, help: { type: "boolean" } };
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  if (values.help) return usage;
  const mode = { export: verifyExport, proof: verifyProof }[positionals[0]];
  if (mode === undefined || positionals.length !== 2 || values.key.length === 0) throw new Usage("Wrong arguments");
  const [keys, witnesses] = [values.key.flatMap(typedKeys).map(readKey(1)), values.witness.map(readKey(4))];
  const event = values.event?.startsWith("{") === false ? readFileSync(values.event, "utf8") : values.event;
  const older = values.checkpoint.map((file) => {
    const checkpoint = readCheckpoint(readFileSync(file, "utf8"));
    must(checkpoint !== null, 0, "checkpoint", `${file} is not a signed checkpoint`);
    requireSigned(checkpoint, checkpoint.size, { keys, witnesses: [] });
    return checkpoint;
  });
  return mode(positionals[1], { keys, witnesses, event, older });
};

if (realpathSync(process.argv[1] ?? "") === fileURLToPath(import.meta.url))
  try {
    process.stdout.write(`${main()}\n`);
  } catch (error) {
    const isUsage = error instanceof Usage || String(error.code).startsWith("ERR_PARSE_ARGS");
    process.exitCode = error instanceof Bad ? 1 : isUsage ? 2 : 3;
    (error instanceof Bad ? process.stdout : process.stderr).write(`${error.message}${isUsage ? `\n${usage}` : ""}\n`);
  }
