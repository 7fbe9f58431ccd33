import { fileURLToPath } from "node:url";
import { assert, beforeAll, describe, it } from "@effect/vitest";
import { buildSchema, type DocumentNode, type GraphQLSchema, Kind, parse, validate } from "graphql";
import { startTestService } from "../../sdk/testing/startTestService.ts";
import { adminSdl } from "../../src/adapters/graphql/admin/adminApi.ts";
import { isJsonObject } from "../../src/domain/json/isJsonObject.ts";
import { publishedDocuments } from "../domain/lexicon/publishedDocuments.ts";
import { readLexiconFolder } from "../domain/lexicon/readLexiconFolder.ts";
import { type CodeBlock, codeBlocks, placeOf } from "./CodeBlock.ts";
import { environmentFaults, shellFaults } from "./shellFaults.ts";
import { typeFaults } from "./typeFaults.ts";

/** Every language has a check below, except for output (`text`) and figures (`mermaid`). */
const languages = ["sh", "env", "graphql", "json", "ts", "tsx", "js", "html", "sql", "text", "mermaid"];

const blocks = await codeBlocks();
const checked = (...wanted: ReadonlyArray<string>): ReadonlyArray<CodeBlock> =>
  blocks.filter(({ language, notChecked }) => notChecked === null && wanted.includes(language));

const faultsOf = (given: ReadonlyArray<CodeBlock>, check: (block: CodeBlock) => ReadonlyArray<string>) =>
  given.flatMap((block) => check(block).map((fault) => `${placeOf(block)}: ${fault}`));

/** Of the Lexicons that Bluesky publishes, those that examples use. */
const blueskyIds = ["app.bsky.feed.post", "app.bsky.feed.like", "app.bsky.graph.follow"];

const schemaOf = async (lexicons: ReadonlyArray<object>): Promise<GraphQLSchema> => {
  const tidemark = await startTestService({ lexicons });
  const text = await (await fetch(`${tidemark.url}/schema.graphql`)).text();
  await tidemark.stop();
  return buildSchema(text);
};

/** Each operation of a block as a document of its own, with the fragments of the block. */
const operationsOf = (code: string): ReadonlyArray<DocumentNode> => {
  const { definitions } = parse(code);
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  return definitions
    .filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    .map((operation) => ({ kind: Kind.DOCUMENT, definitions: [operation, ...fragments] }));
};

describe("the code blocks of the documentation", () => {
  it("name a language that is checked", () => {
    assert.isAbove(blocks.length, 20);
    const unknown = blocks.filter(({ language }) => !languages.includes(language)).map(placeOf);
    assert.deepStrictEqual(unknown, []);
  });

  it("say why, where they are not checked", () => {
    for (const { notChecked } of blocks) if (notChecked !== null) assert.match(notChecked, /^.{20,}/s);
  });

  it("contain commands, options, scripts and paths that exist", () => {
    assert.deepStrictEqual(
      faultsOf(checked("sh"), ({ code }) => shellFaults(code)),
      []
    );
  });

  it("set variables that exist", () => {
    assert.deepStrictEqual(
      faultsOf(checked("env"), ({ code }) => environmentFaults(code)),
      []
    );
  });

  it("contain JSON, or lines of JSON", () => {
    const isJson = (text: string): boolean => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const faults = faultsOf(checked("json"), ({ code }) =>
      isJson(code) || code.trim().split("\n").every(isJson) ? [] : ["not JSON"]
    );
    assert.deepStrictEqual(faults, []);
  });

  it("compile with the types of the SDK", async () => {
    assert.deepStrictEqual(await typeFaults(checked("ts", "tsx", "js", "html")), []);
  }, 60_000);

  describe("in GraphQL", () => {
    let api: GraphQLSchema;
    const admin = buildSchema(adminSdl);
    let bluesky: GraphQLSchema;
    beforeAll(async () => {
      const shipped = readLexiconFolder(fileURLToPath(new URL("../../lexicons", import.meta.url)))
        .map(({ document }) => document)
        .filter(isJsonObject);
      api = await schemaOf(shipped);
      bluesky = await schemaOf([...shipped, ...publishedDocuments.filter(({ id }) => blueskyIds.includes(String(id)))]);
    });

    it("are valid for the shipped Lexicons, or for the admin API", () => {
      const faults = faultsOf(checked("graphql"), ({ attributes, code }) => {
        const schema = attributes.has("admin") ? admin : attributes.get("lexicons") === "bluesky" ? bluesky : api;
        return operationsOf(code).flatMap((document) => validate(schema, document).map(({ message }) => message));
      });
      assert.deepStrictEqual(faults, []);
    });
  });
});
