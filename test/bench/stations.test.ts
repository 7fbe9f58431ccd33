import { assert, describe, it } from "@effect/vitest";
import { type CpuProfile, functionTimes, stationTimes } from "../../bench/profile/stations.ts";

const node = (id: number, functionName: string, url: string, ...children: ReadonlyArray<number>) => ({
  id,
  callFrame: { functionName, url, lineNumber: 9 },
  children
});

const profile: CpuProfile = {
  startTime: 1_000,
  nodes: [
    node(1, "(root)", "", 2, 3, 8, 9),
    node(2, "(idle)", ""),
    node(3, "run", "file:///a/node_modules/effect/dist/esm/runtime.js", 4, 6),
    node(4, "query", "file:///a/node_modules/pg/lib/client.js", 5),
    node(5, "write", "node:net"),
    node(6, "issueToken", "file:///a/src/application/token/issueToken.ts", 7),
    node(7, "sign", "node:internal/crypto/sig"),
    node(8, "(garbage collector)", ""),
    node(9, "onread", "node:internal/stream_base_commons")
  ],
  samples: [2, 5, 4, 7, 6, 3, 8, 9, 2, 5],
  timeDeltas: [0, 100, 10, 20, 30, 40, 50, 60, 70, 80]
};

describe("the stations of a profile", () => {
  it("have the time of their own functions and of what they ask of Node.js", () => {
    assert.deepStrictEqual(stationTimes(profile, { from: 0, to: 1_320 }), [
      { name: "Node.js: HTTP, sockets, event loop", microseconds: 70 },
      { name: "garbage collection", microseconds: 60 },
      { name: "Effect", microseconds: 50 },
      { name: "application", microseconds: 40 },
      { name: "PostgreSQL client", microseconds: 30 },
      { name: "cryptography", microseconds: 30 }
    ]);
  });

  it("have the time of a span only", () => {
    assert.deepStrictEqual(stationTimes(profile, { from: 1_100, to: 1_130 }), [
      { name: "PostgreSQL client", microseconds: 30 }
    ]);
  });

  it("lists functions by place", () => {
    const [first] = functionTimes(profile, { from: 1_125, to: 1_135 });
    assert.deepStrictEqual(first, { name: "sign node:internal/crypto/sig:10", microseconds: 30 });
  });
});
