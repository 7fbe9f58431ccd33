import type { RecordAtPds } from "../RecordsAtPds.ts";
import type { LoggedWrite } from "../WriteLog.ts";
import type { Author } from "./Author.ts";

/** What is wrong after a run; each list is to be empty. */
export interface Differences {
  /** Records that an author was told of and the PDS does not have, or has although it was told that they are gone. */
  readonly lost: ReadonlyArray<string>;
  /** Texts that are in more than one record: each was asked for once. */
  readonly doubled: ReadonlyArray<string>;
  /** Writes without an outcome in the log, and records of the PDS that the log does not account for. */
  readonly unexplained: ReadonlyArray<string>;
  /** Addresses of which the log's last word is another than what the PDS has. */
  readonly logDiffers: ReadonlyArray<string>;
  readonly indexDiffers: ReadonlyArray<string>;
}

const outcomes = /^(?:RecordWritten$|WriteRejected)/;

/** Whether a write has an outcome. */
export const isExplained = ({ story }: LoggedWrite): boolean => outcomes.test(story.at(-1) ?? "");

const textOf = ({ value }: RecordAtPds): string => String(Object(value).text);

const differing = (own: ReadonlyMap<string, string>, pds: ReadonlyMap<string, string>): ReadonlyArray<string> =>
  [...new Set([...own.keys(), ...pds.keys()])].filter((uri) => own.get(uri) !== pds.get(uri));

/** Compares what authors were told, the log and the index with what the PDS has. */
export const compare = (
  authors: ReadonlyArray<Author>,
  records: ReadonlyArray<RecordAtPds>,
  writes: ReadonlyArray<LoggedWrite>,
  claimed: ReadonlyMap<string, string>,
  indexed: ReadonlyMap<string, string>
): Differences => {
  const byText = Map.groupBy(records, textOf);
  const atPds = new Map(records.map(({ cid, uri }) => [uri, cid]));
  const uris = new Set(writes.flatMap((write) => write.uris));
  return {
    lost: authors.flatMap(({ account: { gone, there } }) => [
      ...[...there].filter(([text, uri]) => byText.get(text)?.[0]?.uri !== uri).map(([text]) => text),
      ...[...gone].filter((text) => byText.has(text))
    ]),
    doubled: [...byText].filter(([, found]) => found.length > 1).map(([text]) => text),
    unexplained: [
      ...writes.filter((write) => !isExplained(write)).map(({ stream }) => stream),
      ...records.filter(({ uri }) => !uris.has(uri)).map(({ uri }) => uri)
    ],
    logDiffers: differing(claimed, atPds),
    indexDiffers: differing(indexed, atPds)
  };
};
