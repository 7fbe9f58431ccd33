import { sign } from "node:crypto";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Witness from "../../../../src/application/witness/Witness.ts";
import type { TreeHead } from "../../../../src/domain/transparency/consistencyProof.ts";
import type { WitnessResponse } from "../../../../src/domain/transparency/publishing/WitnessRequests.ts";
import { CosignedHeads } from "../../../../src/domain/witness/CosignedHeads.ts";
import { Cosigner } from "../../../../src/domain/witness/Cosigner.ts";
import type { TestKey } from "../../../domain/transparency/signedBy.ts";
import { log } from "./sealedLog.ts";

const responses = {
  Malformed: { _tag: "Refused", reason: "malformed-request" },
  UnknownLog: { _tag: "Refused", reason: "unknown-log" },
  NotSigned: { _tag: "Refused", reason: "unknown-key" },
  NotConsistent: { _tag: "NotConsistent" }
} as const satisfies Record<string, WitnessResponse>;

const responseTo = (answer: Witness.WitnessAnswer): WitnessResponse => {
  switch (answer._tag) {
    case "Cosigned":
      return { _tag: "Cosignatures", lines: answer.line };
    case "OtherSize":
    case "OtherRoot":
      return { _tag: "OtherSize", size: answer.size };
    default:
      return responses[answer._tag];
  }
};

/** A witness of the project in memory, whose memory a test can change: `heads` by origin. */
export const memoryWitness = Effect.fnUntraced(function* ({ key, privateKey }: TestKey, follows = [log.key]) {
  const heads = new Map<string, TreeHead>();
  const services = Layer.mergeAll(
    Layer.succeed(CosignedHeads, {
      latest: (origin) => heads.get(origin) ?? null,
      record: (head) => Effect.sync(() => void heads.set(head.origin, head))
    }),
    Layer.succeed(Cosigner, {
      key,
      sign: (message) => Effect.sync(() => new Uint8Array(sign(null, message, privateKey)))
    })
  );
  const built = yield* Layer.build(Layer.provide(Witness.layer(follows), services));
  const { addCheckpoint } = Context.get(built, Witness.Witness);
  return { heads, respond: (body: string) => Effect.orDie(Effect.map(addCheckpoint(body), responseTo)) };
});
