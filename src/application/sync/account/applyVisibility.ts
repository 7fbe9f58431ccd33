import * as Effect from "effect/Effect";
import type { Did } from "../../../domain/atproto/Did.ts";
import { RecordIndex, type RecordIndexUnavailable } from "../../../domain/record/index/RecordIndex.ts";
import type { AccountDecision } from "../../../domain/sync/account/decideAccount.ts";

/** Hides or shows the records of an account in the index. */
export const applyVisibility = (
  did: Did,
  decision: AccountDecision
): Effect.Effect<void, RecordIndexUnavailable, RecordIndex> =>
  Effect.flatMap(RecordIndex, (index) => {
    switch (decision._tag) {
      case "Hide":
        return index.hide(did, decision.status);
      case "Show":
        return index.show(did);
      default:
        return Effect.void;
    }
  });
