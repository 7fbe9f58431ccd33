/** A profile as V8 writes it (`--cpu-prof`): a tree of calls, and the leaf of each sample. Times are in microseconds. */
export interface CpuProfile {
  readonly startTime: number;
  readonly nodes: ReadonlyArray<ProfileNode>;
  readonly samples: ReadonlyArray<number>;
  readonly timeDeltas: ReadonlyArray<number>;
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
  };
  readonly children?: ReadonlyArray<number>;
}

/** A part of the program, and its processor time. */
export interface Share {
  readonly name: string;
  readonly microseconds: number;
}

/** The time that is looked at, on the monotonic clock of the machine. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The packages that are stations of their own, by a part of their path. */
const packages: ReadonlyArray<readonly [path: string, station: string]> = [
  ["/node_modules/effect/", "Effect"],
  ["/node_modules/@effect/sql", "Effect SQL"],
  ["/node_modules/@effect/", "Effect"],
  ["/node_modules/pg", "PostgreSQL client"],
  ["/node_modules/graphql/", "graphql-js"],
  ["/node_modules/jose/", "JOSE"]
];

const ownFolder = /\/src\/(domain|application|adapters\/[^/]+|main)\//;

const packageOf = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** The station of one function; null for functions of Node.js and V8, which work for whoever calls them. */
const stationOf = ({ callFrame: { functionName, url } }: ProfileNode): string | null => {
  if (functionName === "(garbage collector)") return "garbage collection";
  if (url.startsWith("node:internal/crypto") || url.startsWith("node:crypto")) return "cryptography";
  const known = packages.find(([path]) => url.includes(path))?.[1];
  return known ?? packageOf.exec(url)?.[1] ?? ownFolder.exec(url)?.[1] ?? null;
};

const nodeItself = "Node.js: HTTP, sockets, event loop";

/** The station of each call: its own, or that of the nearest caller that has one. */
const stationsOf = ({ nodes }: CpuProfile): ReadonlyMap<number, string> => {
  const parents = new Map(nodes.flatMap(({ children = [], id }) => children.map((child) => [child, id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const stations = new Map<number, string>();
  for (const node of nodes) {
    let at: ProfileNode | undefined = node;
    let station: string | null = null;
    while (at !== undefined && station === null) {
      station = stationOf(at);
      at = byId.get(parents.get(at.id) ?? -1);
    }
    stations.set(node.id, node.callFrame.functionName === "(idle)" ? "idle" : (station ?? nodeItself));
  }
  return stations;
};

/** Samples are a millisecond apart. Where they are further apart than this, the process was waiting for a processor. */
const longestSample = 2_000;

/** The time of each call itself, without its callees, within a span. */
const ownTimes = ({ samples, startTime, timeDeltas }: CpuProfile, { from, to }: Span): ReadonlyMap<number, number> => {
  const times = new Map<number, number>();
  let now = startTime;
  for (const [at, node] of samples.entries()) {
    const delta = Math.min(timeDeltas[at + 1] ?? 0, longestSample);
    now += timeDeltas[at] ?? 0;
    if (now >= from && now < to) times.set(node, (times.get(node) ?? 0) + delta);
  }
  return times;
};

const added = (shares: Iterable<readonly [string, number]>): ReadonlyArray<Share> => {
  const sums = new Map<string, number>();
  for (const [name, microseconds] of shares) sums.set(name, (sums.get(name) ?? 0) + microseconds);
  return Array.from(sums, ([name, microseconds]) => ({ name, microseconds })).toSorted(
    (a, b) => b.microseconds - a.microseconds
  );
};

/** Returns shares in proportion to a time that was measured more exactly, such as all processor time of the process. */
export const scaledTo = (shares: ReadonlyArray<Share>, microseconds: number): ReadonlyArray<Share> => {
  const sum = shares.reduce((total, share) => total + share.microseconds, 0);
  return shares.map((share) => ({ ...share, microseconds: (share.microseconds / sum) * microseconds }));
};

/** Returns the processor time of each station within a span, the longest first. */
export const stationTimes = (profile: CpuProfile, span: Span): ReadonlyArray<Share> => {
  const stations = stationsOf(profile);
  const times = Array.from(ownTimes(profile, span), ([id, time]) => [stations.get(id) ?? nodeItself, time] as const);
  return added(times).filter(({ name }) => name !== "idle");
};

/** Returns the processor time of each function itself within a span, the longest first. */
export const functionTimes = (profile: CpuProfile, span: Span): ReadonlyArray<Share> => {
  const names = new Map(
    profile.nodes.map(({ callFrame: { functionName, lineNumber, url }, id }) => {
      const place = url.replace(/^file:\/\//, "").replace(/^.*\/(?=src\/|node_modules\/|bench\/)/, "");
      return [id, place === "" ? functionName : `${functionName || "(anonymous)"} ${place}:${lineNumber + 1}`];
    })
  );
  const times = Array.from(ownTimes(profile, span), ([id, time]) => [names.get(id) ?? "", time] as const);
  return added(times).filter(({ name }) => name !== "(idle)");
};
