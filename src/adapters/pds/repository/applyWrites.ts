import * as Effect from "effect/Effect";
import type { BatchWrite, PdsCredentials } from "../../../domain/record/write/Repository.ts";
import type { DpopTransport } from "../dpop/sendWithProof.ts";
import { malformedResponse } from "./repositoryFailure.ts";
import { Applied } from "./XrpcResponses.ts";
import { callWrite, decodeResponse, xrpc } from "./xrpcCall.ts";

const method = "com.atproto.repo.applyWrites";

/** The size of 200 results with the longest possible CIDs and AT URIs. */
const maxResponseBytes = 1_000_000;

const operation = (write: BatchWrite) => ({
  $type: `${method}#${write.action}`,
  ...write.target,
  ...(write.action !== "delete" && { value: write.value })
});

/** Performs several writes in one commit (`com.atproto.repo.applyWrites`). */
export const applyWrites = Effect.fnUntraced(function* (
  transport: DpopTransport,
  credentials: PdsCredentials,
  writes: ReadonlyArray<BatchWrite>
) {
  const response = yield* callWrite(transport, credentials, {
    url: xrpc(credentials.pds, method),
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ repo: credentials.did, writes: writes.map(operation) }),
    maxBytes: maxResponseBytes
  });
  const { commit, results } = yield* decodeResponse(Applied, response);
  const cids = writes.map(({ action }, at) => (action === "delete" ? null : (results[at]?.cid ?? null)));
  const isWhole = results.length === writes.length && writes.every(({ action }, at) => action === "delete" || cids[at]);
  if (!isWhole) return yield* malformedResponse(response);
  return { cids, rev: commit?.rev ?? null };
});
