import type { AtUri } from "../../domain/atproto/AtUri.ts";
import type { Cid } from "../../domain/atproto/Cid.ts";
import type { StreamName } from "../../domain/event/StreamName.ts";
import type { WriteRequested } from "../../domain/record/RecordWriteEvent.ts";
import type { About } from "../event/describeEvent.ts";
import type { Inquiry } from "./inquire.ts";
import { type Result, recordWritten } from "./recordWritten.ts";

/** The CIDs of what was found, by address. */
export const cidsOf = ({ there }: Inquiry): ReadonlyMap<AtUri, Cid> =>
  new Map([...there].map(([uri, { cid }]) => [uri, cid] as const));

/** What the index is to have of what was found. */
export const resultsOf = (
  requests: ReadonlyArray<Pick<WriteRequested, "uri">>,
  { rev, there }: Inquiry
): ReadonlyArray<Result> => requests.map(({ uri }) => ({ uri, rev, record: there.get(uri) ?? null }));

/** Writes down that the PDS, asked later, holds all that a write asked for, and indexes what it holds. */
export const recordFound = (
  { stream, version }: { readonly stream: StreamName; readonly version: number },
  requests: ReadonlyArray<WriteRequested>,
  inquiry: Inquiry,
  about: About
) =>
  recordWritten({
    stream,
    version,
    requests,
    cids: requests.map(({ cid }) => cid),
    rev: inquiry.rev,
    results: resultsOf(requests, inquiry),
    found: true,
    about
  });
