import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { definitionsIn } from "../../../src/adapters/graphql/admin/lexicons/lexiconTypes.ts";
import { changeLexicons } from "../../../src/application/lexicons/changeLexicons.ts";
import { compareVersions } from "../../../src/application/lexicons/compareVersions.ts";
import { importLexicons } from "../../../src/application/lexicons/importLexicons.ts";
import { lexiconVersions, setOfVersion } from "../../../src/application/lexicons/lexiconVersions.ts";
import { memoryService } from "../../support/memoryService.ts";

const operator = { type: "operator", id: null } as const;

const record = (id: string, properties: object, required: ReadonlyArray<string> = []) => ({
  file: `${id}.json`,
  document: {
    lexicon: 1,
    id,
    defs: { main: { type: "record", key: "tid", record: { type: "object", required, properties } } }
  }
});

const note = (maxLength: number) =>
  record(
    "com.example.note",
    {
      text: { type: "string", maxLength, description: "The text." },
      about: { type: "ref", ref: "com.example.topic#label" }
    },
    ["text"]
  );

const topic = {
  file: "topic.json",
  document: {
    lexicon: 1,
    id: "com.example.topic",
    defs: { label: { type: "object", properties: { name: { type: "string" } } } }
  }
};

const imported = Effect.gen(function* () {
  yield* importLexicons([note(10), topic], operator);
  yield* importLexicons([note(20), topic, record("com.example.other", { at: { type: "string" } })], operator);
});

it.layer(memoryService)("versions of the set of Lexicons", (it) => {
  it.effect("are listed, compared and restored, and a restore is a version of its own", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* lexiconVersions(), []);
      yield* imported;
      const [second, first] = yield* lexiconVersions();
      assert.deepInclude(second, { version: 2, isActive: true, actor: operator });
      assert.deepInclude(first, { version: 1, isActive: false, ids: ["com.example.note", "com.example.topic"] });

      const comparison = yield* compareVersions(1, 2);
      assert.deepStrictEqual(comparison.added, ["com.example.other"]);
      assert.deepStrictEqual(
        comparison.changed.map(({ id }) => id),
        ["com.example.note"]
      );
      assert.isTrue((yield* compareVersions(2, 2)).unchanged);

      yield* changeLexicons({ _tag: "Restore", version: 1 }, operator, () => Effect.void);
      const [third] = yield* lexiconVersions();
      assert.deepInclude(third, { version: 3, isActive: true, digest: first?.digest ?? "" });
    })
  );

  it.effect("fail with the range for one that does not exist", () =>
    Effect.gen(function* () {
      const outcome = yield* Effect.either(setOfVersion(9));
      assert.isTrue(Either.isLeft(outcome));
      if (Either.isLeft(outcome))
        assert.strictEqual(String(outcome.left.message), "version 9: does not exist: choose one from 1 to 3");
    })
  );

  it.effect("have definitions with the fields and types of the API", () =>
    Effect.gen(function* () {
      const set = yield* setOfVersion(1);
      const [main] = definitionsIn(set, note(10).document);
      assert.deepInclude(main, { name: "main", type: "ComExampleNote" });
      assert.deepStrictEqual(main?.properties, [
        {
          name: "text",
          field: "text",
          type: "String",
          isRequired: true,
          constraints: ["maxLength 10"],
          description: "The text.",
          references: []
        },
        {
          name: "about",
          field: "about",
          type: "ComExampleTopicLabel",
          isRequired: false,
          constraints: [],
          description: null,
          references: ["com.example.topic"]
        }
      ]);
      const [label] = definitionsIn(set, topic.document);
      assert.deepInclude(label, { name: "label", type: "ComExampleTopicLabel" });
    })
  );
});
