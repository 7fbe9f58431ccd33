import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Ref from "effect/Ref";
import { type Identity, IdentityResolver, IdentityUnresolvable } from "../../../domain/identity/IdentityResolver.ts";
import { memorySigningKey } from "./makeRepository.ts";
import { type PdsAccount, PdsMemory } from "./PdsMemory.ts";

/** Resolves the accounts of the in-memory server, by handle and by DID. */
export const layer = Layer.effect(
  IdentityResolver,
  Effect.map(PdsMemory, (pds) => {
    const find = (
      subject: string,
      reason: IdentityUnresolvable["reason"],
      is: (account: PdsAccount) => boolean
    ): Effect.Effect<Identity, IdentityUnresolvable> =>
      Effect.flatMap(Ref.get(pds.state), ({ accounts }) => {
        const account = accounts.find(is);
        return account === undefined
          ? new IdentityUnresolvable({ subject, reason })
          : Effect.succeed({ ...account, pds: pds.origin, signingKey: memorySigningKey });
      });
    const byDid = (did: string) => find(did, "did-not-found", (account) => account.did === did);
    return IdentityResolver.of({
      resolveHandle: (handle) => find(handle, "handle-not-found", (account) => account.handle === handle),
      resolveDid: byDid,
      resolveDidFresh: byDid,
      findPds: (did) => Effect.map(byDid(did), ({ pds: home }) => home)
    });
  })
);
