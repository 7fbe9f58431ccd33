import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { StoredGroup } from "../personal/storedParts.ts";
import { checkEventLine } from "../verification/checkEventLine.ts";
import { type EventLine, readEventLine } from "../verification/exportLine.ts";
import { type Fault, leafFault } from "../verification/Fault.ts";
import type { ArchivedContent } from "./ArchivedEvents.ts";
import type { KeptMembers } from "./RowsDigest.ts";

/** An event of an archive, with what the database keeps of it. */
export interface ArchiveEntry extends ArchivedContent, KeptMembers {}

const lineFeed = 0x0a;

function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(lineFeed, start);
    const end = feed === -1 ? bytes.length : feed + 1;
    yield bytes.subarray(start, end);
    start = end;
  }
}

const decodeGroups = Schema.decodeUnknownOption(Schema.Array(StoredGroup));

const entryOf = (line: EventLine): Either.Either<ArchiveEntry, Fault> => {
  const { event, leafHash, position, stream, version } = line;
  const sealed = decodeGroups(line.sealed);
  if (Option.isNone(sealed) || typeof leafHash !== "string")
    return Either.left(leafFault(position, "the line is not one of an archive"));
  return Either.map(checkEventLine(line), () => ({
    ...{ position, stream, version, leafHash, event },
    sealed: sealed.value
  }));
};

/**
 * Returns the events of an archive file in the order of their lines, each compared with its leaf hash, or the first that does
 * not hold. Proofs and the last line are not read: `verifyExport` verifies them.
 */
export const archiveEntries = (bytes: Uint8Array): Either.Either<ReadonlyArray<ArchiveEntry>, Fault> => {
  const entries: Array<ArchiveEntry> = [];
  let previous = 0;
  for (const bytesOfLine of linesOf(bytes)) {
    const line = readEventLine(bytesOfLine);
    // The last line is none of an event.
    if (line === null) break;
    const entry = entryOf(line);
    if (Either.isLeft(entry)) return Either.left(entry.left);
    entries.push(entry.right);
    previous = entry.right.position;
  }
  return entries.length === 0
    ? Either.left(leafFault(previous + 1, "the archive has no events"))
    : Either.right(entries);
};

/** Returns the lines of a file, each with its line feed. */
export const splitLines = (bytes: Uint8Array): ReadonlyArray<Uint8Array> => [...linesOf(bytes)];
