import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import { addAdmin } from "../../../../src/application/admin/addAdmin.ts";
import { resolveFilter } from "../../../../src/application/audit/resolveFilter.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { adminSession } from "../../../support/adminSession.ts";
import { parameters, redirectUri, registered } from "../../../support/loginThrough.ts";
import { alice, bob } from "../../../support/memoryService.ts";
import { accountServer, ask, eventsOf, post, sameOrigin } from "../account/accountServer.ts";
import type { Answer } from "../send.ts";

const fresh = <A, E>(test: Effect.Effect<A, E, Layer.Layer.Success<typeof accountServer>>) =>
  test.pipe(Effect.provide(accountServer));

/** One of each kind that `readAccount` understands; its own tests have them all. */
const namesOfBob = [
  "@@Bob.test.",
  "\u202abob.test\u202c",
  "＠bob．test",
  "at://bob.test",
  `at://${bob.did}/xyz.statusphere.status/self`,
  "https://bsky.app/profile/bob.test",
  `\u2068${bob.did}\u2069`
];

const authorize = (query: Readonly<Record<string, string>>) =>
  Effect.flatMap(registered(), ({ client }) =>
    ask(`/oauth/authorize?${new URLSearchParams({ ...parameters, client_id: client.clientId, ...query })}`)
  );

const leadsToPds = ({ header }: Answer): boolean => header("location")?.startsWith("https://pds.example/") === true;

const onAdminApi = (query: string, variables: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const answer = yield* ask("/admin/graphql", {
      method: "POST",
      headers: {
        ...sameOrigin,
        "content-type": "application/json",
        cookie: `__Host-tidemark-admin=${yield* adminSession(alice.did)}`
      },
      body: JSON.stringify({ query, variables })
    });
    return Object(JSON.parse(answer.text));
  });

const listed = "query ($did: String) { authorizations(did: $did) { nodes { did } } }";
const ended = "mutation ($did: String) { endAuthorizationsOf(did: $did) }";

const known = Effect.flatMap(RecordIndex, (index) => index.putActor({ ...bob, pds: "https://pds.example" }));

it.effect("an account is entered in the same forms by an app, on every page, and in every filter", () =>
  fresh(
    Effect.gen(function* () {
      yield* known;
      for (const name of namesOfBob) {
        const logins = [
          yield* authorize({ login_hint: name }),
          yield* authorize({ login_hint: name, from: "form" }),
          yield* post("/account/sign-in", { account: name }),
          yield* post("/settings/sign-in/account", { account: name })
        ];
        assert.deepStrictEqual(logins.map(leadsToPds), [true, true, true, true], name);
        assert.strictEqual((yield* resolveFilter({ did: name })).did, bob.did, name);
        assert.isUndefined((yield* onAdminApi(listed, { did: name })).errors, name);
        const again = yield* Effect.either(addAdmin(name, alice.did));
        assert.strictEqual(
          again._tag === "Right" ? again.right.did : "reason" in again.left && again.left.reason,
          name === namesOfBob[0] ? bob.did : "is-admin"
        );
      }
      const begun = [
        ...(yield* eventsOf("UpstreamLoginStarted.v1")),
        ...(yield* eventsOf("PersonLoginStarted.v1")),
        ...(yield* eventsOf("AdminLoginStarted.v1"))
      ];
      assert.lengthOf(begun, 4 * namesOfBob.length);
      assert.isTrue(begun.every(({ data }) => data.did === bob.did));
      const record = yield* resolveFilter({ uri: "at://＠Bob.test/xyz.statusphere.status/self." });
      assert.strictEqual(record.uri, `at://${bob.did}/xyz.statusphere.status/self.`);
    })
  )
);

const unreadable: ReadonlyArray<readonly [typed: string, says: RegExp, meant: string | null]> = [
  ["bob", /only the first part of a handle/, null],
  ["bob@test", /looks like an email address/, "bob.test"],
  ["Bob (bob.test)", /No account has this handle/, "bob.test"],
  ["https://bsky.app/settings", /the address of an app/, null]
];

it.effect("an input that names no account shows the page again, with the reason and a suggestion", () =>
  fresh(
    Effect.gen(function* () {
      for (const [typed, says, meant] of unreadable) {
        const pages = [
          yield* authorize({ login_hint: typed, from: "form" }),
          yield* post("/account/sign-in", { account: typed })
        ];
        for (const page of pages) {
          assert.include([400, 404], page.status, typed);
          assert.isNull(page.header("location"));
          assert.include(page.text, `value="${typed}"`);
          assert.match(page.text, says);
          assert.strictEqual(page.text.includes("Use <bdi>"), meant !== null);
          if (meant !== null) assert.include(page.text, `Use <bdi>${meant}</bdi>`);
        }
        const script = yield* post("/settings/sign-in/account", { account: typed }, { accept: "application/json" });
        const { error, message } = Object(JSON.parse(script.text));
        assert.match(message, says);
        assert.strictEqual(message.endsWith(`Did you mean ${meant}?`), meant !== null, message);
        const page = yield* post("/settings/sign-in/account", { account: typed });
        assert.strictEqual(page.header("location"), `/settings?problem=${error}`);
        const toApp = new URL((yield* authorize({ login_hint: typed })).header("location") ?? "");
        assert.strictEqual(`${toApp.origin}${toApp.pathname}`, redirectUri);
        assert.strictEqual(toApp.searchParams.get("error"), "invalid_request");
        assert.match(toApp.searchParams.get("error_description") ?? "", /^login_hint (is|looks)/);
        const added = yield* onAdminApi("mutation ($account: String!) { addAdmin(account: $account) { did } }", {
          account: typed
        });
        assert.strictEqual(added.errors[0].extensions.code, "NOT_FOUND");
        assert.match(added.errors[0].message, says);
        for (const query of [listed, ended]) {
          const filtered = yield* onAdminApi(query, { did: typed });
          assert.match(
            filtered.errors?.[0]?.message,
            /^did names no account\./,
            `${query} ${JSON.stringify(filtered)}`
          );
        }
        const filter = yield* Effect.flip(resolveFilter({ did: typed }));
        assert.include(
          `${"problem" in filter && filter.problem}`,
          meant === null ? "must be a DID or a handle" : `did you mean ${meant}?`
        );
      }
    })
  )
);

it.effect("the suggestion is sent with one press, as the page itself would send it", () =>
  fresh(
    Effect.gen(function* () {
      const page = yield* authorize({ login_hint: "bob@test", from: "form", scope: "atproto" });
      const form = page.text.slice(page.text.lastIndexOf("<form"));
      const fields = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
        ([, name = "", value = ""]): [string, string] => [name, value.replaceAll("&#39;", "'")]
      );
      const sent = new URLSearchParams(fields);
      assert.deepStrictEqual(
        [sent.get("login_hint"), sent.get("from"), sent.get("scope")],
        ["bob.test", "form", "atproto"]
      );
      assert.isTrue(leadsToPds(yield* ask(`/oauth/authorize?${sent}`)));
    })
  )
);

it.effect("a server that is not a PDS is reported on the page it was entered on, and to the app that sent it", () =>
  fresh(
    Effect.gen(function* () {
      const typed = "https://elsewhere.example";
      const page = yield* authorize({ login_hint: typed, from: "form" });
      assert.deepStrictEqual([page.status, page.header("location")], [503, null]);
      assert.include(page.text, `value="${typed}"`);
      assert.include(page.text, "The personal data server cannot be reached. Please try again in a moment.");
      assert.include(page.text, "Use <bdi>elsewhere.example</bdi>");
      const app = yield* authorize({ login_hint: typed });
      assert.match(app.header("location") ?? "", /error=temporarily_unavailable/);
    })
  )
);
