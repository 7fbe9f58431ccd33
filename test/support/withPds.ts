import * as Schema from "effect/Schema";
import { describe, inject, it } from "vitest";
import { connectNetwork, type Network } from "../pds/connectNetwork.ts";
import { NetworkInfo } from "../pds/NetworkInfo.ts";

const decodeInfo = Schema.decodeUnknownSync(Schema.parseJson(NetworkInfo));

/**
 * A suite against the PDSes that all tests of a run share: `await withPds("name", (network) => { it(...) })`.
 *
 * They are started by the first suite that asks (about two seconds). What a suite changes must be its own: an account
 * from `createAccount`, an origin nobody else maps. To stop or restart a PDS, use `startNetwork`. Where they cannot
 * start, the suite is skipped and its name says why; in CI that is an error.
 */
export const withPds = async (name: string, body: (network: Network) => void): Promise<void> => {
  const response = await fetch(inject("pdsNetworkUrl"));
  const answer = await response.text();
  if (response.ok) {
    const network = connectNetwork(decodeInfo(answer));
    describe(name, () => body(network));
    return;
  }
  if (process.env.CI) throw new Error(`The test PDSes did not start: ${answer}`);
  process.stderr.write(`Skipped without test PDSes: ${name} (${answer})\n`);
  describe.skip(`${name} (skipped, the test PDSes did not start: ${answer})`, () => it("needs test PDSes", () => {}));
};
