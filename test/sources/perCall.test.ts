import { expect, it } from "vitest";
import { eachSource, inText } from "./parsed.ts";
import { type MadePerCall, madePerCall } from "./perCall.ts";

/** Folders of what runs when a process starts, or once for a command. */
const foldersOfOnce = [
  /^src\/(main\/.*|[^/]+)$/,
  /^src\/adapters\/cli\//,
  /^src\/adapters\/filesystem\//,
  /^src\/adapters\/postgres\/embedded\//
];

/** Functions elsewhere that are called once, or as good as, by file and name. */
const once: Readonly<Record<string, string>> = {
  "src/adapters/graphql/GraphqlApiLexicons.ts makeApi": "makes the API of a process",
  "src/adapters/graphql/plan/makePlanner.ts makePlanner": "makes what plans for a set of Lexicons",
  "src/adapters/http/limits/limitAddresses.ts limitAddresses": "wraps the routes of a process",
  "src/adapters/http/server/HttpServerNode.ts start": "starts the server",
  "src/adapters/identity/LookupCache.ts makeLookupCache": "makes what is remembered in a process",
  "src/adapters/jose/parseSigningKeys.ts parseJwk": "reads the configuration",
  "src/adapters/jose/parseSigningKeys.ts parseMultibase": "reads the configuration",
  "src/adapters/postgres/connection/PostgresClient.ts openPool": "opens the connections of a process",
  "src/adapters/postgres/reads/RowReader.ts makeRowReader": "makes a reader over them",
  "src/adapters/postgres/connection/listen.ts listen": "opens a connection that stays",
  "src/adapters/postgres/record/RecordIndexPostgres.ts make": "makes the index of a process",
  "src/adapters/postgres/record/storedRecords.ts storedRecords": "makes what reads records for the index of a process"
};

const instead = {
  generator:
    "is made anew for each call, and V8 keeps it with the whole request until the next full garbage collection: write `Effect.fnUntraced(function* (…) {…})`, or `Effect.gen(() => steps(…))` with a `function* steps` of the module",
  accessor: "is in an object literal, of which V8 then gives every object a shape of its own: write a class"
};

const sentence = (path: string, { inFunction, kind, line }: MadePerCall) => {
  const what = kind === "generator" ? `the generator in ${inFunction}` : "the getter or setter";
  return `${path}:${line}: ${what} ${instead[kind]}.`;
};

const found = eachSource((path, file) =>
  madePerCall(file).map((made) => ({ path, made, by: `${path} ${made.inFunction}` }))
);

it("makes nothing for each request that could be there once", () => {
  const faults = found.filter(
    ({ by, made, path }) =>
      made.kind === "accessor" || (!Object.hasOwn(once, by) && !foldersOfOnce.some((folder) => folder.test(path)))
  );
  expect(faults.map(({ made, path }) => sentence(path, made))).toEqual([]);
});

it("excepts no function that needs no exception", () => {
  const needed = new Set(found.map(({ by }) => by));
  expect(Object.keys(once).filter((by) => !needed.has(by))).toEqual([]);
  expect(foldersOfOnce.filter((folder) => !found.some(({ path }) => folder.test(path)))).toEqual([]);
});

const texts: ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> = [
  ["a generator in a function of a request", "const f = (a) => Effect.gen(function* () { a; });", ["generator f"]],
  [
    "one for each element",
    "const f = Effect.gen(function* () { all((a) => gen(function* () {})); });",
    ["generator f"]
  ],
  ["one in another", "const f = fnUntraced(function* (a) { yield* gen(function* () {}); });", ["generator f"]],
  ["one in a method of what is made once", "const make = () => ({ f: (a) => gen(function* () {}) });", ["generator f"]],
  ["a method that is one", "const f = (a) => ({ *[Symbol.iterator]() {} });", ["generator f"]],
  ["a declared one", "const f = (a) => { function* steps() {} return gen(steps); };", ["generator f"]],
  ["one that is async", "const f = (a) => ({ b: async function* () {} });", ["generator f"]],
  ["a getter of a literal", "const f = (a) => ({ get b() { return a; } });", ["accessor "]],
  ["a setter of a literal", "const f = { set b(a) {} };", ["accessor "]],
  ["a function that is made once", "const f = Effect.fnUntraced(function* (a) { a; });", []],
  ["steps of the module", "function* steps(a) {} const f = (a) => Effect.gen(() => steps(a));", []],
  [
    "what is made once without being told anything",
    "const make = Effect.gen(function* () { return { f: fnUntraced(function* (a) {}) }; });",
    []
  ],
  ["a layer", "const layer = (options) => Layer.effect(Port, Effect.gen(function* () { options; }));", []],
  [
    "a function of a request in a layer",
    "const layer = (options) => Layer.effect(Port, { f: (a) => gen(function* () {}) });",
    ["generator f"]
  ],
  ["a getter of a class", "class A { get b() { return 1; } }", []]
];

it.each(texts)("sees %s as what it is", (_name, text, expected) => {
  const seen = inText(text, (_path, file) => madePerCall(file).map(({ inFunction, kind }) => `${kind} ${inFunction}`));
  expect(seen).toEqual(expected);
});
