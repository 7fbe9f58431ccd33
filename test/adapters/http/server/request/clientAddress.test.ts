import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { clientAddressBy, type TrustedProxies } from "../../../../../src/adapters/http/server/request/clientAddress.ts";

const inside = ["10.0.0.0/8", "fd00::/8", "127.0.0.1"];

describe("clientAddressBy", () => {
  it.each<readonly [TrustedProxies, string, string | null, string]>([
    [0, "203.0.113.1", "6.6.6.6", "203.0.113.1"],
    [1, "10.0.0.1", "6.6.6.6, 203.0.113.9", "203.0.113.9"],
    [2, "10.0.0.1", "6.6.6.6, 203.0.113.9, 10.0.0.2", "203.0.113.9"],
    [2, "10.0.0.1", "203.0.113.9", "203.0.113.9"],
    [1, "10.0.0.1", null, "10.0.0.1"],
    [1, "10.0.0.1", "", "10.0.0.1"],
    [1, "10.0.0.1", "unknown", "10.0.0.1"],
    [2, "10.0.0.1", "6.6.6.6, nonsense, 10.0.0.2", "10.0.0.2"],
    [1, "10.0.0.1", "203.0.113.9:4711", "203.0.113.9"],
    [1, "10.0.0.1", "[2001:db8::9]:4711", "2001:db8::9"],
    [1, "10.0.0.1", "[2001:db8::9]", "2001:db8::9"],
    [1, "::ffff:10.0.0.1", "::ffff:203.0.113.9", "203.0.113.9"],
    [inside, "10.0.0.1", "6.6.6.6, 203.0.113.9", "203.0.113.9"],
    [inside, "10.0.0.1", "6.6.6.6, 203.0.113.9, 10.9.9.9, fd00::1", "203.0.113.9"],
    [inside, "203.0.113.1", "6.6.6.6", "203.0.113.1"],
    [inside, "::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"],
    [inside, "127.0.0.1", "10.0.0.1", "10.0.0.1"],
    [inside, "127.0.0.2", "203.0.113.9", "127.0.0.2"],
    [[], "10.0.0.1", "6.6.6.6", "10.0.0.1"]
  ])("DP-11 trusting %j, called by %s for %j: %s", (trusted, peer, forwarded, expected) => {
    assert.strictEqual(clientAddressBy(trusted)(peer, forwarded), expected);
  });

  it("ignores everything before the entry of a trusted proxy", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), { maxLength: 20 }), (invented) => {
        const forwarded = [...invented, "203.0.113.9"].join(", ");
        assert.strictEqual(clientAddressBy(1)("10.0.0.1", forwarded), "203.0.113.9");
        assert.strictEqual(clientAddressBy(inside)("10.0.0.1", forwarded), "203.0.113.9");
        assert.strictEqual(clientAddressBy(0)("198.51.100.7", forwarded), "198.51.100.7");
      })
    );
  });
});
