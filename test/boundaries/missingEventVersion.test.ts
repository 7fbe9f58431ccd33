import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyProject, type ProjectCopy } from "./ProjectCopy.ts";

const events = "src/domain/authorization/AuthorizationEvent.ts";
const here = fileURLToPath(new URL("../..", import.meta.url));

/** The tables that name the events of authorizations one by one, and the one that the others take them from. */
const tables = [
  "audit/ActivityKind.ts",
  "event/compaction.ts",
  "projection/authorizations.ts",
  "projection/dueRepositories.ts",
  "projection/ignored.ts",
  "projection/lookups.ts",
  "projection/unredeemedCodes.ts"
];

let project: ProjectCopy;

beforeAll(async () => {
  project = await copyProject();
});

afterAll(() => project.remove());

it("does not compile while a stored projection lacks a new version of an event", async () => {
  const released = await readFile(`${here}/${events}`, "utf8");
  const added = released
    .replace(
      "export class TokensRefreshed ",
      `export class CodeExchangedV2 extends Schema.TaggedClass<CodeExchangedV2>()("CodeExchanged.v2", {
  ...CodeExchanged.fields
}) {}

export class TokensRefreshed `
    )
    .replace("  CodeExchanged,\n", "  CodeExchanged,\n  CodeExchangedV2,\n");
  expect(added).toContain("  CodeExchangedV2,\n");
  await project.write(events, added.replace("...CodeExchanged.fields", "authorizationId: Schema.String"));
  const { code, output } = await project.run("tsc", "-p", "src/domain", "--noEmit", "--pretty", "false");
  expect(code).not.toBe(0);
  const missing = output
    .split("\n")
    .filter((line) => line.includes("CodeExchanged.v2"))
    .flatMap((line) => /^src\/domain\/([^(]+)\(/.exec(line)?.[1] ?? []);
  expect([...new Set(missing)].toSorted()).toEqual(expect.arrayContaining(tables));
}, 120_000);
