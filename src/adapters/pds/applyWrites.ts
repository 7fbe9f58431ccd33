import * as Effect from "effect/Effect";
import type { BatchWrite, PdsCredentials } from "../../domain/record/Repository.ts";
import { malformedAnswer } from "./repositoryFailure.ts";
import type { ProvenWay } from "./sendWithProof.ts";
import { Applied } from "./XrpcAnswers.ts";
import { callWrite, decodeAnswer, xrpc } from "./xrpcCall.ts";

const method = "com.atproto.repo.applyWrites";

/** 200 results of the longest CIDs and at-uris there are. */
const maxAnswerBytes = 1_000_000;

const operation = (write: BatchWrite) => ({
  $type: `${method}#${write.action}`,
  ...write.target,
  ...(write.action !== "delete" && { value: write.value })
});

/** Carries out several writes in one commit (`com.atproto.repo.applyWrites`). */
export const applyWrites = Effect.fnUntraced(function* (
  way: ProvenWay,
  credentials: PdsCredentials,
  writes: ReadonlyArray<BatchWrite>
) {
  const response = yield* callWrite(way, credentials, {
    url: xrpc(credentials.pds, method),
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ repo: credentials.did, writes: writes.map(operation) }),
    maxBytes: maxAnswerBytes
  });
  const { commit, results } = yield* decodeAnswer(Applied, response);
  const cids = writes.map(({ action }, at) => (action === "delete" ? null : (results[at]?.cid ?? null)));
  const isWhole = results.length === writes.length && writes.every(({ action }, at) => action === "delete" || cids[at]);
  if (!isWhole) return yield* malformedAnswer(response);
  return { cids, rev: commit?.rev ?? null };
});
