import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest";
import { clientRegistry } from "../../../src/application/projection/clientRegistry.ts";
import { deletedClients } from "../../../src/application/projection/deletedClients.ts";
import { endedAuthorizations } from "../../../src/application/projection/endedAuthorizations.ts";
import { lexiconDigest } from "../../../src/application/projection/lexiconDigest.ts";
import type { ReadModel } from "../../../src/application/projection/ReadModel.ts";
import { verificationRuns } from "../../../src/application/projection/verificationRuns.ts";
import { lookupKeys } from "../../../src/domain/projection/lookups.ts";
import { storedChanges } from "../../../src/domain/projection/storedChanges.ts";
import samples from "../../domain/event/samples.json" with { type: "json" };
import { foldInto, historyOf, isSampleType } from "./snapshot/sampleHistory.ts";

const everyEvent = historyOf(
  Object.keys(samples)
    .filter(isSampleType)
    .map((type, index) => [type, index % 3])
);

const linesOf = <State>(model: ReadModel<State>): ReadonlyArray<string> =>
  [...model.snapshot.linesOf(foldInto(model, model.initial, everyEvent))].sort();

/** Replays one event of every type through everything that is derived from the log. */
const replay = () => ({
  clients: linesOf(clientRegistry),
  ended: linesOf(endedAuthorizations),
  deleted: linesOf(deletedClients),
  lexicons: linesOf(lexiconDigest),
  verifications: linesOf(verificationRuns),
  stored: everyEvent.map(({ recorded }) => storedChanges(recorded)),
  lookups: everyEvent.map(({ recorded }) => lookupKeys(recorded))
});

const refuse = (what: string) => () => {
  throw new Error(`${what} was used`);
};

describe("a replay", () => {
  const expected = replay();

  beforeEach(() => {
    vi.spyOn(Date, "now").mockImplementation(refuse("the clock"));
    vi.spyOn(performance, "now").mockImplementation(refuse("the clock"));
    vi.spyOn(Math, "random").mockImplementation(refuse("randomness"));
    vi.spyOn(crypto, "getRandomValues").mockImplementation(refuse("randomness"));
    vi.spyOn(crypto, "randomUUID").mockImplementation(refuse("randomness"));
    vi.spyOn(globalThis, "fetch").mockImplementation(refuse("the network"));
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("EV-07: needs neither clock nor randomness nor network, and gives the same state again", () => {
    const replayed = replay();
    vi.restoreAllMocks();
    assert.deepStrictEqual(replayed, expected);
    assert.isNotEmpty(expected.ended);
  });
});
