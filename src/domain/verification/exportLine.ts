import { canonicalJson } from "../json/canonicalJson.ts";
import { isJsonObject } from "../json/isJsonObject.ts";

/** The line of an event in an export, as far as a verification reads it. */
export interface EventLine {
  readonly event: Readonly<Record<string, unknown>>;
  readonly stream: string;
  readonly version: number;
  readonly leafHash: unknown;
  readonly personal: Readonly<Record<string, unknown>>;
  readonly position: number;
  readonly proof: ReadonlyArray<unknown> | null;
  /** The encrypted personal parts, in the line of an archive. */
  readonly sealed: ReadonlyArray<unknown>;
}

/** The content of the last line of an export. Members that were not given are null. */
export interface EndLine {
  readonly count: unknown;
  readonly checkpoint: unknown;
  readonly incomplete: unknown;
  readonly isPartial: boolean;
}

const eventMembers = [
  "actor",
  "authorizationId",
  "causationId",
  "clientId",
  "correlationId",
  "data",
  "id",
  "occurredAt",
  "outcome",
  "reason",
  "recordedAt",
  "requestId",
  "stream",
  "subjectDid",
  "type",
  "version"
];

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** Whether a value is an object with exactly these members, and perhaps the optional ones. */
export const hasMembers = (
  value: unknown,
  required: ReadonlyArray<string>,
  optional: ReadonlyArray<string> = []
): value is Readonly<Record<string, unknown>> =>
  isJsonObject(value) &&
  required.every((name) => Object.hasOwn(value, name)) &&
  Object.keys(value).every((name) => required.includes(name) || optional.includes(name));

/** Returns the object that a line, with its line feed, is the canonical JSON of (RFC 8785), or null. */
const readJson = (line: Uint8Array): Readonly<Record<string, unknown>> | null => {
  try {
    const text = utf8.decode(line);
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && text === `${canonicalJson(value)}\n` ? value : null;
  } catch {
    return null;
  }
};

/** Reads the line of an event, with its line feed. Returns null for other bytes. */
export const readEventLine = (line: Uint8Array): EventLine | null => {
  const read = readJson(line);
  if (!hasMembers(read, ["event", "leafHash", "position"], ["personal", "proof", "sealed"])) return null;
  const { event, leafHash, personal = {}, position, proof = null, sealed = [] } = read;
  if (!hasMembers(event, eventMembers) || !isCount(position) || !isJsonObject(personal)) return null;
  const { stream, version } = event;
  if (typeof stream !== "string" || !isCount(version) || !Array.isArray(sealed)) return null;
  if (!(proof === null || Array.isArray(proof))) return null;
  return { event, stream, version, leafHash, personal, position, proof, sealed };
};

/** Reads the last line of an export, with its line feed. Returns null for other bytes. */
export const readEndLine = (line: Uint8Array): EndLine | null => {
  const end = readJson(line)?.end;
  if (!hasMembers(end, ["count"], ["checkpoint", "incomplete", "partial"])) return null;
  const { checkpoint = null, count, incomplete = null, partial } = end;
  return { count, checkpoint, incomplete, isPartial: partial === true };
};
