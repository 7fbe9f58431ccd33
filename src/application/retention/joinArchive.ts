import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import { traced } from "../../domain/failure/traced.ts";
import { canonicalJson } from "../../domain/json/canonicalJson.ts";
import { shownParts } from "../../domain/personal/shownParts.ts";
import { ArchivedEvents } from "../../domain/retention/ArchivedEvents.ts";
import { type ArchiveEntry, archiveEntries, splitLines } from "../../domain/retention/archiveContents.ts";
import { readEventLine } from "../../domain/verification/exportLine.ts";
import { eventLine } from "../audit/eventLine.ts";

/** How many events are opened at a time. */
const pageSize = 250;

/** An event of an archive, with its proof as the line has it. */
interface ProvenEntry extends ArchiveEntry {
  readonly proof: ReadonlyArray<unknown> | null;
}

const joined = Effect.fnUntraced(function* (page: ReadonlyArray<ProvenEntry>) {
  const events = yield* (yield* ArchivedEvents).open(page);
  return page.map(({ event, leafHash, position, proof }, at) => {
    const opened = events[at];
    const personal = opened === undefined ? {} : shownParts(opened, opened.personal ?? []);
    return eventLine(canonicalJson(event), { leafHash, personal, position, proof });
  });
});

const text = new TextDecoder();

/**
 * Returns the lines of an archive as a filtered export with proofs: with the personal values of everybody who was not erased
 * since, in place of the encrypted ones. Fails with the first event that does not hold.
 */
export const joinArchive = traced("joinArchive")(function* (bytes: Uint8Array) {
  const entries = yield* archiveEntries(bytes);
  const lines = splitLines(bytes);
  const proven = entries.map((entry, at): ProvenEntry => {
    const line = lines[at];
    return { ...entry, proof: line === undefined ? null : (readEventLine(line)?.proof ?? null) };
  });
  return Stream.fromIterable(proven).pipe(
    Stream.grouped(pageSize),
    Stream.mapEffect((page) => joined([...page])),
    Stream.mapConcat((page) => page),
    Stream.concat(Stream.fromIterable(lines.slice(entries.length).map((line) => text.decode(line))))
  );
});
