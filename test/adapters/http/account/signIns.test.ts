import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import { endAuthorizationsOf } from "../../../../src/application/authorizations/endAuthorizationsOf.ts";
import { endOverdue } from "../../../../src/application/authorizations/endOverdue.ts";
import { deleteClient } from "../../../../src/application/clients/registration/deleteClient.ts";
import { exchangeAuthorizationCode } from "../../../../src/application/token/exchangeAuthorizationCode.ts";
import { refreshAccessToken } from "../../../../src/application/token/refreshAccessToken.ts";
import { AuditTrail, AuditUnavailable } from "../../../../src/domain/audit/AuditTrail.ts";
import { ClientId } from "../../../../src/domain/client/ClientId.ts";
import { approved, codeVerifier, publicClient, redirectUri, registered } from "../../../support/loginThrough.ts";
import { alice, bob, memoryService, publicUrl } from "../../../support/memoryService.ts";
import type { Answer } from "../send.ts";
import { ask, eventsOf, fresh, open, post, serverAt, signIn, textOf } from "./accountServer.ts";

type Client = Effect.Effect.Success<ReturnType<typeof registered>>["client"];

/** Somebody signs in to an app, as far as its tokens. */
const signInTo = (client: Client, account: typeof alice) =>
  Effect.gen(function* () {
    const { code } = yield* approved(client.clientId, account);
    return yield* exchangeAuthorizationCode({ client, code, redirectUri, codeVerifier, jkt: "thumbprint" });
  });

const app = (name: string) => Effect.map(registered({ ...publicClient, name }), ({ client }) => client);

const idsIn = ({ text }: Answer): ReadonlyArray<string> =>
  [...text.matchAll(/name="authorization" value="(auth_[\w-]+)"/g)].map(([, id]) => id ?? "");

const firstId = (answer: Answer): string => idsIn(answer)[0] ?? assert.fail(answer.text);

const follow = (cookie: string, answer: Answer) =>
  ask(answer.header("location") ?? assert.fail(answer.text), { headers: { cookie } });

it.effect("shows that there are no sign-ins", () =>
  fresh(
    Effect.gen(function* () {
      yield* signInTo(yield* app("Bob's"), bob);
      const page = textOf(yield* open(yield* signIn(alice)));
      assert.include(page, "No app is signed in to your account here.");
      assert.include(page, "No sign-in ended in the last 30 days.");
      assert.notInclude(page, "Bob's");
      assert.notInclude(page, "End all");
    })
  )
);

it.effect("shows a user's sign-ins to all apps: permissions, start, last use and expiry", () =>
  fresh(
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-11-28T06:00:00Z"));
      const notes = yield* app("Notes <b>&amp;</b>");
      const { client: photos } = yield* registered({ ...publicClient, name: "Photos", scope: "atproto blob:image/*" });
      const { refreshToken } = yield* signInTo(notes, alice);
      const { code } = yield* approved(photos.clientId, alice, { scope: "atproto blob:image/*" });
      yield* exchangeAuthorizationCode({ client: photos, code, redirectUri, codeVerifier, jkt: "thumbprint" });
      yield* signInTo(notes, bob);
      yield* TestClock.adjust("2 days");
      yield* refreshAccessToken({ client: notes, refreshToken, jkt: "thumbprint", scope: null });
      const page = yield* open(yield* signIn(alice));
      const text = textOf(page);
      assert.lengthOf(idsIn(page), 2);
      assert.include(page.text, "Notes &lt;b&gt;&amp;amp;&lt;/b&gt;");
      assert.include(text, notes.clientId);
      assert.include(text, "Photos");
      assert.include(text, "Create, change and delete everything in your account");
      assert.include(text, "Upload files of these types to your account: image/*");
      assert.include(text, "Since 2 days ago");
      assert.include(page.text, 'title="28 Nov 2026, 06:00 UTC"');
      assert.include(text, "Last used now");
      assert.include(text, "Expires 30 Dec 2026");
      assert.include(text, "End all");
    })
  )
);

it.effect("ends one: the app's tokens are no longer valid, the page confirms it and later shows the reason", () =>
  fresh(
    Effect.gen(function* () {
      const client = yield* app("Notes");
      const tokens = yield* signInTo(client, alice);
      const cookie = yield* signIn(alice);
      const authorization = firstId(yield* open(cookie));
      const answer = yield* post("/account/end", { authorization }, { cookie });
      assert.deepStrictEqual([answer.status, answer.header("location")], [303, `/account?done=${authorization}`]);
      const page = textOf(yield* follow(cookie, answer));
      assert.include(page, "The sign-in to Notes has ended.");
      assert.include(page, "No app is signed in to your account here.");
      assert.include(page, "The user ended this sign-in.");
      const [ended] = yield* eventsOf("AuthorizationEnded.v1");
      assert.strictEqual(ended?.reason, "revoked-by-user");
      assert.deepStrictEqual(ended?.actor, { type: "user", id: alice.did });
      const refused = yield* Effect.flip(
        refreshAccessToken({ client, refreshToken: tokens.refreshToken, jkt: "thumbprint", scope: null })
      );
      assert.strictEqual(refused._tag, "InvalidGrant");
      const again = yield* post("/account/end", { authorization }, { cookie });
      assert.strictEqual(again.header("location"), "/account?problem=not-going-on");
      assert.lengthOf(yield* eventsOf("AuthorizationEnded.v1"), 1);
      assert.notInclude(textOf(yield* open(cookie)), "has ended.");
      yield* TestClock.adjust("59 minutes");
      assert.include(textOf(yield* open(cookie)), "The user ended this sign-in.");
      yield* TestClock.adjust("31 days");
      assert.include(textOf(yield* open(yield* signIn(alice))), "No sign-in ended in the last 30 days.");
    })
  )
);

it.effect("ends all sign-ins of a user, and nobody else's", () =>
  fresh(
    Effect.gen(function* () {
      const client = yield* app("Notes");
      for (const account of [alice, alice, bob]) yield* signInTo(client, account);
      const cookie = yield* signIn(alice);
      const answer = yield* post("/account/end-all", {}, { cookie });
      const page = yield* follow(cookie, answer);
      assert.include(textOf(page), "All sign-ins have ended.");
      assert.lengthOf(idsIn(page), 0);
      assert.lengthOf(idsIn(yield* open(yield* signIn(bob))), 1);
      const ended = yield* eventsOf("AuthorizationEnded.v1");
      assert.deepStrictEqual(
        ended.map(({ reason, subjectDid }) => [reason, subjectDid]),
        [
          ["revoked-by-user", alice.did],
          ["revoked-by-user", alice.did]
        ]
      );
    })
  )
);

/** The ID of Alice's only authorization, and her cookie. */
const aliceAtNotes = Effect.gen(function* () {
  yield* signInTo(yield* app("Notes"), alice);
  const cookie = yield* signIn(alice);
  return { authorization: firstId(yield* open(cookie)), cookie };
});

const nothingEnded = (cookie: string) =>
  Effect.gen(function* () {
    assert.lengthOf(yield* eventsOf("AuthorizationEnded.v1"), 0);
    assert.lengthOf(idsIn(yield* open(cookie)), 1);
  });

it.effect.each([
  ["of another account", (id: string) => id],
  ["that is only a prefix", () => "auth_"],
  ["that does not exist", () => "auth_AAAAAAAAAAAAAAAAAAAAAA"],
  ["that is a path", () => "../x"],
  ["that is empty", () => ""]
] as const)("does not end an authorization %s", ([, id]) =>
  fresh(
    Effect.gen(function* () {
      const { authorization, cookie } = yield* aliceAtNotes;
      const others = yield* signIn(bob);
      const answer = yield* post("/account/end", { authorization: id(authorization) }, { cookie: others });
      assert.strictEqual(answer.header("location"), "/account?problem=not-going-on");
      assert.include(textOf(yield* follow(others, answer)), "or does not belong to you");
      assert.notInclude(textOf(yield* open(others, `?done=${authorization}`)), "has ended");
      yield* nothingEnded(cookie);
    })
  )
);

it.effect("ends nothing without a session", () =>
  fresh(
    Effect.gen(function* () {
      const { authorization, cookie } = yield* aliceAtNotes;
      const answer = yield* post("/account/end", { authorization });
      assert.strictEqual(answer.header("location"), "/account?problem=signed-out");
      yield* nothingEnded(cookie);
    })
  )
);

const foreign = [
  { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
  { "sec-fetch-site": "cross-site", origin: publicUrl },
  { "sec-fetch-site": "same-site", origin: "https://other.app.example" },
  { "sec-fetch-site": "none" }
];

it.effect.each(
  ["/account/end", "/account/end-all", "/account/sign-out", "/account/sign-in"].flatMap((path) =>
    foreign.map((headers) => ({ path, headers, from: `${headers["sec-fetch-site"]} ${headers.origin ?? ""}` }))
  )
)("refuses a POST to $path from another site: $from", ({ headers, path }) =>
  fresh(
    Effect.gen(function* () {
      const { authorization, cookie } = yield* aliceAtNotes;
      const answer = yield* post(path, { authorization, account: alice.handle }, { cookie, ...headers });
      assert.deepStrictEqual([answer.status, answer.cookies], [403, []]);
      assert.include(textOf(answer), "The request came from another site");
      yield* nothingEnded(cookie);
    })
  )
);

it.effect.each(["text/plain", "application/json"])("refuses a form of the type %s", (type) =>
  fresh(
    Effect.gen(function* () {
      const { cookie } = yield* aliceAtNotes;
      const headers = { cookie, "sec-fetch-site": "same-origin", "content-type": type };
      const answer = yield* ask("/account/end-all", { method: "POST", headers, body: "{}" });
      assert.strictEqual(answer.status, 415);
      yield* nothingEnded(cookie);
    })
  )
);

it.effect("refuses a form that is too large", () =>
  fresh(
    Effect.gen(function* () {
      const { cookie } = yield* aliceAtNotes;
      const large = yield* post("/account/end", { authorization: "x".repeat(70_000) }, { cookie });
      assert.strictEqual(large.status, 413);
      yield* nothingEnded(cookie);
    })
  )
);

it.effect(
  "shows why each ended, also if its app never redeemed the code, it has just expired, or the app was deleted",
  () =>
    fresh(
      Effect.gen(function* () {
        const forgetful = yield* app("Forgetful");
        yield* approved(forgetful.clientId, alice);
        yield* TestClock.adjust("10 minutes");
        yield* endOverdue;
        const gone = yield* app("Gone");
        yield* signInTo(gone, alice);
        const notes = yield* app("Notes");
        yield* signInTo(notes, alice);
        yield* deleteClient(ClientId.make(gone.clientId), { _tag: "Operator" });
        yield* endAuthorizationsOf({ _tag: "OfClient", clientId: gone.clientId }, "client-deleted");
        const page = textOf(yield* open(yield* signIn(alice)));
        assert.match(page, /Forgetful client_\S+ The app did not redeem the code of this sign-in in time\./);
        assert.match(page, /Gone client_\S+ The app is no longer registered\./);
        yield* TestClock.adjust("29 days");
        const cookie = yield* signIn(alice);
        assert.notInclude(textOf(yield* open(cookie)), "The sign-in expired");
        yield* TestClock.adjust("1 days");
        const later = yield* open(yield* signIn(alice));
        assert.lengthOf(idsIn(later), 0);
        assert.match(textOf(later), /Notes client_\S+ The sign-in expired\./);
        yield* TestClock.adjust("10 minutes");
        yield* endOverdue;
        const told = textOf(yield* open(yield* signIn(alice)));
        assert.strictEqual(told.split("The sign-in expired.").length, 2);
      })
    )
);

it.effect("lists the sign-ins page by page", () =>
  fresh(
    Effect.gen(function* () {
      const client = yield* app("Notes");
      yield* Effect.forEach(Array.from({ length: 53 }), () => signInTo(client, alice), { concurrency: 4 });
      const cookie = yield* signIn(alice);
      const first = yield* open(cookie);
      assert.lengthOf(idsIn(first), 50);
      const before = /href="(\/account\?before=\d+)"/.exec(first.text)?.[1] ?? assert.fail(first.text);
      const second = yield* ask(before, { headers: { cookie } });
      assert.lengthOf(idsIn(second), 3);
      assert.lengthOf(new Set([...idsIn(first), ...idsIn(second)]), 53);
      assert.include(second.text, `href="/account"`);
      yield* post("/account/end-all", {}, { cookie });
      const over = yield* open(cookie);
      assert.strictEqual(over.text.split("The user ended this sign-in.").length - 1, 50);
      const more = /href="(\/account\?ended=\d+)"/.exec(over.text)?.[1] ?? assert.fail(over.text);
      const rest = yield* ask(more, { headers: { cookie } });
      assert.strictEqual(rest.text.split("The user ended this sign-in.").length - 1, 3);
    })
  )
);

it.effect("shows the active sign-ins while the history cannot be read", () =>
  Effect.gen(function* () {
    yield* signInTo(yield* app("Notes"), alice);
    const page = yield* open(yield* signIn(alice));
    assert.lengthOf(idsIn(page), 1);
    assert.include(textOf(page), "The ended sign-ins cannot be loaded right now.");
  }).pipe(
    Effect.provide(
      serverAt(
        publicUrl,
        Layer.merge(
          memoryService,
          Layer.mock(AuditTrail, {
            page: () => new AuditUnavailable({ operation: "search", reason: "unready", cause: new Error("not yet") })
          })
        )
      )
    )
  )
);
