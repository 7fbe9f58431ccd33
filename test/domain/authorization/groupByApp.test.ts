import { assert, it } from "@effect/vitest";
import { groupByApp } from "../../../src/domain/authorization/groupByApp.ts";

it("groups by client, in the order of the first entry of each", () => {
  const entry = (clientId: string, id: number) => ({ clientId, clientName: `App ${clientId}`, id });
  const grouped = groupByApp([entry("b", 1), entry("a", 2), entry("b", 3)]);
  assert.deepStrictEqual(
    grouped.map(({ clientId, clientName, entries }) => [clientId, clientName, entries.map(({ id }) => id)]),
    [
      ["b", "App b", [1, 3]],
      ["a", "App a", [2]]
    ]
  );
});
