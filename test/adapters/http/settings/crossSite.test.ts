import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type { HttpRequest } from "../../../../src/adapters/http/server/HttpRequest.ts";
import { adminOf } from "../../../../src/adapters/http/settings/adminOf.ts";
import { ClientRegistry } from "../../../../src/domain/client/ClientRegistry.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { blobContent } from "../../../../src/domain/record/BlobContent.ts";
import { publicUrl } from "../../../support/memoryService.ts";
import { clientForm, headingOf, post, settingsServer, setupToken, signedIn } from "./settingsServer.ts";

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

/** A request as `adminOf` sees it. */
const requestOf = (method: string, headers: Headers): HttpRequest => ({
  id: "request",
  method,
  path: "/admin/graphql",
  query: "",
  clientAddress: "127.0.0.1",
  header: (name) => headers[name] ?? null,
  headerLines: (name) => (headers[name] === undefined ? [] : [headers[name]]),
  body: () => Effect.die("not read"),
  stream: { pieces: blobContent(new Uint8Array(), "image/png").bytes, cutOff: Effect.never }
});

const isAdmin = (method: string, headers: Headers) =>
  Effect.map(adminOf(requestOf(method, headers)), (admin) => Option.isSome(admin));

it.layer(settingsServer)("what another site sends", (it) => {
  it.effect("changes nothing, with the cookie of an admin, at any address", () =>
    Effect.gen(function* () {
      const admin = yield* signedIn;
      const token = yield* setupToken;
      const log = yield* EventLog;
      const before = yield* log.head;
      for (const headers of foreign) {
        for (const [path, form] of [
          ["/settings/sign-in", { token }],
          ["/settings/sign-in/account", { account: "alice.test" }],
          ["/settings/sign-out", {}],
          ["/settings/clients", clientForm],
          ["/settings/clients/delete", { client: "client_aaaaaaaaaaaaaaaaaaaaaa" }]
        ] as const) {
          const answer = yield* admin.post(path, form, headers);
          const seen = [answer.status, headingOf(answer), answer.cookies];
          assert.deepStrictEqual(seen, [403, "Not from here", []], `${path} ${JSON.stringify(headers)}`);
        }
      }
      assert.strictEqual(yield* log.head, before);
      assert.strictEqual((yield* post("/settings/sign-in", { token })).status, 303);
    })
  );

  it.effect("is told apart from what the service's own pages send, also by old browsers", () =>
    Effect.gen(function* () {
      const admin = yield* signedIn;
      for (const headers of own) {
        assert.strictEqual((yield* admin.post("/settings/clients", clientForm, headers)).status, 201);
      }
      const registry = yield* ClientRegistry;
      assert.lengthOf(yield* registry.list, own.length);
    })
  );

  it.effect("is nobody's for adminOf, but for a link that leads here", () =>
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
