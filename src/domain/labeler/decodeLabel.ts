import { isValidDatetime } from "@atproto/syntax";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { Did } from "../atproto/Did.ts";
import type { Label } from "../label/Label.ts";
import { readSubject } from "../label/LabelSubject.ts";
import { LabelValue, maxValueBytes } from "../label/LabelValue.ts";
import { DagCborCursor, UnexpectedCbor } from "../sync/repository/DagCborCursor.ts";
import type { LabelRejection } from "./LabelRejection.ts";
import { encodeEntries, type MapEntry, readEntries } from "./labelEntries.ts";
import type { SignedLabel } from "./SignedLabel.ts";

/** A label, or why it has no effect. */
export type DecodedLabel = Either.Either<SignedLabel, LabelRejection>;

/** The maximum size of a label in bytes. An AT URI has 8 kB at most. */
const maxLabelBytes = 16_384;
/** The maximum number of fields. Version 1 has nine. */
const maxFields = 64;
const maxCidLength = 256;
/** The milliseconds of the latest time that a `Date` can hold with a year of four digits. */
const latest = Date.UTC(9999, 11, 31);

const isDid = Schema.is(Did);
const isValue = Schema.is(LabelValue);
const control = /\p{C}/u;

/** The fields of a label, each null if it is absent, null or of another type. */
interface Fields {
  readonly ver: number | null;
  readonly src: string | null;
  readonly uri: string | null;
  readonly cid: string | null;
  readonly val: string | null;
  readonly neg: boolean | null;
  readonly cts: string | null;
  readonly exp: string | null;
  readonly sig: Uint8Array | null;
}

/** Fields that are optional, but have another type if they are there. */
type Wrong = ReadonlySet<string>;

/** Reads one field, or returns null if its value has another type. */
const readAs = <A>(bytes: Uint8Array, entry: MapEntry | undefined, read: (cursor: DagCborCursor) => A): A | null => {
  if (entry === undefined) return null;
  try {
    return read(new DagCborCursor(bytes, entry.valueAt));
  } catch (cause) {
    if (!(cause instanceof UnexpectedCbor)) throw cause;
    return null;
  }
};

const isNull = (bytes: Uint8Array, { valueAt }: MapEntry): boolean => new DagCborCursor(bytes, valueAt).takeNull();

const text = (cursor: DagCborCursor) => cursor.text();

const fieldsOf = (bytes: Uint8Array, entries: ReadonlyMap<string, MapEntry>): Fields => ({
  ver: readAs(bytes, entries.get("ver"), (cursor) => cursor.unsigned()),
  src: readAs(bytes, entries.get("src"), text),
  uri: readAs(bytes, entries.get("uri"), text),
  cid: readAs(bytes, entries.get("cid"), text),
  val: readAs(bytes, entries.get("val"), text),
  neg: readAs(bytes, entries.get("neg"), (cursor) => cursor.boolean()),
  cts: readAs(bytes, entries.get("cts"), text),
  exp: readAs(bytes, entries.get("exp"), text),
  sig: readAs(bytes, entries.get("sig"), (cursor) => cursor.byteString())
});

const optionalFields = ["cid", "neg", "exp", "sig"] as const;

const wrongTypes = (bytes: Uint8Array, entries: ReadonlyMap<string, MapEntry>, fields: Fields): Wrong =>
  new Set(
    optionalFields.filter((name) => {
      const entry = entries.get(name);
      return entry !== undefined && fields[name] === null && !isNull(bytes, entry);
    })
  );

const timeOf = (stated: string): number | null => {
  const time = isValidDatetime(stated) ? Date.parse(stated) : Number.NaN;
  return time >= 0 && time < latest ? time : null;
};

const isCid = (cid: string): boolean => cid !== "" && cid.length <= maxCidLength && !control.test(cid);

/** The label, or the field that is wrong and what it must be. */
const labelOf = ({ cid, cts, exp, neg, src, uri, val }: Fields, wrong: Wrong): Either.Either<Label, string> => {
  if (src === null || !isDid(src)) return Either.left("src must be a DID");
  const subject = readSubject(uri ?? "");
  if (Either.isLeft(subject)) return Either.left(`uri ${subject.left}`);
  if (!isValue(val) || control.test(val)) return Either.left(`val must be a text of 1 to ${maxValueBytes} bytes`);
  if (wrong.has("cid") || (cid !== null && !isCid(cid))) return Either.left("cid must be a CID");
  if (wrong.has("neg")) return Either.left("neg must be true or false");
  const created = cts === null ? null : timeOf(cts);
  if (created === null) return Either.left("cts must be a datetime");
  const expires = exp === null ? null : timeOf(exp);
  if (wrong.has("exp") || (exp !== null && expires === null)) return Either.left("exp must be a datetime");
  return Either.right({ src, subject: subject.right, val, cid, neg: neg ?? false, cts: created, exp: expires });
};

/** A copy of a part of a text that others wrote, for a rejection. */
const excerpt = (stated: string | null): string | null => stated?.replace(/\p{C}/gu, "").slice(0, 512) ?? null;

const rejected = ({ uri, val }: Fields, reason: LabelRejection["reason"], detail: string): DecodedLabel =>
  Either.left({ reason, detail, uri: excerpt(uri), val: excerpt(val) });

const noFields: Fields = {
  ver: null,
  src: null,
  uri: null,
  cid: null,
  val: null,
  neg: null,
  cts: null,
  exp: null,
  sig: null
};

const decodeEntries = (bytes: Uint8Array, entries: ReadonlyArray<MapEntry>): DecodedLabel => {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const fields = fieldsOf(bytes, byName);
  if (byName.size < entries.length) return rejected(fields, "malformed", "a field is stated twice");
  if (fields.ver !== 1) return rejected(fields, "unsupported-version", "ver must be 1");
  const wrong = wrongTypes(bytes, byName, fields);
  const label = labelOf(fields, wrong);
  if (Either.isLeft(label)) return rejected(fields, "malformed", label.left);
  if (wrong.has("sig")) return rejected(fields, "malformed", "sig must be bytes");
  if (fields.sig === null) return rejected(fields, "unsigned", "sig is missing");
  const message = encodeEntries(
    bytes,
    entries.filter(({ name }) => name !== "sig")
  );
  // A copy: a view would keep all of what was received together in memory.
  return Either.right({ label: label.right, signature: fields.sig.slice(), message });
};

const decodeMap = (bytes: Uint8Array, at: number): DecodedLabel => {
  try {
    const entries = readEntries(new DagCborCursor(bytes, at));
    return entries.length > maxFields
      ? rejected(noFields, "malformed", `it has more than ${maxFields} fields`)
      : decodeEntries(bytes, entries);
  } catch (cause) {
    if (!(cause instanceof UnexpectedCbor)) throw cause;
    return rejected(noFields, "malformed", "it must be a map");
  }
};

/**
 * Reads a label past its end (AT Protocol, Label). Which bytes were signed follows from the bytes that arrived, with
 * fields that have no meaning here. Throws `UnexpectedCbor` if the next item is not DAG-CBOR; all other faults are those
 * of one label.
 */
export const decodeLabel = (cursor: DagCborCursor): DecodedLabel => {
  const start = cursor.at;
  cursor.skip();
  return cursor.at - start > maxLabelBytes
    ? rejected(noFields, "malformed", `it has more than ${maxLabelBytes} bytes`)
    : decodeMap(cursor.bytes, start);
};
