import * as Clock from "effect/Clock";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { cosignatureBytes, cosignatureMessage } from "../../domain/transparency/cosignature.ts";
import { signatureLine } from "../../domain/transparency/SignedNote.ts";
import type { VerifierKey } from "../../domain/transparency/VerifierKey.ts";
import { verifyEd25519 } from "../../domain/transparency/verifyEd25519.ts";
import { CosignedHeads, type HeadNotRecorded } from "../../domain/witness/CosignedHeads.ts";
import { Cosigner } from "../../domain/witness/Cosigner.ts";
import { type CosigningDecision, decideCosigning, type SignedHead } from "../../domain/witness/decideCosigning.ts";

/** What a witness answers: the line of its cosignature, or why there is none. */
export type WitnessAnswer =
  | { readonly _tag: "Cosigned"; readonly head: SignedHead; readonly line: string }
  | Exclude<CosigningDecision, { readonly _tag: "Cosign" }>;

/** A witness: cosigns the checkpoints of logs that it follows, never two that are inconsistent. */
export class Witness extends Context.Tag("application/Witness")<
  Witness,
  {
    /** Answers the body of an add-checkpoint request (C2SP tlog-witness). */
    readonly addCheckpoint: (body: string) => Effect.Effect<WitnessAnswer, HeadNotRecorded>;
  }
>() {}

const cosign = Effect.fnUntraced(function* (cosigner: Cosigner["Type"], head: SignedHead) {
  const { key, sign } = cosigner;
  const time = Math.floor((yield* Clock.currentTimeMillis) / 1000);
  const signature = cosignatureBytes(time, yield* sign(cosignatureMessage(head.text, time)));
  return signatureLine({ name: key.name, keyId: key.keyId, signature });
});

interface Parts {
  readonly heads: CosignedHeads["Type"];
  readonly cosigner: Cosigner["Type"];
  readonly logs: ReadonlyArray<VerifierKey>;
}

const answer = Effect.fnUntraced(function* ({ cosigner, heads, logs }: Parts, body: string) {
  const decision = decideCosigning(body, logs, heads.latest, verifyEd25519);
  if (decision._tag !== "Cosign") return decision satisfies WitnessAnswer;
  const { head } = decision;
  // A crash from here on costs the cosignature of this head, and never leads to one of another head.
  yield* heads.record(head);
  return { _tag: "Cosigned", head, line: yield* cosign(cosigner, head) } satisfies WitnessAnswer;
});

const open = Effect.fnUntraced(function* (logs: ReadonlyArray<VerifierKey>) {
  const parts: Parts = { heads: yield* CosignedHeads, cosigner: yield* Cosigner, logs };
  const oneAtATime = (yield* Effect.makeSemaphore(1)).withPermits(1);
  return Witness.of({
    // A client that leaves must not stop the work between the record and the next decision.
    addCheckpoint: (body) => oneAtATime(Effect.uninterruptible(answer(parts, body)))
  });
});

/** A witness of these logs, each by a verifier key that is named by the origin of the log. */
export const layer = (logs: ReadonlyArray<VerifierKey>): Layer.Layer<Witness, never, CosignedHeads | Cosigner> =>
  Layer.effect(Witness, open(logs));
