import type { AtUri } from "../../../domain/atproto/AtUri.ts";
import type { Cid } from "../../../domain/atproto/Cid.ts";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import type { WriteRequested } from "../../../domain/record/write/RecordWriteEvent.ts";
import type { EventMetadata } from "../../event/toNewEvent.ts";
import { type Result, recordWritten } from "../write/recordWritten.ts";
import type { FoundRecords } from "./fetchRecords.ts";

/** Returns the CIDs of the records found, by address. */
export const cidsOf = ({ records }: FoundRecords): ReadonlyMap<AtUri, Cid> =>
  new Map([...records].map(([uri, { cid }]) => [uri, cid] as const));

/** Returns what the index will hold for the records found. */
export const resultsOf = (
  requests: ReadonlyArray<Pick<WriteRequested, "uri">>,
  { rev, records }: FoundRecords
): ReadonlyArray<Result> => requests.map(({ uri }) => ({ uri, rev, record: records.get(uri) ?? null }));

/** Records that the PDS, queried later, holds everything that a write requested, and indexes what it holds. */
export const recordConfirmed = (
  { stream, version }: { readonly stream: StreamName; readonly version: number },
  requests: ReadonlyArray<WriteRequested>,
  fetched: FoundRecords,
  metadata: EventMetadata
) =>
  recordWritten({
    stream,
    version,
    requests,
    cids: requests.map(({ cid }) => cid),
    rev: fetched.rev,
    results: resultsOf(requests, fetched),
    found: true,
    metadata
  });
