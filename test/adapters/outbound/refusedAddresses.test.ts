import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { layer } from "../../../src/adapters/outbound/OutboundHttpUndici.ts";
import { OutboundHttp } from "../../../src/domain/identity/OutboundHttp.ts";

const refusedHosts = [
  // this machine, in the spellings the URL parser knows
  ...["127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1", "017700000001"],
  ...["127.0.0.1.", "0x7F.1", "127.255.255.254", "１２７.0.0.1", "127。0。0。1", "①27.0.0.1", "%31%32%37.0.0.1"],
  // special IPv4 ranges, first and last
  ...["0.0.0.0", "0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "012.0.0.1", "167772161"],
  ...["100.64.0.0", "100.127.255.255", "169.254.0.1", "169.254.169.254", "0xa9fea9fe", "2852039166"],
  ...["172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.0.171", "192.0.2.1", "192.88.99.1", "192.168.0.1"],
  ...["192.168.255.255", "0xc0.0xa8.0.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.7"],
  ...["224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"],
  // IPv6: unspecified, loopback, mapped, translated, 6to4, Teredo, local, multicast, documentation
  ...[
    "[::]",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:8.8.8.8]",
    "[::127.0.0.1]"
  ],
  ...["[::ffff:0:127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b::8.8.8.8]", "[64:ff9b:1::1]", "[100::1]", "[2001::1]"],
  ...[
    "[2001:0:7f00:1::]",
    "[2001:2::1]",
    "[2001:10::1]",
    "[2001:20::1]",
    "[2001:db8::1]",
    "[2002:7f00:1::]",
    "[3fff::1]"
  ],
  ...["[fc00::1]", "[fd12:3456::1]", "[fe80::1]", "[fec0::1]", "[ff02::1]", "[4000::1]", "[5f00::1]"]
];

const otherSchemes = ["http://example.com/", "ftp://example.com/", "file:///etc/passwd", "data:text/plain,x"];
const withUserInformation = ["https://user@example.com/", "https://user:secret@example.com/", "https://@127.0.0.1/"];

describe("addresses that may not be asked (SS-01, SS-02, SS-06)", () => {
  it("are many", () => assert.isAtLeast(new Set(refusedHosts).size, 60));

  const urls = [...refusedHosts.map((host) => `https://${host}/`), ...otherSchemes, ...withUserInformation];
  it.effect.each(urls)("%s opens no connection", (url) =>
    Effect.gen(function* () {
      let connections = 0;
      const count = () => {
        connections += 1;
      };
      subscribe("undici:client:beforeConnect", count);
      const http = yield* OutboundHttp;
      const failure = yield* Effect.flip(http.send({ method: "GET", url }));
      unsubscribe("undici:client:beforeConnect", count);
      assert.strictEqual(failure.reason, "address-refused");
      assert.strictEqual(connections, 0);
    }).pipe(Effect.provide(layer({ allowLoopback: false })))
  );
});

describe("in development", () => {
  const development = layer({ allowLoopback: true });
  it.effect.each(["https://10.0.0.1/", "http://10.0.0.1/", "http://[::ffff:127.0.0.1]/", "http://example.com/"])(
    "%s is refused all the same",
    (url) =>
      Effect.gen(function* () {
        const http = yield* OutboundHttp;
        assert.strictEqual((yield* Effect.flip(http.send({ method: "GET", url }))).reason, "address-refused");
      }).pipe(Effect.provide(development))
  );
});
