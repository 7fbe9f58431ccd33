import { assert, describe, it, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { isUrlAllowed } from "../../../src/adapters/outbound/AddressPolicy.ts";
import type { LookupAll } from "../../../src/adapters/outbound/LookupAll.ts";
import { layer as downloadsLayer } from "../../../src/adapters/outbound/OutboundDownloadsUndici.ts";
import { layer as outbound } from "../../../src/adapters/outbound/OutboundHttpUndici.ts";
import { OutboundDownloads } from "../../../src/domain/outbound/OutboundDownloads.ts";
import { OutboundHttp } from "../../../src/domain/outbound/OutboundHttp.ts";
import { scriptedServer } from "../../support/scriptedServer.ts";
import { forbiddenAddresses, forbiddenAnswers, publicAddresses } from "./forbiddenAddresses.ts";
import { socketSpy } from "./socketSpy.ts";

const hasScheme = (text: string): boolean => text === "" || /^\s*(?:[a-z]+[\s\S]*:(?!\d)|\/\/)/i.test(text);
const urlOf = (entry: string): string => (hasScheme(entry) && !entry.startsWith("[") ? entry : `https://${entry}/`);

/** Every name stands for this machine, so that one that is let through would be seen. */
const toThisMachine: LookupAll = (_, answer) => answer(null, [{ address: "127.0.0.1", family: 4 }]);
const failureOf = (url: string) =>
  Effect.flatMap(OutboundHttp, (http) => Effect.flip(http.send({ method: "GET", url })));

const entries = Object.entries(forbiddenAddresses).flatMap(([kind, all]) =>
  all.map((entry) => ({ kind, url: urlOf(entry) }))
);

layer(outbound({ allowLoopback: false, lookup: toThisMachine }))("addresses (SS-01, SS-02, SS-06)", (it) => {
  for (const { kind, url } of entries) {
    it.scoped(`${kind}: ${url} opens no socket`, () =>
      Effect.gen(function* () {
        const spy = yield* socketSpy;
        const { reason } = yield* failureOf(url);
        assert.include(["address-refused", "malformed"], reason);
        assert.deepStrictEqual(spy, { sockets: 0, dialled: [] });
      })
    );
  }
});

describe("blocked addresses (SS-01, SS-02, SS-06)", () => {
  it("cover many cases", () => assert.isAtLeast(new Set(entries.map(({ url }) => url)).size, 200));

  it.scoped("are refused for downloads as well", () =>
    Effect.gen(function* () {
      const spy = yield* socketSpy;
      const downloads = yield* OutboundDownloads;
      const terms = { maxBytes: 1_000, headersWithin: 1_000, completeWithin: 1_000, leastRate: 0 };
      for (const { url } of entries) {
        const { reason } = yield* Effect.flip(downloads.open({ ...terms, url }));
        assert.include(["address-refused", "malformed"], reason, url);
      }
      assert.deepStrictEqual(spy, { sockets: 0, dialled: [] });
    }).pipe(Effect.provide(downloadsLayer({ allowLoopback: false, lookup: toThisMachine })))
  );

  it.each(publicAddresses)("are not %s", (url) => {
    assert.isTrue(isUrlAllowed({ allowLoopback: false }, new URL(url)));
  });
});

describe("names (SS-03, SS-04)", () => {
  for (const [what, addresses] of Object.entries(forbiddenAnswers)) {
    it.scopedLive(`that resolve to ${what} are not connected to`, () =>
      Effect.gen(function* () {
        const spy = yield* socketSpy;
        const lookup: LookupAll = (_, answer) =>
          answer(
            null,
            addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
          );
        const guarded = outbound({ allowLoopback: false, lookup });
        const { reason } = yield* Effect.provide(failureOf("https://pds.example.com/"), guarded);
        assert.strictEqual(reason, "address-refused");
        assert.deepStrictEqual(spy.dialled, []);
      })
    );
  }

  it.scopedLive("that resolve differently each time are connected to at the checked address, or not at all", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((_, response) => response.setHeader("connection", "close").end("here"));
      const spy = yield* socketSpy;
      let asked = 0;
      const rebinding: LookupAll = (_, answer) => {
        asked += 1;
        answer(null, [{ address: asked % 2 === 1 ? "127.0.0.1" : "10.0.0.1", family: 4 }]);
      };
      yield* Effect.gen(function* () {
        const http = yield* OutboundHttp;
        const url = `http://rebinding.localhost:${server.port}/`;
        for (const round of [1, 2, 3]) {
          assert.strictEqual((yield* http.send({ method: "GET", url })).body, "here");
          assert.strictEqual((yield* Effect.flip(http.send({ method: "GET", url }))).reason, "address-refused");
          assert.strictEqual(asked, round * 2);
        }
      }).pipe(Effect.provide(outbound({ allowLoopback: true, lookup: rebinding })));
      assert.deepStrictEqual(spy.dialled, ["127.0.0.1", "127.0.0.1", "127.0.0.1"]);
    })
  );
});

describe("in development", () => {
  const refused = [
    ...[
      "https://10.0.0.1/",
      "http://10.0.0.1/",
      "http://[::ffff:127.0.0.1]/",
      "http://example.com/",
      "https://169.254.169.254/"
    ],
    ...[
      "http://192.168.0.1/",
      "https://[fd00::1]/",
      "http://localhost.example.com/",
      "ftp://localhost/",
      "http://user@localhost/"
    ]
  ];
  it.scoped.each(refused)("%s opens no socket either", (url) =>
    Effect.gen(function* () {
      const spy = yield* socketSpy;
      assert.strictEqual((yield* failureOf(url)).reason, "address-refused");
      assert.strictEqual(spy.sockets, 0);
    }).pipe(Effect.provide(outbound({ allowLoopback: true, lookup: toThisMachine })))
  );

  it.scopedLive("this machine is contacted, also over http, and the spy sees it", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((_, response) => response.end("here"));
      const spy = yield* socketSpy;
      const http = yield* OutboundHttp;
      assert.strictEqual((yield* http.send({ method: "GET", url: `http://127.0.0.1:${server.port}/` })).body, "here");
      assert.deepStrictEqual(spy, { sockets: 1, dialled: ["127.0.0.1"] });
    }).pipe(Effect.provide(outbound({ allowLoopback: true })))
  );
});
