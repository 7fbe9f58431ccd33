import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { adminOf } from "../../../../src/adapters/http/settings/adminOf.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { publicUrl } from "../../../support/memoryService.ts";
import { headingOf, post, requestOf, settingsServer, setupToken, signedIn } from "./settingsServer.ts";

type Headers = Readonly<Record<string, string>>;

/** How a browser marks what another site, another origin of this site, or nobody's page sends. */
const foreign: ReadonlyArray<Headers> = [
  {},
  { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
  { "sec-fetch-site": "cross-site", origin: publicUrl },
  { "sec-fetch-site": "same-site", origin: "https://other.app.example" },
  { "sec-fetch-site": "none" },
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: `${publicUrl}.evil.example` },
  { origin: "http://app.example" },
  { referer: `${publicUrl}/settings` }
];

const own: ReadonlyArray<Headers> = [{ "sec-fetch-site": "same-origin" }, { origin: publicUrl }];

const isAdmin = (method: string, headers: Headers) =>
  Effect.map(adminOf(requestOf(method, headers)), (admin) => Option.isSome(admin));

it.layer(settingsServer)("what another site sends", (it) => {
  it.effect("changes nothing, with the cookie of an admin, at any URL", () =>
    Effect.gen(function* () {
      const admin = yield* signedIn;
      const token = yield* setupToken;
      const log = yield* EventLog;
      const before = yield* log.head;
      for (const headers of foreign) {
        for (const [path, form] of [
          ["/settings/sign-in", { token }],
          ["/settings/sign-in/account", { account: "alice.test" }],
          ["/settings/sign-out", {}]
        ] as const) {
          const answer = yield* admin.post(path, form, headers);
          const seen = [answer.status, headingOf(answer), answer.cookies];
          assert.deepStrictEqual(seen, [403, "Request from another site", []], `${path} ${JSON.stringify(headers)}`);
        }
      }
      assert.strictEqual(yield* log.head, before);
      assert.strictEqual((yield* post("/settings/sign-in", { token })).status, 303);
    })
  );

  it.effect("is distinguished from requests of the service's own pages, also in old browsers", () =>
    Effect.gen(function* () {
      for (const headers of own) {
        const answer = yield* (yield* signedIn).post("/settings/sign-out", {}, headers);
        assert.deepStrictEqual([answer.status, answer.header("location")], [303, "/settings"]);
      }
    })
  );

  it.effect("has no admin for adminOf, except for a link", () =>
    Effect.gen(function* () {
      const { cookie } = yield* signedIn;
      for (const headers of foreign) {
        const told = JSON.stringify(headers);
        assert.isFalse(yield* isAdmin("POST", { cookie, ...headers }), told);
        assert.isFalse(yield* isAdmin("DELETE", { cookie, ...headers }), told);
        const isLink = headers.origin === undefined;
        assert.strictEqual(yield* isAdmin("GET", { cookie, ...headers }), isLink, told);
      }
      for (const headers of own) {
        assert.isTrue(yield* isAdmin("POST", { cookie, ...headers }));
        assert.isTrue(yield* isAdmin("GET", { cookie, ...headers }));
        assert.isFalse(yield* isAdmin("POST", headers));
      }
    })
  );
});
