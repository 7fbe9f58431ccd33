import { readFile } from "node:fs/promises";
import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as fc from "fast-check";
import { clientRegistry } from "../../../../src/application/projection/clientRegistry.ts";
import { deletedClients } from "../../../../src/application/projection/deletedClients.ts";
import { endedAuthorizations } from "../../../../src/application/projection/endedAuthorizations.ts";
import { lexiconDigest } from "../../../../src/application/projection/lexiconDigest.ts";
import type { ReadModel } from "../../../../src/application/projection/ReadModel.ts";
import { isIntact, linesIn, writeSnapshot } from "../../../../src/application/projection/snapshot/snapshotState.ts";
import { verificationRuns } from "../../../../src/application/projection/verificationRuns.ts";
import { foldInto, type Happened, historyOf, typesOf } from "./sampleHistory.ts";

const header = { model: "", schemaVersion: 1, position: 1, leafHash: "", eventTypes: [] };

/** Writes a state to a snapshot, and reads it. */
const throughSnapshot = <State>({ snapshot }: ReadModel<State>, state: State): State => {
  const written = Effect.runSync(writeSnapshot(header, snapshot.linesOf(state)));
  assert.isTrue(isIntact(written));
  return Either.getOrThrow(snapshot.read(linesIn(written)));
};

/** The lines of a state. The order of a map is not part of its state. */
const sortedLines = <State>({ snapshot }: ReadModel<State>, state: State): ReadonlyArray<string> =>
  [...snapshot.linesOf(state)].sort();

const keepsItsState = <State>(model: ReadModel<State>) =>
  it(`The snapshot of the ${model.name} leads to the same state at whatever position it was taken`, () => {
    const happened: fc.Arbitrary<Happened> = fc.tuple(fc.constantFrom(...typesOf(model)), fc.nat(2));
    fc.assert(
      fc.property(fc.array(happened, { maxLength: 40 }), fc.nat(40), (all, cut) => {
        const events = historyOf(all);
        const [before, after] = [events.slice(0, cut), events.slice(cut)];
        const live = foldInto(model, model.initial, before);
        const restored = throughSnapshot(model, live);
        assert.deepStrictEqual(sortedLines(model, restored), sortedLines(model, live));
        assert.deepStrictEqual(
          sortedLines(model, foldInto(model, restored, after)),
          sortedLines(model, foldInto(model, live, after))
        );
      })
    );
  });

/** Client 0 is registered by version 1, client 1 is changed in every way, and client 2 ends. */
const fixedHistory = historyOf([
  ["ClientRegistered.v1", 0],
  ["ClientUpdated.v1", 0],
  ["ClientRegistered.v2", 1],
  ["ClientUpdated.v2", 1],
  ["ClientSecretRotated.v1", 1],
  ["ClientLifetimesSet.v1", 1],
  ["ClientAdministrationSet.v1", 1],
  ["ClientRegistered.v2", 2],
  ["AuthorizationEnded.v1", 0],
  ["LexiconsImported.v1", 0],
  ["AuthorizationEnded.v1", 1],
  ["ClientDeleted.v1", 2],
  ["LogVerified.v1", 0],
  ["LogVerificationFailed.v1", 0],
  ["ClientSecretRotated.v2", 1],
  ["ClientSecretRevoked.v1", 1],
  ["ClientSecretRotated.v2", 1]
]);

const formOf = <State>(model: ReadModel<State>) => ({
  schemaVersion: model.snapshot.version,
  types: [...typesOf(model)].sort(),
  lines: sortedLines(model, foldInto(model, model.initial, fixedHistory))
});

describe("snapshots of read models", () => {
  keepsItsState(clientRegistry);
  keepsItsState(endedAuthorizations);
  keepsItsState(deletedClients);
  keepsItsState(lexiconDigest);
  keepsItsState(verificationRuns);

  it.each([
    ["client registry", formOf(clientRegistry)],
    ["ended authorizations", formOf(endedAuthorizations)],
    ["deleted clients", formOf(deletedClients)],
    ["Lexicon catalog", formOf(lexiconDigest)],
    ["verification runs", formOf(verificationRuns)]
  ])("EV-09: what the snapshot of the %s holds changes with its schema version only", async (name, form) => {
    const stored: unknown = JSON.parse(await readFile(new URL("./snapshotForms.json", import.meta.url), "utf8"));
    assert.deepInclude(
      stored,
      { [name]: form },
      `The form of the snapshot changed: raise its version, and change snapshotForms.json to ${JSON.stringify(form)}`
    );
  });

  it("A snapshot holds no account and no network address", () => {
    const forms = [
      formOf(clientRegistry),
      formOf(endedAuthorizations),
      formOf(deletedClients),
      formOf(lexiconDigest),
      formOf(verificationRuns)
    ];
    assert.notMatch(JSON.stringify(forms), /did:(plc|web)|"address"|\b\d+\.\d+\.\d+\.\d+\b/);
  });
});
