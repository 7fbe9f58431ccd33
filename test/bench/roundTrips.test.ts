import { assert, describe, it } from "@effect/vitest";
import { leastTraffic, statementsText } from "../../bench/token/roundTrips.ts";

describe("the traffic of a request", () => {
  const own = { roundTrips: 2, statements: ["select 1", "insert  into a\n values (1)"] };
  const beside = { roundTrips: 3, statements: [...own.statements, "select of a background job"] };

  it("is what remains without background jobs", () => {
    assert.deepStrictEqual(leastTraffic([beside, own, beside]), own);
  });

  it("is written with one statement in each line", () => {
    const none = { roundTrips: 0, statements: [] };
    const text = statementsText("service", { par: none, authorize: none, exchange: none, refresh: own });
    assert.strictEqual(
      text.split("\n\n").at(-1),
      "service, refresh: 2 round trips, 2 statements\n  select 1\n  insert into a values (1)"
    );
  });
});
