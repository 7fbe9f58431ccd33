import { expect, it } from "vitest";
import { withPds } from "./withPds.ts";

await withPds("the PDSes that tests share", (network) => {
  it("answer, each for the accounts of its domain", async () => {
    for (const handle of ["alice.test", "carol.pds2.test"]) {
      const { did, pds } = network.account(handle);
      const response = await fetch(`${pds}/xrpc/com.atproto.identity.resolveHandle?handle=${handle}`);
      expect(await response.json()).toEqual({ did });
    }
  });
});
