import { assert, it } from "@effect/vitest";
import { subscriberAddress } from "../../../../../src/adapters/http/server/request/subscriberAddress.ts";

it.each([
  ["203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b::192.0.2.33", "64:ff9b:0:0::/64"],
  ["1:2:3:4:5:6:192.0.2.33", "1:2:3:4::/64"],
  ["::1:2:3:4:5:192.0.2.33", "0:1:2:3::/64"],
  ["nonsense", "nonsense"]
])("%s is counted as %s", (address, range) => {
  assert.strictEqual(subscriberAddress(address), range);
});
