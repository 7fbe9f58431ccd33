import { assert, it } from "@effect/vitest";
import { RunSteps } from "./RunSteps.ts";

const never = new Promise<never>(() => undefined);

it("A step that never ends is given up, with what it is at that moment", async () => {
  const said: Array<string> = [];
  const steps = new RunSteps((line) => said.push(line));
  let doing = "logs in";
  const waiting = steps.attempt(
    () => `person0 finishes (${doing})`,
    0.02,
    () => never
  );
  assert.deepEqual(steps.waitingFor(0), ["person0 finishes (logs in) (0 of 0.02 s)"]);
  doing = "writes";
  assert.isNull(await waiting);
  assert.deepEqual(steps.problems, ["Gave up after 0.02 s: person0 finishes (writes)"]);
  assert.deepEqual(said, steps.problems);
  assert.deepEqual(steps.waitingFor(0), []);
});

it("A step that fails is named, and the run goes on", async () => {
  const steps = new RunSteps(() => undefined);
  assert.isNull(await steps.attempt("the standby follows", 5, () => Promise.reject(new Error("no disk"))));
  assert.equal(await steps.attempt("the PDS starts", 5, async () => "started"), "started");
  assert.deepEqual(steps.problems, ["Failed: the standby follows: no disk"]);
});

it("A condition that does not become true, or whose check never returns, is given up", async () => {
  const steps = new RunSteps(() => undefined);
  await steps.until("every write has an outcome", 0.02, async () => false);
  await steps.until("every node is ready", 0.02, () => never);
  await steps.until("subscriptions have every change", 5, async () => true);
  assert.deepEqual(steps.problems, [
    "Gave up after 0.02 s: every write has an outcome",
    "Gave up after 0.02 s: every node is ready"
  ]);
});

it("A step without which the run cannot go on ends the run", async () => {
  const steps = new RunSteps(() => undefined);
  const error = await steps.require("node 1 starts", 0.02, () => never).catch((cause: unknown) => cause);
  assert.include(String(error), "Gave up after 0.02 s: node 1 starts");
});
