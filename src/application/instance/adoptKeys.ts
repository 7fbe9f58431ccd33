import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type { KeyUse } from "../../domain/administration/KeysMissing.ts";
import * as decisions from "../../domain/administration/SigningKeysSettled.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import type { SessionEnd } from "../../domain/session/SessionEvent.ts";
import { signingKeys as settledKeys } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { endSession } from "../sessions/endSession.ts";
import { findSealedByMissingKeys, findSignedByMissingKeys, type MissingKeys, refusalOf } from "./findMissingKeys.ts";

const stream = streamName("instance", "signing-keys");

const none: MissingKeys = new Map();

const reasons: Readonly<Record<KeyUse, SessionEnd>> = { seals: "secrets-missing", signs: "client-key-retired" };

/** Fails for missing keys that were not retired; the sessions of retired keys end. */
const refuseOrEnd = Effect.fnUntraced(function* (use: KeyUse, missing: MissingKeys, retired: ReadonlyArray<string>) {
  const refusal = refusalOf(use, missing, retired);
  if (Option.isSome(refusal)) return yield* refusal.value;
  yield* Effect.forEach([...missing.values()].flat(), (sessionId) => endSession(sessionId, reasons[use]), {
    concurrency: 4,
    discard: true
  });
});

/**
 * Checks at startup that the keys on which stored sessions depend are available. Fails with `KeysMissing` if a session
 * needs a key that this environment lacks, unless the key is `retired`, in which case its sessions end. The sessions
 * are decrypted only when a signing key of the last start is gone.
 */
export const adoptKeys = traced("adoptKeys")(function* (options: {
  readonly signingKeys: ReadonlyArray<string>;
  readonly retired: ReadonlyArray<string>;
}) {
  const { retired, signingKeys } = options;
  yield* refuseOrEnd("seals", yield* findSealedByMissingKeys, retired);
  const { state } = yield* loadAggregate(settledKeys, stream);
  const missing = decisions.hasEveryKey(state, signingKeys) ? none : yield* findSignedByMissingKeys(signingKeys);
  yield* refuseOrEnd("signs", missing, retired);
  yield* decide({
    aggregate: settledKeys,
    stream,
    metadata: () => ({ actor: { type: "operator", id: null } }),
    decide: (now) => Effect.succeed({ events: decisions.decideSigningKeys(now, signingKeys), outcome: undefined })
  });
});
