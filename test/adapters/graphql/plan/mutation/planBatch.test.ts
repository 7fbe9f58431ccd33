import { assert, describe, it } from "@effect/vitest";
import { failureOf, planOfMutation } from "../planning.ts";

const status = (rkey: string) =>
  `{ create: { xyzStatusphereStatus: { status: "x", createdAt: "2026-01-01T00:00:00Z" } }, rkey: "${rkey}" }`;

describe("applyWrites", () => {
  it("plans the writes in order, with the record keys that the Lexicons fix", () => {
    const { steps } = planOfMutation(`mutation {
      applyWrites(writes: [
        ${status("3jzfcijpj2z2a")}
        { update: { appNeutralActorProfile: { displayName: "x" } } }
        { delete: "app.neutral.actor.profile" }
      ]) { cid key: uri record { __typename } }
    }`);
    const [step] = steps;
    if (step?._tag !== "ApplyWritesStep") return assert.fail("no batch");
    assert.deepStrictEqual<unknown>(
      step.writes.map(({ action, collection, rkey, value }) => [action, collection.nsid, rkey, value?.$type]),
      [
        ["create", "xyz.statusphere.status", "3jzfcijpj2z2a", "xyz.statusphere.status"],
        ["update", "app.neutral.actor.profile", "self", "app.neutral.actor.profile"],
        ["delete", "app.neutral.actor.profile", "self", undefined]
      ]
    );
    assert.deepStrictEqual<unknown>(step.members, [
      { _tag: "PlainValue", key: "cid", name: "cid" },
      { _tag: "PlainValue", key: "key", name: "uri" },
      { _tag: "RecordMember", key: "record" }
    ]);
    assert.deepStrictEqual(
      step.answer.query.roots.map(({ _tag }) => _tag),
      ["AnyRecordRoot"]
    );
  });

  it("costs the selection of every record", () => {
    const cost = (writes: string, selection: string, variables = {}) =>
      planOfMutation(
        `mutation ${writes === "$writes" ? "($writes: [WriteInput!]!)" : ""} { applyWrites(writes: ${writes}) { ${selection} } }`,
        { variables }
      ).cost;
    const join = "record { ... on XyzStatusphereStatus { xyzStatusphereStatusByDid(first: 10) { nodes { uri } } } }";
    assert.strictEqual(cost(`[${status("3jzfcijpj2z2a")}]`, "uri"), 0);
    assert.strictEqual(cost(`[${status("3jzfcijpj2z2a")}, ${status("3jzfcijpj2z2b")}]`, join), 22);
    const write = { create: { xyzStatusphereStatus: { status: "x", createdAt: "2026-01-01T00:00:00Z" } } };
    assert.strictEqual(cost("$writes", join, { writes: [write, write, write] }), 33);
  });

  it("reports all faults of the writes together", () => {
    const { errors } = failureOf(`mutation {
      applyWrites(writes: [{}, { create: {} }, { delete: "com.example.unknown", rkey: "x" }, { delete: "xyz.statusphere.status" }, { create: { appNeutralActorProfile: {} }, delete: "x" }]) { uri }
    }`);
    assert.deepStrictEqual(
      errors.map(({ message }) => message),
      [
        "writes[0] must have exactly one of create, update and delete.",
        "writes[1].create must have exactly one record.",
        "writes[2].delete must be a collection of this service, such as xyz.statusphere.status.",
        "writes[3].rkey must be given to delete a record.",
        "writes[4] must have exactly one of create, update and delete."
      ]
    );
  });

  it("reports unknown fields", () => {
    const { errors } = failureOf(
      'mutation { applyWrites(writes: [{ create: { xyzStatusphereStatus: { status: "x", createdAt: "2026-01-01T00:00:00Z", colour: 1 } } }]) { uri } }'
    );
    assert.include(errors[0]?.message, "colour");
  });
});
