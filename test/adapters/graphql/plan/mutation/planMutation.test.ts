import { assert, describe, it } from "@effect/vitest";
import { plainResult } from "../../../../../src/adapters/graphql/execute/plainResult.ts";
import { selectionQuery } from "../../../../../src/adapters/graphql/execute/selectionQuery.ts";
import { AtUri } from "../../../../../src/domain/atproto/AtUri.ts";
import { failureOf, planOfMutation } from "../planning.ts";

const cid = "bafkreiccldh766hwcnuxnf2wh6jgzepf2nlu2lvcllt63eww5p6chi4ity";

describe("createT", () => {
  it("plans the record and the selection of its result", () => {
    const { steps } = planOfMutation(
      "mutation($s: String!, $at: String!) { createXyzStatusphereStatus(input: { status: $s, createdAt: $at }) { uri cid status } }",
      { variables: { s: "👍", at: "2026-01-01T00:00:00Z" } }
    );
    const [step] = steps;
    assert.strictEqual(steps.length, 1);
    assert.strictEqual(step?._tag, "CreateStep");
    if (step?._tag !== "CreateStep") return;
    assert.deepStrictEqual<unknown>(step.record, {
      $type: "xyz.statusphere.status",
      status: "👍",
      createdAt: "2026-01-01T00:00:00Z"
    });
    assert.isNull(step.rkey);
    const uri = AtUri.make("at://did:plc:alice/xyz.statusphere.status/3jzfcijpj2z2a");
    assert.deepStrictEqual<unknown>(selectionQuery(step.answer, uri), {
      query: {
        roots: [
          {
            _tag: "RecordRoot",
            key: "createXyzStatusphereStatus",
            collection: "xyz.statusphere.status",
            uri: { _tag: "Parameter", index: 0 },
            selection: [
              { _tag: "MetaField", key: "uri", meta: "uri" },
              { _tag: "MetaField", key: "cid", meta: "cid" },
              {
                _tag: "PropertyField",
                key: "status",
                property: "status",
                shape: { _tag: "ScalarShape", type: "string" }
              }
            ]
          }
        ]
      },
      parameters: [uri]
    });
  });

  it("numbers the parameters of each record separately", () => {
    const { steps } = planOfMutation(
      `mutation($n: Int) {
      a: createXyzStatusphereStatus(input: { status: "x", createdAt: "2026-01-01T00:00:00Z" }) { xyzStatusphereStatusByDid(first: 3) { totalCount } }
      b: createXyzStatusphereStatus(input: { status: "y", createdAt: "2026-01-01T00:00:00Z" }, rkey: "3jzfcijpj2z2a") { uri xyzStatusphereStatusByDid(first: $n) { totalCount } }
    }`,
      { variables: { n: 4 } }
    );
    const answers = steps.map((step) =>
      step._tag === "CreateStep" ? [step.key, step.record.status, step.rkey, step.answer.parameters] : []
    );
    assert.deepStrictEqual<unknown>(answers, [
      ["a", "x", null, [3]],
      ["b", "y", "3jzfcijpj2z2a", [4]]
    ]);
  });

  it("reuses the compiled query of its result", () => {
    const document =
      'mutation($s: String!) { createXyzStatusphereStatus(input: { status: $s, createdAt: "2026-01-01T00:00:00Z" }) { uri } }';
    const queries = ["a", "b"].map((s) => {
      const [step] = planOfMutation(document, { variables: { s } }).steps;
      return step?._tag === "CreateStep" ? step.answer.query : null;
    });
    assert.isNotNull(queries[0]);
    assert.strictEqual(queries[0], queries[1]);
  });

  it("refuses an input that lacks required properties of the Lexicon", () => {
    const failure = failureOf(`mutation { createXyzStatusphereStatus(input: { status: "x" }) { uri } }`);
    assert.strictEqual(failure.errors[0]?.extensions.code, "GRAPHQL_VALIDATION_FAILED");
    const variables = failureOf(
      "mutation($i: XyzStatusphereStatusInput!) { createXyzStatusphereStatus(input: $i) { uri } }",
      { variables: { i: { status: "x" } } }
    );
    assert.strictEqual(variables.errors[0]?.extensions.code, "BAD_USER_INPUT");
  });

  it("plans nothing when any part is invalid", () => {
    const failure = failureOf(`mutation {
      a: createXyzStatusphereStatus(input: { status: "x", createdAt: "2026-01-01T00:00:00Z" }) { uri }
      b: createXyzStatusphereStatus(input: { status: "x", createdAt: "2026-01-01T00:00:00Z" }) { xyzStatusphereStatusByDid(after: "no") { totalCount } }
    }`);
    assert.deepStrictEqual(
      failure.errors.map(({ path, extensions }) => [path?.[0], extensions.code]),
      [["b", "BAD_CURSOR"]]
    );
  });
});

describe("updateT", () => {
  const document = `mutation($rkey: String, $input: AppNeutralActorProfileInput!, $swap: String) {
    updateAppNeutralActorProfile(rkey: $rkey, input: $input, swapCid: $swap) { uri avatar { url(preset: "avatar") } }
  }`;
  const avatar = { ref: cid, mimeType: "image/png", size: 12 };

  it("converts inputs to the form of the data model", () => {
    const [step] = planOfMutation(document, {
      variables: { rkey: "self", input: { displayName: "Alice", description: null, avatar }, swap: cid }
    }).steps;
    assert.strictEqual(step?._tag, "UpdateStep");
    if (step?._tag !== "UpdateStep") return;
    assert.deepStrictEqual<unknown>(step.record, {
      $type: "app.neutral.actor.profile",
      displayName: "Alice",
      avatar: { $type: "blob", ref: { $link: cid }, mimeType: "image/png", size: 12 }
    });
    assert.deepStrictEqual([step.rkey, step.swapCid], ["self", cid]);
  });

  it("needs no record key where the Lexicon fixes it", () => {
    const [step] = planOfMutation(document, { variables: { input: {} } }).steps;
    assert.deepStrictEqual<unknown>(step?._tag === "UpdateStep" ? [step.rkey, step.swapCid] : null, ["self", null]);
  });

  it("accepts null as the record key there", () => {
    const [step] = planOfMutation(document, { variables: { input: {}, rkey: null } }).steps;
    assert.strictEqual(step?._tag === "UpdateStep" ? step.rkey : null, "self");
  });

  it("accepts a union as its variant", () => {
    const update = (labels: string) =>
      `mutation { updateAppBskyActorProfile(rkey: "self", input: { labels: ${labels} }) { uri } }`;
    const [step] = planOfMutation(update(`{ type: SELF_LABELS, selfLabels: { values: [{ val: "bot" }] } }`)).steps;
    assert.deepStrictEqual<unknown>(step?._tag === "UpdateStep" ? step.record : null, {
      $type: "app.bsky.actor.profile",
      labels: { $type: "com.atproto.label.defs#selfLabels", values: [{ val: "bot" }] }
    });
    assert.strictEqual(planOfMutation(update(`{ type: "SELF_LABELS", selfLabels: { values: [] } }`)).steps.length, 1);
  });
});

describe("deleteT and uploadBlob", () => {
  it("accept nullable variables, as clients declare them", () => {
    const { steps } = planOfMutation(
      `mutation($data: String, $mimeType: String, $rkey: String) {
        uploadBlob(data: $data, mimeType: $mimeType) { ref }
        deleteXyzStatusphereStatus(rkey: $rkey) { uri }
        deleteAppNeutralActorProfile(rkey: $rkey) { uri }
      }`,
      { variables: { data: "AAAA", mimeType: "image/png", rkey: null } }
    );
    const [upload, status, profile] = steps;
    assert.strictEqual(upload?._tag === "UploadBlobStep" ? upload.data : null, "AAAA");
    assert.strictEqual(status?._tag === "DeleteStep" ? status.rkey : null, "");
    assert.strictEqual(profile?._tag === "DeleteStep" ? profile.rkey : null, "self");
  });

  it("plan their arguments and the selections of their results", () => {
    const { steps } = planOfMutation(
      `mutation($data: String!) {
      __typename
      gone: deleteXyzStatusphereStatus(rkey: "3jzfcijpj2z2a", swapCid: "x") { where: uri kind: __typename }
      uploadBlob(data: $data, mimeType: "image/png") { size ref ...F }
    } fragment F on BlobUploadResponse { mimeType }`,
      { variables: { data: "AAAA" } }
    );
    const [typename, gone, upload] = steps;
    assert.deepStrictEqual<unknown>(typename, { _tag: "TypenameStep", key: "__typename", name: "Mutation" });
    assert.deepStrictEqual<unknown>(
      gone?._tag === "DeleteStep" ? [gone.key, gone.field, gone.rkey, gone.swapCid] : null,
      ["gone", "deleteXyzStatusphereStatus", "3jzfcijpj2z2a", "x"]
    );
    assert.deepStrictEqual<unknown>(upload?._tag === "UploadBlobStep" ? [upload.data, upload.mimeType] : null, [
      "AAAA",
      "image/png"
    ]);
    const deleted = gone?._tag === "DeleteStep" ? plainResult(gone.answer, { uri: "at://x" }) : null;
    assert.strictEqual(JSON.stringify(deleted), `{"where":"at://x","kind":"DeleteResult"}`);
    const uploaded =
      upload?._tag === "UploadBlobStep"
        ? plainResult(upload.answer, { ref: cid, mimeType: "image/png", size: 3 })
        : null;
    assert.strictEqual(JSON.stringify(uploaded), `{"size":3,"ref":"${cid}","mimeType":"image/png"}`);
  });
});
