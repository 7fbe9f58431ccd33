import { assert, describe, it } from "@effect/vitest";
import { clientRegistry } from "../../../src/application/projection/clientRegistry.ts";
import { deletedClients } from "../../../src/application/projection/deletedClients.ts";
import { endedAuthorizations } from "../../../src/application/projection/endedAuthorizations.ts";
import { lexiconDigest } from "../../../src/application/projection/lexiconDigest.ts";
import { compactableTypes } from "../../../src/domain/event/compaction.ts";
import { changingTypes } from "../../../src/domain/projection/ByType.ts";
import { dueRepositories } from "../../../src/domain/projection/dueRepositories.ts";
import { lookupTypes } from "../../../src/domain/projection/lookups.ts";
import { openSessions } from "../../../src/domain/projection/openSessions.ts";
import { storedTypes } from "../../../src/domain/projection/storedChanges.ts";
import { retentionClasses } from "../../../src/domain/retention/RetentionClass.ts";
import { retentionByType, typesOfClass } from "../../../src/domain/retention/retentionByType.ts";

const readModelTypes = new Set<string>(
  [clientRegistry, deletedClients, endedAuthorizations, lexiconDigest].flatMap(({ types }) => [...types])
);

const stateTypes = new Set([...storedTypes, ...lookupTypes, ...changingTypes(openSessions), ...readModelTypes]);

const leaving = (how: "with-its-stream" | "once-superseded") =>
  [...retentionByType].flatMap(([type, { leaves }]) => (leaves === how ? [type] : []));

describe("retention by type", () => {
  it("lets an event of an open stream go only if nothing but the history is made of it", () => {
    assert.deepStrictEqual(
      leaving("once-superseded").filter((type) => stateTypes.has(type) || !compactableTypes.has(type)),
      []
    );
  });

  it("keeps what read models in memory are folded from, except ends of authorizations, which they forget", () => {
    assert.deepStrictEqual(
      [...retentionByType.keys()].filter((type) => readModelTypes.has(type)),
      ["AuthorizationEnded.v1"]
    );
  });

  it("keeps what says that repositories are due, except sign-ins, which were indexed long ago", () => {
    assert.deepStrictEqual(
      [...retentionByType.keys()].filter((type) => changingTypes(dueRepositories).includes(type)),
      ["LoginCompleted.v1"]
    );
  });

  it.each(retentionClasses)("has types of the class %s", (name) => {
    assert.isNotEmpty(typesOfClass(name));
  });
});
