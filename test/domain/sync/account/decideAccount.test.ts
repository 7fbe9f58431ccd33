import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import { AccountErased, type AccountReporter } from "../../../../src/domain/sync/account/AccountEvent.ts";
import { AccountStatus } from "../../../../src/domain/sync/account/AccountStatus.ts";
import {
  type AccountDecision,
  AccountFinding,
  decideFinding,
  decideStatus,
  visibilityEvents
} from "../../../../src/domain/sync/account/decideAccount.ts";
import {
  AccountVisibility,
  evolveAccount,
  type FollowedAccount,
  initialAccount
} from "../../../../src/domain/sync/account/FollowedAccount.ts";

const did = Did.make("did:plc:alice");

type Step =
  | { readonly _tag: "Reported"; readonly status: AccountStatus | null }
  | { readonly _tag: "Found"; readonly finding: AccountFinding };

const statuses = fc.constantFrom(null, ...AccountStatus.literals);

const finding = fc.oneof(
  fc.constantFrom<AccountFinding>(
    AccountFinding.Active(),
    AccountFinding.RepositoryNotFound(),
    AccountFinding.DidNotFound(),
    AccountFinding.Tombstone()
  ),
  fc.constantFrom(...AccountStatus.literals).map((status): AccountFinding => AccountFinding.Inactive({ status }))
);

const step: fc.Arbitrary<Step> = fc.oneof(
  statuses.map((status): Step => ({ _tag: "Reported", status })),
  finding.map((found): Step => ({ _tag: "Found", finding: found }))
);

const eventsOf = (decision: AccountDecision, reportedBy: AccountReporter) =>
  decision._tag === "Erase" ? [new AccountErased({ did, records: 1 })] : visibilityEvents(did, decision, reportedBy);

const decisionOn = ({ visibility }: FollowedAccount, one: Step): AccountDecision =>
  one._tag === "Reported" ? decideStatus(visibility, one.status, "source") : decideFinding(visibility, one.finding);

const evolved = (account: FollowedAccount, one: Step): FollowedAccount =>
  eventsOf(decisionOn(account, one), one._tag === "Reported" ? "source" : "pds").reduce(evolveAccount, account);

const isActive = (one: Step): boolean =>
  one._tag === "Reported" ? one.status === null : one.finding._tag === "Active";

/** What is shown of an account: nothing, or why not. */
const shownAs = ({ visibility }: FollowedAccount): AccountStatus | null => {
  switch (visibility._tag) {
    case "Shown":
      return null;
    case "Hidden":
      return visibility.status;
    case "Erased":
      return "deleted";
  }
};

const statusOf = (one: Step): AccountStatus | null => {
  if (isActive(one)) return null;
  if (one._tag === "Reported") return one.status;
  return one.finding._tag === "Inactive" ? one.finding.status : "deleted";
};

describe("the visibility of an account", () => {
  it("is that of the last report, whatever came before and however often", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        const ended = steps.reduce(evolved, initialAccount);
        const last = steps.at(-1);
        assert.isDefined(last);
        assert.strictEqual(shownAs(ended), statusOf(last));
      })
    );
  });

  it("does not change when a report is repeated", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), step, (before, one) => {
        const once = evolved(before.reduce(evolved, initialAccount), one);
        assert.strictEqual(decisionOn(once, one)._tag, "Keep");
      })
    );
  });

  it("is that of the last report when all events are delivered again", () => {
    fc.assert(
      fc.property(fc.array(statuses, { minLength: 1, maxLength: 8 }), (reported) => {
        const steps = reported.map((status): Step => ({ _tag: "Reported", status }));
        assert.strictEqual(shownAs([...steps, ...steps].reduce(evolved, initialAccount)), reported.at(-1));
      })
    );
  });

  it("counts erasures", () => {
    const gone: Step = { _tag: "Found", finding: AccountFinding.Inactive({ status: "deleted" }) };
    const back: Step = { _tag: "Reported", status: null };
    assert.strictEqual([gone, gone, back, gone].reduce(evolved, initialAccount).erasures, 2);
  });
});

const { Erased, Hidden, Shown } = AccountVisibility;
const { Active, DidNotFound, Inactive, RepositoryNotFound, Tombstone } = AccountFinding;

const cases: ReadonlyArray<readonly [string, AccountVisibility, AccountFinding, AccountDecision["_tag"]]> = [
  ["a deletion that the PDS states", Shown(), Inactive({ status: "deleted" }), "Erase"],
  ["a repository that the PDS does not have", Shown(), RepositoryNotFound(), "Hide"],
  [
    "a missing repository of an account that its PDS did not have before",
    Hidden({ status: "deleted", reportedBy: "pds" }),
    RepositoryNotFound(),
    "Keep"
  ],
  [
    "a missing repository of an account that the source reported as deleted",
    Hidden({ status: "deleted", reportedBy: "source" }),
    RepositoryNotFound(),
    "Erase"
  ],
  [
    "a missing repository of an account that the source reported as deactivated",
    Hidden({ status: "deactivated", reportedBy: "source" }),
    RepositoryNotFound(),
    "Hide"
  ],
  ["the tombstone of a DID", Shown(), Tombstone(), "Erase"],
  ["a missing DID document", Shown(), DidNotFound(), "Hide"],
  [
    "a missing DID document of an account that the source reported as deleted",
    Hidden({ status: "deleted", reportedBy: "source" }),
    DidNotFound(),
    "Erase"
  ],
  ["a repeated deletion", Erased(), Inactive({ status: "deleted" }), "Keep"],
  ["a repeated tombstone", Erased(), Tombstone(), "Keep"],
  ["a missing DID document of an erased account", Erased(), DidNotFound(), "Keep"],
  ["an account that came back", Erased(), Active(), "Show"],
  ["a deactivated account that came back", Hidden({ status: "deactivated", reportedBy: "source" }), Active(), "Show"],
  ["an active account", Shown(), Active(), "Keep"]
];

describe("what was found out about an account", () => {
  it.each(cases)("%s", (_name, visibility, found, expected) => {
    assert.strictEqual(decideFinding(visibility, found)._tag, expected);
  });

  it("records that the source confirms what the PDS said before", () => {
    const missing = Hidden({ status: "deleted", reportedBy: "pds" });
    assert.strictEqual(decideStatus(missing, "deleted", "source")._tag, "Hide");
    const reported = Hidden({ status: "deleted", reportedBy: "source" });
    assert.strictEqual(decideStatus(reported, "deleted", "source")._tag, "Keep");
  });
});
