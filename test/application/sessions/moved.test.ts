import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { IdentityResolver } from "../../../src/domain/identity/IdentityResolver.ts";
import { serviceWithScriptedUpstream } from "../../support/scriptedUpstream.ts";
import { aliceSignedIn, sessionStory } from "./sessionThrough.ts";

/** An account whose document names another PDS than it signed in at, and whose handle's host answers nobody. */
const movedWithoutHandle = Layer.effect(
  IdentityResolver,
  Effect.map(IdentityResolver, (memory) => {
    let looked = 0;
    return IdentityResolver.of({
      ...memory,
      // The login is the first to ask, and is not what is tried here.
      resolveDidFresh: (did) => Effect.suspend(() => (looked++ === 0 ? memory.resolveDidFresh(did) : Effect.never)),
      resolveDid: () => Effect.never,
      findPds: () => Effect.succeed("https://new.example")
    });
  })
).pipe(Layer.provideMerge(serviceWithScriptedUpstream));

it.effect("CL-10 The session of an account that has moved ends, even if its handle cannot be confirmed", () =>
  Effect.gen(function* () {
    const { call } = yield* aliceSignedIn;
    assert.propertyVal(yield* Effect.flip(call), "reason", "account-moved");
    assert.include(yield* sessionStory, "SessionEnded.v1 account-moved");
  }).pipe(Effect.provide(movedWithoutHandle))
);
