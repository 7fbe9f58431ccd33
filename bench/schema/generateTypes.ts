import { readFileSync } from "node:fs";
import { codegen } from "@graphql-codegen/core";
import * as typedDocuments from "@graphql-codegen/typed-document-node";
import * as operations from "@graphql-codegen/typescript-operations";
import { parse } from "graphql";

/** Generates the types of one document for the schema in a file with GraphQL Code Generator, and prints the time. */
const [file = "", document = ""] = process.argv.slice(2);
const from = performance.now();
const config = { documentMode: "string", scalars: { DateTime: "string", SafeInt: "number", JSON: "unknown" } };
await codegen({
  filename: "documents.ts",
  schema: parse(readFileSync(file, "utf8")),
  documents: [{ location: "document.graphql", document: parse(document) }],
  config,
  pluginMap: { operations, typedDocuments },
  plugins: [{ operations: config }, { typedDocuments: config }]
});
const seconds = (performance.now() - from) / 1_000;
console.log(JSON.stringify({ seconds, megabytes: process.resourceUsage().maxRSS / 1_000 }));
