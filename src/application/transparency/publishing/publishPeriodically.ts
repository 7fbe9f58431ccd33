import * as Effect from "effect/Effect";
import type { Anchor } from "../../../domain/transparency/publishing/Anchors.ts";
import { Anchors } from "../../../domain/transparency/publishing/Anchors.ts";
import { type AskedWitness, Witnesses } from "../../../domain/transparency/publishing/Witnesses.ts";
import { verifierKeyText } from "../../../domain/transparency/VerifierKey.ts";
import { underRenewedLease } from "../../lease/withRenewedLease.ts";
import { askWitness } from "./askWitness.ts";
import { followTarget } from "./followTarget.ts";
import { publishToAnchor } from "./publishToAnchor.ts";

/** Not the lease of sealing: whatever witnesses and anchors do, sealing does not wait for them. */
const lease = { name: "publish checkpoints", leaseMs: 10_000, renewEveryMs: 3_000 };

/** Milliseconds between two requests to a witness, and after a lost lease. */
const pauses = { witness: 500, acquire: 1_000 };

const followWitness = (witness: AskedWitness) =>
  followTarget({
    target: verifierKeyText(witness.key),
    called: `the witness ${witness.key.name}`,
    pause: pauses.witness,
    publish: (latest) => askWitness(witness, latest)
  });

const followAnchor = (anchor: Anchor) =>
  followTarget({
    target: anchor.target,
    called: `the anchor ${anchor.target}`,
    pause: anchor.pause,
    publish: (latest) => publishToAnchor(anchor, latest)
  });

const followAll = Effect.gen(function* () {
  const witnesses = yield* Witnesses;
  const anchors = yield* Anchors;
  yield* Effect.all([...witnesses.map(followWitness), ...anchors.map(followAnchor)], {
    concurrency: "unbounded",
    discard: true
  });
});

/**
 * Sends each new checkpoint to the witnesses and anchors for as long as the process runs, in the one process that holds the
 * lease. None waits for another. A failure of the database ends the lease, and it begins again with the next.
 */
export const publishPeriodically = underRenewedLease(lease, () => followAll).pipe(
  Effect.catchAll((problem) => Effect.logDebug("Checkpoints were not published", problem)),
  Effect.zipRight(Effect.sleep(pauses.acquire)),
  Effect.forever
);
