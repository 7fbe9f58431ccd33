import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyProject, type ProjectCopy } from "./ProjectCopy.ts";
import { byBiome, byDependencyCruiser, byTypeScript, type Refusal } from "./refusals.ts";

interface Case {
  readonly name: string;
  readonly file: string;
  readonly source: string;
  /** The source of the imported file, if it matters. */
  readonly neighbour?: string;
  /** What each check must report, and nothing else: `[]` if the check does not have the rule. */
  readonly typescript: ReadonlyArray<string>;
  readonly dependencyCruiser: ReadonlyArray<string>;
  readonly biome: ReadonlyArray<string>;
}

/** The file is outside the folder of the project, and not among its files. */
const outside = ["TS6059", "TS6307"];
/** "Cannot find name": this project has no types of Node.js. */
const noNodeTypes = ["TS2591"];
const noIo = "The domain does no IO. Declare a port in src/domain and implement it in src/adapters.";
const direction = "Dependencies point to the domain. Move what is needed into src/domain, or declare a port there.";
const noTechnology = "A use case names no technology. Call a port of src/domain, and implement it in src/adapters.";
const noAdapter = "Use cases import no adapters. Call a port of src/domain; src/main.ts chooses the adapter.";

const onlyMainComposes = "Only main composes. Let it pass what the adapter needs, or declare a port in src/domain.";

/** The source of a file that imports a value and uses it, so that only the import is wrong. */
const uses = (name: string, module: string): string =>
  `import { ${name} } from "${module}";\nexport const used = (): unknown => ${name};`;

const cases: ReadonlyArray<Case> = [
  {
    name: "the domain imports a use case",
    file: "src/domain/importsUseCase.ts",
    source: uses("target", "../application/target1.ts"),
    typescript: outside,
    dependencyCruiser: ["domain-is-pure"],
    biome: [direction]
  },
  {
    name: "the domain imports the type of a use case",
    file: "src/domain/importsTypeOfUseCase.ts",
    source: 'import type { target } from "../application/target2.ts";\nexport type Target = typeof target;',
    typescript: outside,
    dependencyCruiser: ["domain-is-pure"],
    biome: [direction]
  },
  {
    name: "the domain imports an adapter",
    file: "src/domain/importsAdapter.ts",
    source: uses("target", "../adapters/memory/target3.ts"),
    typescript: outside,
    dependencyCruiser: ["domain-is-pure"],
    biome: [direction]
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
    name: "the domain imports the complete effect package",
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
    name: "a use case uses SQL",
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
    name: "an adapter imports a file of src/main",
    file: "src/adapters/memory/importsFolderOfMain.ts",
    source: uses("target", "../../main/serve/target6a.ts"),
    typescript: outside,
    dependencyCruiser: ["adapters-do-not-see-main"],
    biome: [onlyMainComposes]
  },
  {
    name: "a use case imports a file of src/main",
    file: "src/application/importsMain.ts",
    source: uses("target", "../main/serve/target6b.ts"),
    typescript: outside,
    dependencyCruiser: ["application-sees-domain"],
    biome: [noAdapter]
  },
  {
    name: "the domain imports a file of src/main",
    file: "src/domain/importsMain.ts",
    source: uses("target", "../main/serve/target6c.ts"),
    typescript: outside,
    dependencyCruiser: ["domain-is-pure"],
    biome: [direction]
  },
  {
    name: "an adapter sends requests with an HTTP client of its own",
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
    name: "an adapter imports a complete library",
    file: "src/adapters/memory/importsAllOfPlatform.ts",
    source: uses("HttpRouter", "@effect/platform"),
    typescript: [],
    dependencyCruiser: ["no-barrel-imports"],
    biome: ["Import the module itself: @effect/platform/HttpRouter."]
  },
  {
    name: "an adapter imports a package that only tests have",
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
    biome: ["The SDK has no dependencies: it uses only what both browsers and Node.js provide."]
  },
  {
    name: "the SDK imports React outside of its entry for it",
    file: "sdk/src/importsReact.ts",
    source: uses("useState", "react"),
    typescript: [],
    dependencyCruiser: ["sdk-stands-alone"],
    biome: ["The SDK has no dependencies: it uses only what both browsers and Node.js provide."]
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
    biome: ["The entry for React may import React and nothing else, not even react-dom."]
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

/** Writes the file of a case and the file that it imports. Each case has its own: TypeScript reports only the first file that imports another. */
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

  it("accept the sources as they are", () => {
    expect(untouched).toEqual({ typescript: [], dependencyCruiser: [], biome: [] });
  });

  it.each(cases)("refuse it if $name", ({ file, ...expected }) => {
    const reasons = (refusals: ReadonlyArray<Refusal>) =>
      [...new Set(refusals.filter((refusal) => refusal.file === file).map(({ reason }) => reason))].toSorted();
    expect(reasons(refused.typescript)).toEqual(expected.typescript);
    expect(reasons(refused.dependencyCruiser)).toEqual(expected.dependencyCruiser);
    expect(reasons(refused.biome)).toEqual(expected.biome);
  });
});
