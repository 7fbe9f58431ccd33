import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Handle } from "../../src/domain/atproto/Handle.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { UnitsOfWork } from "../../src/domain/event/UnitOfWork.ts";
import type { Identity } from "../../src/domain/identity/IdentityResolver.ts";
import { Subjects } from "../../src/domain/personal/Subjects.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { freshStream, sampleEvents } from "./sampleEvent.ts";

const freshIdentity = (): Required<Omit<Identity, "unresolvedHandle">> => {
  const name = randomUUID();
  return {
    did: Did.make(`did:web:${name}.invalid`),
    handle: Handle.make(`${name}.test`),
    pds: "https://pds.example.com",
    signingKey: "zKey"
  };
};

const commit = (...identities: ReadonlyArray<Identity>) =>
  Effect.flatMap(UnitsOfWork, (units) =>
    units.commit({
      appends: [{ stream: freshStream(), expectedVersion: 0, events: sampleEvents(1) }],
      uses: [],
      secrets: [],
      identities
    })
  );

const isCommitted = (...identities: ReadonlyArray<Identity>) =>
  Effect.map(Effect.either(commit(...identities)), (outcome) => {
    if (outcome._tag === "Left") assert.strictEqual(outcome.left._tag, "IdentityUnknown");
    return outcome._tag === "Right";
  });

const store = (identity: Identity) => Effect.flatMap(RecordIndex, (index) => index.putActor(identity));

const erase = (did: Did) =>
  Effect.gen(function* () {
    const subjects = yield* Subjects;
    yield* (yield* EventLog).pseudonym(did);
    yield* subjects.erase(Option.getOrThrow(yield* subjects.find(did)));
  });

/** What a unit of work requires of accounts. */
export const requiredIdentitiesContract = <E>(
  name: string,
  stores: Layer.Layer<EventLog | RecordIndex | Subjects | UnitsOfWork, E>
) =>
  it.layer(stores, { timeout: "60 seconds" })(`the identities that a unit of work requires: ${name}`, (it) => {
    it.effect("are those of the index", () =>
      Effect.gen(function* () {
        const known = freshIdentity();
        yield* store(known);
        assert.isTrue(yield* isCommitted(known));
        const { signingKey: _, ...withoutKey } = known;
        assert.isTrue(yield* isCommitted({ ...withoutKey, handle: null }));
        const { did, handle } = freshIdentity();
        assert.isFalse(yield* isCommitted({ ...known, did }));
        assert.isFalse(yield* isCommitted({ ...known, handle }));
        assert.isFalse(yield* isCommitted({ ...known, pds: "https://other.example.com" }));
        assert.isFalse(yield* isCommitted({ ...known, signingKey: "zOther" }));
        assert.isFalse(yield* isCommitted(known, freshIdentity()));
      })
    );

    it.effect("do not keep concurrent units from being committed", () =>
      Effect.gen(function* () {
        const known = freshIdentity();
        yield* store(known);
        const units = Array.from({ length: 20 }, (_, at) => isCommitted(at % 2 === 0 ? known : freshIdentity()));
        const outcomes = yield* Effect.all(units, { concurrency: "unbounded" });
        assert.deepStrictEqual(
          outcomes,
          outcomes.map((_, at) => at % 2 === 0)
        );
      })
    );

    it.effect("are of no account that was erased", () =>
      Effect.gen(function* () {
        const known = freshIdentity();
        yield* store(known);
        yield* erase(known.did);
        assert.isFalse(yield* isCommitted(known));
        yield* store(known);
        assert.isFalse(yield* isCommitted(known));
        yield* (yield* Subjects).allow([known.did]);
        assert.isTrue(yield* isCommitted(known));
      })
    );
  });
