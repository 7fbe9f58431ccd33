import type { LookupAddress } from "node:dns";
import { assert, describe, it } from "@effect/vitest";
import { type NameServers, nameServerLookup } from "../../../src/adapters/outbound/nameServers.ts";

const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
const giving =
  (...addresses: ReadonlyArray<string>) =>
  () =>
    Promise.resolve(addresses);

const lookup = (servers: NameServers) =>
  new Promise<ReadonlyArray<LookupAddress> | string | undefined>((resolve) =>
    nameServerLookup(servers)("pds.example.com", (error, addresses) => resolve(error?.code ?? addresses))
  );

describe("names that are resolved by name servers", () => {
  it("have the addresses of both families", async () => {
    const both = await lookup({ resolve4: giving("1.1.1.1", "1.0.0.1"), resolve6: giving("2606:4700::1") });
    assert.deepStrictEqual(both, [
      { address: "1.1.1.1", family: 4 },
      { address: "1.0.0.1", family: 4 },
      { address: "2606:4700::1", family: 6 }
    ]);
  });

  it("need only one family", async () => {
    const four = await lookup({ resolve4: giving("1.1.1.1"), resolve6: failing("ENODATA") });
    assert.deepStrictEqual(four, [{ address: "1.1.1.1", family: 4 }]);
    const six = await lookup({ resolve4: failing("ETIMEOUT"), resolve6: giving("2606:4700::1") });
    assert.deepStrictEqual(six, [{ address: "2606:4700::1", family: 6 }]);
  });

  it("fail if both families fail", async () => {
    assert.strictEqual(await lookup({ resolve4: failing("ENOTFOUND"), resolve6: failing("ENOTFOUND") }), "ENOTFOUND");
    assert.deepStrictEqual(await lookup({ resolve4: giving(), resolve6: failing("ENODATA") }), []);
  });
});
