import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Encoding from "effect/Encoding";
import * as Option from "effect/Option";
import { recordVerification } from "../../../../src/application/verify/recordVerification.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { SealedTree } from "../../../../src/domain/transparency/SealedTree.ts";
import { VerificationRuns } from "../../../../src/domain/verification/VerificationRuns.ts";
import { bob } from "../../../support/memoryService.ts";
import { sealLog } from "../../../support/sealLog.ts";
import { adminCookie, graphql, graphqlServerOfBob } from "./graphqlServer.ts";

const query = `{ auditLog {
  checkpoint { origin size rootHash note } lagEvents lagSeconds refusal verifierKeys
  verifications {
    last { place holds checked actorType actorId fault { position part reason } compared { size rootHash } }
    failed { position place }
    failedCount
  }
} }`;

const mutation = `mutation ($result: LogVerificationInput!) { reportLogVerification(result: $result) { position } }`;

const asked = Effect.gen(function* () {
  const headers = { ...(yield* adminCookie), "sec-fetch-site": "same-origin" };
  return (document: string, variables = {}) => graphql(document, { path: "/admin/graphql", headers, variables });
});

const latest = Effect.flatMap(SealedTree, (tree) => Effect.map(tree.latest, Option.getOrThrow));

const operator = { type: "operator", id: null } as const;

it.layer(graphqlServerOfBob)("the log as admins see it", (it) => {
  it.effect("has its latest checkpoint, and what is not in it yet", () =>
    Effect.gen(function* () {
      const ask = yield* asked;
      yield* sealLog;
      const sealed = yield* latest;
      const { data, errors } = yield* ask(query);
      assert.isUndefined(errors);
      assert.deepNestedPropertyVal(data, "auditLog.checkpoint", {
        origin: "tidemark.example.com/log",
        size: sealed.size,
        rootHash: Encoding.encodeBase64(sealed.rootHash),
        note: sealed.note
      });
      assert.deepNestedPropertyVal(data, "auditLog.lagEvents", 0);
      assert.deepNestedPropertyVal(data, "auditLog.refusal", null);
    })
  );

  it.effect("records what a browser states as the statement of its admin", () =>
    Effect.gen(function* () {
      const ask = yield* asked;
      yield* sealLog;
      const { rootHash, size } = yield* latest;
      const root = Encoding.encodeBase64(rootHash);
      const compared = [{ size: 1, rootHash: root }];
      const reported = yield* ask(mutation, { result: { checked: size, size, rootHash: root, compared, fault: null } });
      assert.isUndefined(reported.errors);
      const log = yield* EventLog;
      const [event] = yield* log.read((yield* log.head) - 1, 1);
      assert.strictEqual(event?.type, "LogVerified.v1");
      assert.deepStrictEqual(event?.actor, { type: "admin", id: bob.did });
      const { data } = yield* ask(query);
      assert.deepNestedPropertyVal(data, "auditLog.verifications.last", [
        { place: "BROWSER", holds: true, checked: size, actorType: "admin", actorId: bob.did, fault: null, compared }
      ]);
      assert.deepNestedPropertyVal(data, "auditLog.lagEvents", 1);
    })
  );

  it.effect("refuses a statement that cannot be true, and names the member", () =>
    Effect.gen(function* () {
      const ask = yield* asked;
      yield* sealLog;
      const { rootHash, size } = yield* latest;
      const root = Encoding.encodeBase64(rootHash);
      const held = { checked: size, size, rootHash: root, compared: [], fault: null };
      const other = Encoding.encodeBase64(new Uint8Array(32));
      const fault = { position: 1, part: "LEAF", reason: "two\nlines" };
      for (const [result, member] of [
        [{ ...held, size: size + 1 }, "size must be"],
        [{ ...held, size: 0, rootHash: null, checked: 0 }, "size must be"],
        [{ ...held, rootHash: other }, "rootHash must be"],
        [{ ...held, checked: size - 1 }, "checked must be"],
        [{ ...held, checked: -1 }, "checked must not"],
        [{ ...held, compared: [{ size: 1, rootHash: "AAAA" }] }, "compared must have"],
        [{ ...held, fault }, "reason must be"]
      ] as const) {
        const { errors } = yield* ask(mutation, { result });
        assert.include(JSON.stringify(errors), `result: ${member}`);
        assert.include(JSON.stringify(errors), "BAD_USER_INPUT");
      }
    })
  );

  it.effect("shows a failure until a later verification closes it", () =>
    Effect.gen(function* () {
      const ask = yield* asked;
      const count = Effect.map(ask(query), ({ data }) => JSON.stringify(data).match(/Count":(\d+)/)?.[1]);
      const firstBad = { position: 1, part: "leaf", reason: "the event does not match its leaf hash" } as const;
      const run = { by: "database", actor: operator, checked: 0, size: 0, rootHash: null, compared: [] } as const;
      const failed = yield* recordVerification({ ...run, firstBad });
      const runs = yield* VerificationRuns;
      yield* runs.awaitPosition(failed);
      assert.strictEqual(yield* count, "1");
      yield* sealLog;
      const { rootHash, size } = yield* latest;
      const held = { checked: size, size, rootHash: Encoding.encodeBase64(rootHash), compared: [], fault: null };
      yield* ask(mutation, { result: held });
      assert.strictEqual(yield* count, "1", "a browser does not close what the database has shown");
      yield* runs.awaitPosition(yield* recordVerification({ ...run, firstBad: null }));
      assert.strictEqual(yield* count, "0");
    })
  );
});
