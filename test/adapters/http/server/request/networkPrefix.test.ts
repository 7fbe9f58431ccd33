import { assert, it } from "@effect/vitest";
import * as fc from "fast-check";
import { networkPrefix } from "../../../../../src/adapters/http/server/request/networkPrefix.ts";

it("is 24 bits of an IPv4 address and 48 bits of an IPv6 address, in any spelling", () => {
  for (const [address, network] of [
    ["192.0.2.77", "192.0.2.0/24"],
    ["::ffff:192.0.2.77", "192.0.2.0/24"],
    ["::FFFF:192.0.2.77", "192.0.2.0/24"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
    ["2001:0DB8:0001::6", "2001:db8:1::/48"],
    ["2001:db8::1", "2001:db8:0::/48"],
    ["::1", "0:0:0::/48"],
    ["fe80::1%eth0", "fe80:0:0::/48"]
  ] as const)
    assert.strictEqual(networkPrefix(address), network);
});

it("is absent for an invalid address, and never identifies a single machine", () => {
  for (const text of ["", "unknown", "192.0.2", "192.0.2.1.1", "::ffff:192.0.2", "localhost", "-- drop"])
    assert.isNull(networkPrefix(text));
  fc.assert(
    fc.property(fc.ipV4(), fc.ipV4(), (one, other) => {
      const same = one.split(".").slice(0, 3).join() === other.split(".").slice(0, 3).join();
      assert.strictEqual(networkPrefix(one) === networkPrefix(other), same);
    })
  );
  fc.assert(fc.property(fc.ipV6(), (address) => (networkPrefix(address) ?? "").length > 0));
});
