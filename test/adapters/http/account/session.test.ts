import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as TestClock from "effect/TestClock";
import { adminSession } from "../../../support/adminSession.ts";
import { alice, bob } from "../../../support/memoryService.ts";
import {
  ask,
  begin,
  comeBack,
  cookieOf,
  eventsOf,
  fresh,
  open,
  post,
  sameOrigin,
  signIn,
  signInHeading,
  textOf
} from "./accountServer.ts";

it.effect("the session ends after an hour, at sign-out, and at a new sign-in", () =>
  fresh(
    Effect.gen(function* () {
      const first = yield* signIn(alice);
      yield* TestClock.adjust("59 minutes");
      assert.include(textOf(yield* open(first)), "@alice.test");
      yield* TestClock.adjust("1 minutes");
      assert.include(textOf(yield* open(first)), signInHeading);
      const late = yield* post("/account/end-all", {}, { cookie: first });
      assert.strictEqual(late.header("location"), "/account?problem=signed-out");

      const second = yield* signIn(alice);
      const out = yield* post("/account/sign-out", {}, { cookie: second });
      assert.deepStrictEqual([out.status, out.header("location")], [303, "/account"]);
      assert.match(out.cookies.join(), /^__Host-tidemark-account=; Max-Age=0; /);
      assert.include(textOf(yield* open(second)), signInHeading);
      yield* post("/account/sign-out", {}, { cookie: second });
      assert.lengthOf(yield* eventsOf("PersonSignedOut.v1"), 1);

      const third = yield* signIn(alice);
      const started = yield* begin(bob.handle, third);
      const answer = yield* comeBack(started, bob, `${third}; ${cookieOf(started)}`);
      assert.notStrictEqual(cookieOf(answer), third);
      assert.include(textOf(yield* open(third)), signInHeading);
      assert.include(textOf(yield* open(cookieOf(answer))), "@bob.test");
    })
  )
);

it.effect("only sessions that the service issued are valid, and none can be taken over", () =>
  fresh(
    Effect.gen(function* () {
      const made = `__Host-tidemark-account=account_${"A".repeat(43)}`;
      const own = yield* signIn(alice);
      const admin = yield* adminSession(alice.did);
      for (const cookie of [
        made,
        `${made}; ${own}`,
        own.replace("__Host-", ""),
        `__Host-tidemark-account=${admin}`,
        "__Host-tidemark-account=account_"
      ])
        assert.include(textOf(yield* open(cookie)), signInHeading, cookie);
      const started = yield* begin(alice.handle, made);
      const answer = yield* comeBack(started, alice, `${made}; ${cookieOf(started)}`);
      assert.notStrictEqual(cookieOf(answer), made);
      assert.include(textOf(yield* open(made)), signInHeading);
      const query = "{ adminSession { state } }";
      const settings = yield* ask("/admin/graphql", {
        method: "POST",
        headers: {
          ...sameOrigin,
          "content-type": "application/json",
          cookie: own.replace("__Host-tidemark-account", "__Host-tidemark-admin")
        },
        body: JSON.stringify({ query })
      });
      assert.include(settings.text, "SIGNED_OUT");
    })
  )
);

it.effect("a login for this page does not grant access to the settings, nor vice versa", () =>
  fresh(
    Effect.gen(function* () {
      yield* adminSession(alice.did);
      const started = yield* begin(alice.handle);
      const asAdmin = yield* comeBack(started, alice, cookieOf(started), (sent) =>
        sent.set("state", (sent.get("state") ?? "").replace("account.", "admin."))
      );
      assert.strictEqual(asAdmin.header("location"), "/settings?problem=expired");
      const settings = yield* post("/settings/sign-in/account", { account: alice.handle });
      const asPerson = yield* comeBack(settings, alice, cookieOf(settings), (sent) =>
        sent.set("state", (sent.get("state") ?? "").replace("admin.", "account."))
      );
      assert.strictEqual(asPerson.header("location"), "/account?problem=expired");
    })
  )
);
