import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as fc from "fast-check";
import { AdminAdded, AdminRemoved, AdminRoleChanged } from "../../../src/domain/administration/AdministrationEvent.ts";
import { AdminRole, allows } from "../../../src/domain/administration/AdminRole.ts";
import {
  type Admins,
  type AdminUnchanged,
  addAdmin,
  changeRole,
  evolveAdmins,
  hasAdmins,
  initialAdmins,
  remainingAdmins,
  removeAdmin,
  roleOf
} from "../../../src/domain/administration/Admins.ts";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { erasedDid } from "../../../src/domain/personal/erasedValue.ts";

const [alice, bob, carol] = ["alice", "bob", "carol"].map((name) => Did.make(`did:web:${name}.example.com`)) as [
  Did,
  Did,
  Did
];

const added = (did: Did) => new AdminAdded({ did, how: "admin", addedBy: null, addedAt: 0 });
const fold = (...events: ReadonlyArray<AdminAdded | AdminRoleChanged | AdminRemoved>): Admins =>
  events.reduce(evolveAdmins, initialAdmins);
const reasonOf = <A>(decided: Either.Either<A, { readonly reason: string }>) =>
  Either.match(decided, { onLeft: ({ reason }) => reason, onRight: () => "accepted" });

it("makes every admin of a log without roles an owner", () => {
  const admins = fold(added(alice), added(bob), new AdminRemoved({ did: alice }));
  assert.deepStrictEqual(
    [...admins].map(([did, { role }]) => [did, role]),
    [[bob, "owner"]]
  );
});

it("gives an account that is added again the role of the new addition", () => {
  const admins = fold(
    added(alice),
    added(bob),
    new AdminRoleChanged({ did: bob, role: "reader", before: "owner" }),
    new AdminRemoved({ did: bob }),
    added(bob)
  );
  assert.strictEqual(admins.get(bob)?.role, "owner");
});

it("does not count an admin who was erased", () => {
  const [only, withAlice] = [fold(added(erasedDid("1"))), fold(added(erasedDid("1")), added(alice))];
  assert.deepStrictEqual(
    remainingAdmins(withAlice).map(({ did }) => did),
    [alice]
  );
  assert.deepStrictEqual(
    [hasAdmins(only, []), hasAdmins(only, [carol]), hasAdmins(withAlice, [])],
    [false, true, true]
  );
});

describe("roles", () => {
  it.each([
    ["owner", ["owner", "developer", "reader"]],
    ["developer", ["developer", "reader"]],
    ["reader", ["reader"]]
  ] as const)("%s may do what needs %s", (held, may) => {
    assert.sameMembers(
      AdminRole.literals.filter((needed) => allows(held, needed)),
      [...may]
    );
  });
});

describe("a change of a role", () => {
  const owners = fold(added(alice), added(bob));
  const one = fold(added(alice), added(bob), new AdminRoleChanged({ did: bob, role: "developer", before: "owner" }));
  const withErased = fold(added(alice), added(erasedDid("1")));

  it.each([
    ["of one of two owners", owners, [], bob, "reader", "accepted"],
    ["of the last owner", one, [], alice, "developer", "last-owner"],
    ["of the only owner who was not erased", withErased, [], alice, "reader", "last-owner"],
    ["of the last owner beside one in ADMIN_DIDS", one, [carol], alice, "developer", "accepted"],
    ["of an account in ADMIN_DIDS", owners, [carol], carol, "reader", "from-configuration"],
    ["of an account that is no admin", owners, [], carol, "reader", "not-admin"]
  ] as const)("%s", (_title, admins, configured, did, role, expected) => {
    assert.strictEqual(reasonOf(changeRole(admins, { did, role, configured })), expected);
  });

  it("to the present role changes nothing", () => {
    assert.deepStrictEqual(changeRole(one, { did: bob, role: "developer", configured: [] }), Either.right([]));
  });
});

type Command =
  | { readonly kind: "add" | "change"; readonly did: Did; readonly role: AdminRole }
  | { readonly kind: "remove"; readonly did: Did };

type Decided = Either.Either<ReadonlyArray<AdminAdded | AdminRemoved | AdminRoleChanged>, AdminUnchanged>;

const decide = (admins: Admins, command: Command): Decided => {
  const { did } = command;
  switch (command.kind) {
    case "add":
      return addAdmin(admins, { did, role: command.role, how: "admin", by: null, configured: [], now: 0 });
    case "change":
      return changeRole(admins, { did, role: command.role, configured: [] });
    case "remove":
      return removeAdmin(admins, { did, configured: [] });
  }
};

it("keeps an owner through every sequence of changes, and gives the roles that were asked for", () => {
  const did = fc.constantFrom(alice, bob, carol);
  const role = fc.constantFrom(...AdminRole.literals);
  const command: fc.Arbitrary<Command> = fc.oneof(
    fc.record({ kind: fc.constantFrom("add" as const, "change" as const), did, role }),
    fc.record({ kind: fc.constant("remove" as const), did })
  );
  fc.assert(
    fc.property(fc.array(command, { maxLength: 30 }), (commands) => {
      let admins = fold(added(alice));
      for (const each of commands) {
        const decided = decide(admins, each);
        if (Either.isLeft(decided)) continue;
        admins = decided.right.reduce(evolveAdmins, admins);
        assert.strictEqual(roleOf(admins, [], each.did), each.kind === "remove" ? null : each.role);
        assert.isTrue([...admins.values()].some((admin) => admin.role === "owner"));
      }
    })
  );
});
