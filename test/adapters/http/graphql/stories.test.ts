import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { currentTrace } from "../../../../src/domain/event/Trace.ts";
import { alice } from "../../../support/memoryService.ts";
import { adminBearer, bearer, graphql, graphqlServerOfBob } from "./graphqlServer.ts";

interface Story {
  readonly kind: string;
  readonly outcome: string;
  readonly headline: string;
  readonly milliseconds: number;
  readonly parts: ReadonlyArray<{
    readonly text: string;
    readonly did: string | null;
    readonly clientId: string | null;
  }>;
  readonly steps: ReadonlyArray<{ readonly type: string }>;
}

interface Found {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly detail: string | null;
}

/** Asks as bob, who is an admin. */
const admin = (query: string, variables: Readonly<Record<string, unknown>>) =>
  Effect.gen(function* () {
    const { data, errors } = yield* graphql(query, { path: "/admin/graphql", headers: yield* adminBearer, variables });
    assert.isUndefined(errors, JSON.stringify(errors));
    return Object(data);
  });

const storiesOf = (where: Readonly<Record<string, unknown>>) =>
  Effect.map(
    admin(
      `query ($where: AuditFilter) { auditStories(where: $where) { nodes {
        kind outcome headline milliseconds parts { text did clientId uri } steps { type } } } }`,
      { where }
    ),
    ({ auditStories }): ReadonlyArray<Story> => auditStories.nodes
  );

const find = (text: string) =>
  Effect.map(
    admin("query ($text: String!) { find(text: $text) { kind id name detail } }", { text }),
    ({ find: found }): ReadonlyArray<Found> => found
  );

it.layer(graphqlServerOfBob)("stories and the search of the admin API", (it) => {
  it.effect("tells a sign-in in one line, with names and all its steps", () =>
    Effect.gen(function* () {
      yield* bearer(alice);
      const [story] = yield* storiesOf({ did: "alice.test", types: ["LoginCompleted.v1"] });
      assert.strictEqual(story?.kind, "SIGN_IN");
      assert.strictEqual(story?.outcome, "SUCCESS");
      assert.match(story?.headline ?? "", /^alice\.test signed in to \S/);
      assert.deepInclude(story?.parts[0], { text: "alice.test", did: alice.did, clientId: null });
      assert.isString(story?.parts.at(-1)?.clientId);
      const types = story?.steps.map(({ type }) => type) ?? [];
      assert.strictEqual(types[0], "AuthorizationRequested.v1");
      assert.strictEqual(types.at(-1), "CodeExchanged.v1");
    })
  );

  it.effect.each([
    ["ALICE logincompleted", true],
    [`${alice.did} signed`, true],
    ["alice.test nobody", false],
    ["expired", false]
  ] as const)("searches by words: %s", ([text, isFound]) =>
    Effect.gen(function* () {
      yield* bearer(alice);
      const stories = yield* storiesOf({ text });
      assert.strictEqual(
        stories.some(({ headline }) => headline.startsWith("alice.test signed in")),
        isFound
      );
    })
  );

  it.effect("refuses a search with too many words, and says what to do", () =>
    Effect.gen(function* () {
      const query = "query ($text: String) { auditStories(where: { text: $text }) { nodes { headline } } }";
      const variables = { text: "a b c d e f g h i" };
      const reply = yield* graphql(query, { path: "/admin/graphql", headers: yield* adminBearer, variables });
      assert.strictEqual(Object(reply.errors?.[0]).message, "text has more than 8 words: leave some out.");
    })
  );

  it.effect("finds things of every kind by what names them", () =>
    Effect.gen(function* () {
      const requestId = "01a22831-377e-712f-a0fa-000000000001";
      yield* Effect.locally(bearer(alice), currentTrace, { requestId, ipHash: Effect.succeed(null) });
      const events = yield* (yield* EventLog).read(0, 1_000);
      const login = events.findLast(({ subjectDid, type }) => type === "LoginCompleted.v1" && subjectDid === alice.did);
      const clientId = login?.clientId ?? "";
      const uri = `at://alice.test/xyz.statusphere.status/3l5aaaaaaaa2a`;
      const looked: ReadonlyArray<readonly [string, string, string]> = [
        ["alic", "ACCOUNT", alice.did],
        [alice.did, "ACCOUNT", alice.did],
        [clientId, "CLIENT", clientId],
        ["statusphere.st", "COLLECTION", "xyz.statusphere.status"],
        ["statusphere.st", "LEXICON", "xyz.statusphere.status"],
        [uri, "RECORD", `at://${alice.did}/xyz.statusphere.status/3l5aaaaaaaa2a`],
        [`#${login?.position}`, "EVENT", String(login?.position)],
        [login?.id ?? "", "EVENT", String(login?.position)],
        [login?.authorizationId ?? "", "AUTHORIZATION", login?.authorizationId ?? ""],
        [requestId, "REQUEST", requestId]
      ];
      for (const [text, kind, id] of looked) {
        const found = yield* find(text);
        assert.deepInclude(
          found.map((each) => ({ kind: each.kind, id: each.id })),
          { kind, id },
          text
        );
      }
      assert.deepStrictEqual(yield* find("nobody has this name"), []);
      assert.deepStrictEqual(yield* find(" "), []);
      assert.deepStrictEqual(yield* find("99999999"), []);
      assert.deepStrictEqual(yield* find(requestId.slice(0, -1)), []);
    })
  );
});
