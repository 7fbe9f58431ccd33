import * as fc from "fast-check";
import { expect, it } from "vitest";
import { capacityFor } from "../../../scripts/growth/capacity.ts";

it("more accounts never need less", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 0, max: 1e9 }), (accounts, more) => {
      const [before, after] = [capacityFor(accounts), capacityFor(accounts + more)];
      expect(after.serviceMachines).toBeGreaterThanOrEqual(before.serviceMachines);
      expect(after.databaseMachines).toBeGreaterThanOrEqual(before.databaseMachines);
      expect(after.eurosPerMonth).toBeGreaterThanOrEqual(before.eurosPerMonth);
    })
  );
});

it("an instance has a second machine for the service and for the database", () => {
  expect(capacityFor(1)).toMatchObject({ serviceMachines: 2, databaseMachines: 2, fitsOneLog: true });
});
