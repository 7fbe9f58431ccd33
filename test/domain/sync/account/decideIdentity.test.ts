import { assert, describe, it } from "@effect/vitest";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import { Handle } from "../../../../src/domain/atproto/Handle.ts";
import type { Identity } from "../../../../src/domain/identity/IdentityResolver.ts";
import type { Actor } from "../../../../src/domain/record/index/Actor.ts";
import { decideIdentity, type IdentityDecision } from "../../../../src/domain/sync/account/decideIdentity.ts";

const did = Did.make("did:plc:alice");
const [old, next] = [Handle.make("old.example"), Handle.make("new.example")];
const pds = "https://pds.example";
const before: Actor = { did, handle: old, pds, signingKey: "zOld" };
const same: Identity = { did, handle: old, pds, signingKey: "zOld" };

type Expected = Partial<Omit<IdentityDecision, "actor">> & { readonly handle?: Handle | null };

const cases: ReadonlyArray<readonly [string, Identity, number, Expected]> = [
  ["nothing", same, 0, { isChanged: false, changesHandle: false, isMoved: false, isIncomplete: false }],
  ["another handle", { ...same, handle: next }, 0, { handle: next, changesHandle: true, isChanged: true }],
  ["a rotated key", { ...same, signingKey: "zNew" }, 0, { changesHandle: false, isChanged: true, isMoved: false }],
  ["another PDS", { ...same, pds: "https://new.example" }, 0, { changesHandle: false, isChanged: true, isMoved: true }],
  ["a handle that the document no longer claims", { ...same, handle: null }, 0, { handle: null, isIncomplete: false }],
  [
    "a claimed handle that is not found now",
    { ...same, handle: null, unresolvedHandle: old },
    0,
    { handle: old, isChanged: false, isIncomplete: true }
  ],
  [
    "a claimed handle that is still not found at the last attempt",
    { ...same, handle: null, unresolvedHandle: old },
    4,
    { handle: null, isChanged: true, isIncomplete: false }
  ],
  [
    "a new handle that is not found yet",
    { ...same, handle: null, unresolvedHandle: next },
    0,
    { handle: null, isChanged: true, isIncomplete: true }
  ]
];

describe("the identity of a known account", () => {
  it.each(cases)("%s", (_name, identity, failures, { handle = old, ...expected }) => {
    const decision = decideIdentity(before, identity, failures);
    assert.strictEqual(decision.actor.handle, handle);
    assert.deepInclude(decision, expected);
  });

  it("is not that of a moved account if the PDS was not known", () => {
    const decision = decideIdentity({ ...before, pds: null }, same, 0);
    assert.deepInclude(decision, { isMoved: false, isChanged: true });
  });

  it("has no key if the document has none", () => {
    const { signingKey: _key, ...without } = same;
    assert.isNull(decideIdentity(before, without, 0).actor.signingKey);
  });
});
