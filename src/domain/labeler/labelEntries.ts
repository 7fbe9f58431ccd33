import type { DagCborCursor } from "../sync/repository/DagCborCursor.ts";

/** A field of a map: its name, and the offsets of its name, of its value, and of what follows. */
export interface MapEntry {
  readonly name: string;
  readonly start: number;
  readonly valueAt: number;
  readonly end: number;
}

const mapMajor = 5 << 5;

/** Reads past a map, and returns its fields. Throws `UnexpectedCbor` if it is none. */
export const readEntries = (cursor: DagCborCursor): ReadonlyArray<MapEntry> => {
  const entries: Array<MapEntry> = [];
  const count = cursor.map();
  for (let place = 0; place < count; place += 1) {
    const start = cursor.at;
    const name = cursor.text();
    const valueAt = cursor.at;
    cursor.skip();
    entries.push({ name, start, valueAt, end: cursor.at });
  }
  return entries;
};

/** The order of keys in DAG-CBOR: shorter ones first, then by bytes, which a comparison of encoded texts does. */
const compareKeys = (bytes: Uint8Array) => (left: MapEntry, right: MapEntry) => {
  const length = left.valueAt - left.start;
  if (length !== right.valueAt - right.start) return length - (right.valueAt - right.start);
  for (let at = 0; at < length; at += 1) {
    const difference = (bytes[left.start + at] ?? 0) - (bytes[right.start + at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};

const mapHead = (count: number): ReadonlyArray<number> => (count < 24 ? [mapMajor | count] : [mapMajor | 24, count]);

/**
 * Returns the map of up to 255 entries in DAG-CBOR. Names and values keep their bytes, so that fields of a later version
 * are kept as well.
 */
export const encodeEntries = (bytes: Uint8Array, entries: ReadonlyArray<MapEntry>): Uint8Array => {
  const sorted = entries.toSorted(compareKeys(bytes));
  const head = mapHead(sorted.length);
  const encoded = new Uint8Array(sorted.reduce((sum, { end, start }) => sum + end - start, head.length));
  encoded.set(head);
  let at = head.length;
  for (const { end, start } of sorted) {
    encoded.set(bytes.subarray(start, end), at);
    at += end - start;
  }
  return encoded;
};
