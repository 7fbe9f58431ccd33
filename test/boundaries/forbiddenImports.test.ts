import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyProject, type ProjectCopy } from "./ProjectCopy.ts";
import { byBiome, byDependencyCruiser, byTypeScript, type Refusal } from "./refusals.ts";

interface Case {
  readonly name: string;
  readonly file: string;
  readonly source: string;
  /** What the imported file says, where it matters. */
  readonly neighbour?: string;
  /** What each check must say, and nothing else: `[]` where the rule is not its own. */
  readonly typescript: ReadonlyArray<string>;
  readonly dependencyCruiser: ReadonlyArray<string>;
  readonly biome: ReadonlyArray<string>;
}

/** Outside the folder of the project, and not among its files. */
const outside = ["TS6059", "TS6307"];
/** "Cannot find name": there are no types of Node here. */
const noNodeTypes = ["TS2591"];
const noIo = "The domain does no IO. Declare a port in src/domain and implement it in src/adapters.";
const arrows = "Arrows point to the domain. Move what is needed into src/domain, or declare a port there.";
const noTechnology = "A use case names no technology. Ask a port of src/domain and implement it in src/adapters.";
const noAdapter = "Use cases do not know adapters. Ask a port of src/domain; src/main.ts chooses the adapter.";

/** A file that imports a value and uses it, so that nothing but the import is wrong with it. */
const uses = (name: string, module: string): string =>
  `import { ${name} } from "${module}";\nexport const used = (): unknown => ${name};`;

const cases: ReadonlyArray<Case> = [
  {
    name: "the domain imports a use case",
    file: "src/domain/importsUseCase.ts",
    source: uses("target", "../application/target1.ts"),
    typescript: outside,
    dependencyCruiser: ["domain-is-pure"],
    biome: [arrows]
  },
  {
    name: "the domain imports the type of a use case",
    file: "src/domain/importsTypeOfUseCase.ts",
    source: 'import type { target } from "../application/target2.ts";\nexport type Target = typeof target;',
    typescript: outside,
    dependencyCruiser: ["domain-is-pure"],
    biome: [arrows]
  },
  {
    name: "the domain imports an adapter",
    file: "src/domain/importsAdapter.ts",
    source: uses("target", "../adapters/memory/target3.ts"),
    typescript: outside,
    dependencyCruiser: ["domain-is-pure"],
    biome: [arrows]
  },
  {
    name: "the domain reads files",
    file: "src/domain/readsFiles.ts",
    source: uses("readFile", "node:fs/promises"),
    typescript: noNodeTypes,
    dependencyCruiser: ["domain-is-pure"],
    biome: [noIo]
  },
  {
    name: "the domain reads files by a dynamic import",
    file: "src/domain/readsFilesLater.ts",
    source: 'export const files = (): Promise<unknown> => import("node:fs/promises");',
    typescript: noNodeTypes,
    dependencyCruiser: ["domain-is-pure"],
    biome: [noIo]
  },
  {
    name: "the domain reads the environment, which needs no import",
    file: "src/domain/readsEnvironment.ts",
    source: "export const home = (): unknown => process.env;",
    typescript: noNodeTypes,
    dependencyCruiser: [],
    biome: []
  },
  {
    name: "the domain imports a technology",
    file: "src/domain/importsJose.ts",
    source: uses("importJWK", "jose"),
    typescript: [],
    dependencyCruiser: ["domain-is-pure"],
    biome: [noIo]
  },
  {
    name: "the domain names a type of a technology inside an expression",
    file: "src/domain/namesTypeOfJose.ts",
    source: 'export type Key = import("jose").JWK;',
    typescript: [],
    dependencyCruiser: [],
    biome: ["Import the type at the top of the file, where the layers are checked."]
  },
  {
    name: "the domain imports all of effect",
    file: "src/domain/importsAllOfEffect.ts",
    source: uses("Effect", "effect"),
    typescript: [],
    dependencyCruiser: ["no-barrel-imports"],
    biome: ['Import the module itself: import * as Effect from "effect/Effect".']
  },
  {
    name: "a use case imports an adapter",
    file: "src/application/importsAdapter.ts",
    source: uses("target", "../adapters/memory/target4.ts"),
    typescript: outside,
    dependencyCruiser: ["application-sees-domain"],
    biome: [noAdapter]
  },
  {
    name: "a use case speaks SQL",
    file: "src/application/speaksSql.ts",
    source: uses("SqlClient", "@effect/sql/SqlClient"),
    typescript: [],
    dependencyCruiser: ["application-sees-domain"],
    biome: [noTechnology]
  },
  {
    name: "a use case imports a module of Node",
    file: "src/application/importsCrypto.ts",
    source: uses("randomBytes", "node:crypto"),
    typescript: noNodeTypes,
    dependencyCruiser: ["application-sees-domain"],
    biome: [noTechnology]
  },
  {
    name: "an adapter imports its sibling",
    file: "src/adapters/memory/importsSibling.ts",
    source: uses("target", "../postgres/target5.ts"),
    typescript: [],
    dependencyCruiser: ["sibling-adapters-never-meet"],
    biome: []
  },
  {
    name: "the OAuth server imports the settings",
    file: "src/adapters/http/oauth/importsSettings.ts",
    source: uses("target", "../settings/target5b.ts"),
    typescript: [],
    dependencyCruiser: ["http-subjects-never-meet"],
    biome: []
  },
  {
    name: "an adapter imports the composition root",
    file: "src/adapters/memory/importsMain.ts",
    source: uses("target", "../../target6.ts"),
    typescript: outside,
    dependencyCruiser: ["adapters-do-not-see-main"],
    biome: []
  },
  {
    name: "an adapter goes out by a way of its own",
    file: "src/adapters/pds/importsUndici.ts",
    source: uses("request", "undici"),
    typescript: [],
    dependencyCruiser: ["one-way-out"],
    biome: []
  },
  {
    name: "an adapter opens connections itself",
    file: "src/adapters/identity/importsHttps.ts",
    source: uses("request", "node:https"),
    typescript: [],
    dependencyCruiser: ["one-way-out"],
    biome: []
  },
  {
    name: "an adapter imports all of a library",
    file: "src/adapters/memory/importsAllOfPlatform.ts",
    source: uses("HttpRouter", "@effect/platform"),
    typescript: [],
    dependencyCruiser: ["no-barrel-imports"],
    biome: ["Import the module itself: @effect/platform/HttpRouter."]
  },
  {
    name: "an adapter imports what only tests have",
    file: "src/adapters/memory/importsFastCheck.ts",
    source: uses("assert", "fast-check"),
    typescript: [],
    dependencyCruiser: ["ships-with-its-packages"],
    biome: []
  },
  {
    name: "the SDK imports a package",
    file: "sdk/src/importsPackage.ts",
    source: uses("decodeJwt", "jose"),
    typescript: [],
    dependencyCruiser: ["sdk-stands-alone"],
    biome: ["The SDK has no dependency: it runs on what browsers and Node both offer."]
  },
  {
    name: "the SDK imports React outside of its entry for it",
    file: "sdk/src/importsReact.ts",
    source: uses("useState", "react"),
    typescript: [],
    dependencyCruiser: ["sdk-stands-alone"],
    biome: ["The SDK has no dependency: it runs on what browsers and Node both offer."]
  },
  {
    name: "the SDK imports its entry for React",
    file: "sdk/src/browser/importsHooks.ts",
    source: uses("target", "../react/target92.ts"),
    typescript: [],
    dependencyCruiser: ["sdk-is-there-without-react"],
    biome: []
  },
  {
    name: "the SDK's entry for React imports react-dom",
    file: "sdk/src/react/importsReactDom.ts",
    source: uses("createPortal", "react-dom"),
    typescript: [],
    dependencyCruiser: ["sdk-react-knows-react"],
    biome: ["The entry for React knows React, and nothing else: not even react-dom."]
  },
  {
    name: "the SDK imports a part of the service",
    file: "sdk/src/importsService.ts",
    source: uses("target", "../../src/domain/target90.ts"),
    typescript: outside,
    dependencyCruiser: ["sdk-stands-alone"],
    biome: []
  },
  {
    name: "the service imports the SDK",
    file: "src/adapters/memory/importsSdk.ts",
    source: uses("target", "../../../sdk/src/target91.ts"),
    typescript: outside,
    dependencyCruiser: ["service-does-not-see-sdk"],
    biome: []
  },
  {
    name: "the settings in a browser import an adapter",
    file: "ui/src/importsAdapter.ts",
    source: uses("target", "../../src/adapters/memory/target93.ts"),
    typescript: ["TS6307"],
    dependencyCruiser: ["ui-sees-pure-domain"],
    biome: []
  },
  {
    name: "the service imports the settings in a browser",
    file: "src/adapters/memory/importsUi.ts",
    source: uses("target", "../../../ui/src/target94.ts"),
    typescript: outside,
    dependencyCruiser: ["service-does-not-see-ui"],
    biome: []
  },
  {
    name: "two files import each other",
    file: "src/application/goesRound.ts",
    source: uses("target", "./turnsBack.ts"),
    neighbour: 'import { used } from "./goesRound.ts";\nexport const target = (): unknown => used;',
    typescript: [],
    dependencyCruiser: ["no-cycles"],
    biome: []
  }
];

/** Writes the file of a case and the one it imports, which is its own: TypeScript names only the first that imports a file. */
const write = async (copy: ProjectCopy, { file, neighbour, source }: Case): Promise<void> => {
  await copy.write(file, `${source}\n`);
  const module = /from "(\..*)"/.exec(source)?.[1];
  if (module) await copy.write(join(dirname(file), module), neighbour ?? "export const target = 1;\n");
};

const runAll = async (copy: ProjectCopy) => ({
  typescript: await byTypeScript(copy),
  dependencyCruiser: await byDependencyCruiser(copy),
  biome: await byBiome(copy)
});

describe("the layers", () => {
  let copy: ProjectCopy;
  let untouched: Awaited<ReturnType<typeof runAll>>;
  let refused: Awaited<ReturnType<typeof runAll>>;

  beforeAll(async () => {
    copy = await copyProject();
    untouched = await runAll(copy);
    for (const one of cases) await write(copy, one);
    refused = await runAll(copy);
  }, 120_000);

  afterAll(() => copy.remove());

  it("hold as they are", () => {
    expect(untouched).toEqual({ typescript: [], dependencyCruiser: [], biome: [] });
  });

  it.each(cases)("are kept when $name", ({ file, ...expected }) => {
    const reasons = (refusals: ReadonlyArray<Refusal>) =>
      [...new Set(refusals.filter((refusal) => refusal.file === file).map(({ reason }) => reason))].toSorted();
    expect(reasons(refused.typescript)).toEqual(expected.typescript);
    expect(reasons(refused.dependencyCruiser)).toEqual(expected.dependencyCruiser);
    expect(reasons(refused.biome)).toEqual(expected.biome);
  });
});
