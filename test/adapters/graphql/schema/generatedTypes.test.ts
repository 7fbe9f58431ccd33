import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { assert, describe, it } from "@effect/vitest";
import { codegen } from "@graphql-codegen/core";
import * as typedDocuments from "@graphql-codegen/typed-document-node";
import * as operations from "@graphql-codegen/typescript-operations";
import { buildSchema, parse, validate } from "graphql";
import { buildApiSchema } from "../../../../src/adapters/graphql/schema/buildApiSchema.ts";
import { printApiSchema } from "../../../../src/adapters/graphql/schema/printApiSchema.ts";
import { completeLexicons } from "../../../../src/domain/lexicon/import/completeLexicons.ts";
import { isUnreadable } from "../../../../src/domain/lexicon/import/UnreadableFile.ts";
import { lexiconsOf } from "../../../domain/lexicon/lexiconsOf.ts";
import { networkLexicons } from "../../../domain/lexicon/networkLexicons.ts";
import { publishedDocuments } from "../../../domain/lexicon/publishedDocuments.ts";
import { collectionDocuments } from "./collectionDocuments.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../../..");
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
const flags = "--noEmit --strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --verbatimModuleSyntax";
const target = "--ignoreConfig --skipLibCheck --target es2022 --module esnext --moduleResolution bundler";

/** A folder that Git ignores, from which the packages of the project resolve. */
const builtFiles = async (): Promise<string> => {
  const folder = join(root, ".tsbuild");
  await mkdir(folder, { recursive: true });
  return folder;
};

/** The `scalars` that the documentation gives for GraphQL Code Generator. */
const documentedScalars = async (): Promise<Record<string, string>> => {
  const text = await readFile(join(root, "docs/apps.md"), "utf8");
  const entries = /scalars: \{ ([^}]*) \}/.exec(text)?.[1]?.matchAll(/(\w+): "(\w+)"/g) ?? [];
  return Object.fromEntries([...entries].map(([, name = "", type = ""]) => [name, type]));
};

const files = Object.values(networkLexicons)
  .flat()
  .map((document) => ({ file: `${document.id}.json`, document }));
const lexicons = completeLexicons(files, publishedDocuments).flatMap((file) => (isUnreadable(file) ? [] : [file]));

describe("GraphQL Code Generator over the Lexicons that apps publish", () => {
  it("generates types that compile in strict mode, with the documented scalars", { timeout: 60_000 }, async () => {
    const sdl = printApiSchema(buildApiSchema(lexiconsOf(lexicons)).schema);
    const schema = buildSchema(sdl);
    const texts = collectionDocuments(schema).flatMap(({ page, groups, writes }) => [page, groups, ...writes]);
    const document = parse(texts.join("\n"));
    assert.deepStrictEqual(validate(schema, document), []);
    const scalars = await documentedScalars();
    assert.hasAllKeys(
      scalars,
      [...sdl.matchAll(/^scalar (\w+)/gm)].map(([, name = ""]) => name)
    );
    const config = { documentMode: "string", useTypeImports: true, scalars };
    const text = await codegen({
      filename: "documents.ts",
      schema: parse(sdl),
      documents: [{ location: "documents.graphql", document }],
      config,
      pluginMap: { operations, typedDocuments },
      plugins: [{ operations: config }, { typedDocuments: config }]
    });
    const folder = await mkdtemp(join(await builtFiles(), "generated-types-"));
    try {
      const file = join(folder, "documents.ts");
      await writeFile(file, text);
      const compiled = run(process.execPath, [tsc, ...`${flags} ${target}`.split(" "), file]);
      const complaints = await compiled.then(
        () => "",
        (error: unknown) => String(Object(error).stdout).slice(0, 2_000)
      );
      assert.strictEqual(complaints, "");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
