import * as Schema from "effect/Schema";
import { addHistograms, emptyHistogram, type LatencyHistogram } from "./LatencyHistogram.ts";

const Count = Schema.NonNegativeInt;

/** How many requests of a kind ended in each way, and how long it took until their responses began. */
export const RequestCounts = Schema.Struct({
  ok: Count,
  refused: Count,
  failed: Count,
  aborted: Count,
  /** The latencies of the requests that got a response. */
  latencies: Schema.Array(Count)
});
export type RequestCounts = typeof RequestCounts.Type;

export const noRequests: RequestCounts = { ok: 0, refused: 0, failed: 0, aborted: 0, latencies: emptyHistogram };

/** Returns the number of requests. */
export const totalOf = ({ aborted, failed, ok, refused }: Omit<RequestCounts, "latencies">): number =>
  ok + refused + failed + aborted;

/** Adds the counts of two processes or minutes. */
export const addRequests = (left: RequestCounts, right: RequestCounts): RequestCounts => ({
  ok: left.ok + right.ok,
  refused: left.refused + right.refused,
  failed: left.failed + right.failed,
  aborted: left.aborted + right.aborted,
  latencies: addHistograms(left.latencies, right.latencies) satisfies LatencyHistogram
});
