import { assert, it } from "@effect/vitest";
import { drawFaults } from "./drawFaults.ts";
import { type FaultTag, type Lane, laneNames, lanes } from "./Fault.ts";

const options = { seed: 7, nodes: 3, longest: 10, without: new Set<FaultTag>() };

const draw = (lane: Lane, count: number, given = options) => {
  const faults = drawFaults(lane, given);
  return Array.from({ length: count }, () => faults.next().value);
};

it.each(laneNames)("The same seed draws the same faults of the lane %s, and another seed others", (lane) => {
  assert.deepEqual(draw(lane, 20), draw(lane, 20));
  assert.notDeepEqual(draw(lane, 20), draw(lane, 20, { ...options, seed: 8 }));
});

it.each(laneNames)("Each kind of fault of the lane %s happens once before one happens again", (lane) => {
  const kinds = lanes[lane].length;
  const drawn = draw(lane, 3 * kinds).map((each) => each?.fault._tag);
  for (let round = 0; round < 3; round += 1)
    assert.sameMembers(drawn.slice(round * kinds, (round + 1) * kinds), [...lanes[lane]]);
});

it("The last node is never ended, and a fault that is left out is never drawn", () => {
  const drawn = draw("nodes", 100, { ...options, without: new Set<FaultTag>(["PauseNode"]) });
  for (const each of drawn) {
    assert.notStrictEqual(each?.fault._tag, "PauseNode");
    if (each?.fault._tag === "KillNode" || each?.fault._tag === "StopNode") assert.isBelow(each.fault.node, 2);
  }
});
