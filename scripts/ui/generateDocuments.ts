import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { codegen } from "@graphql-codegen/core";
import * as typedDocuments from "@graphql-codegen/typed-document-node";
import * as operations from "@graphql-codegen/typescript-operations";
import { buildSchema, parse, valueFromASTUntyped } from "graphql";

const sources = fileURLToPath(new URL("../../ui/src/", import.meta.url));

/** Where the typed documents are kept. */
export const generatedFile = join(sources, "api/documents.ts");

const documentsOf = async () => {
  const entries = await readdir(sources, { recursive: true });
  const paths = entries.filter((entry) => entry.endsWith(".graphql")).sort();
  return Promise.all(
    paths.map(async (path) => ({
      location: path,
      document: parse(await readFile(join(sources, path), "utf8"), { noLocation: true })
    }))
  );
};

/** The role that each mutation needs, from `@requires` in the schema. */
const rolesOf = (schema: string): string => {
  const fields = Object.values(buildSchema(schema).getMutationType()?.getFields() ?? {});
  const lines = fields.flatMap(({ astNode, name }) => {
    const role = astNode?.directives?.find((directive) => directive.name.value === "requires")?.arguments?.[0]?.value;
    return role === undefined ? [] : [`  ${name}: "${String(valueFromASTUntyped(role))}"`];
  });
  return `/** The role that each mutation needs. */\nexport const mutationRoles = {\n${lines.join(",\n")}\n} as const;\n`;
};

const note =
  "// Written by npm run ui from the schema of the admin API and the .graphql files beside the components.\n";

/** The documents of the settings as typed strings, checked against a schema (GraphQL Code Generator). */
export const generateDocuments = async (schema: string): Promise<string> => {
  const config = {
    documentMode: "string",
    enumType: "string-literal",
    enumsAsTypes: true,
    useTypeImports: true,
    immutableTypes: true,
    skipTypename: true,
    dedupeFragments: true,
    defaultScalarType: "unknown",
    scalars: { DateTime: "string" }
  };
  const text = await codegen({
    filename: generatedFile,
    schema: parse(schema),
    documents: await documentsOf(),
    config,
    pluginMap: { operations, typedDocuments },
    plugins: [{ operations: config }, { typedDocuments: config }]
  });
  return `${note}${text.replaceAll("Record<string, any>", "Record<string, unknown>").trimEnd()}\n\n${rolesOf(schema)}`;
};
