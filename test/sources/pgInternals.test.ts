import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Client, Pool } from "pg";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = "src/adapters/postgres/reads/";
const internals = `${folder}pgInternals.ts`;
const read = (path: string): string => readFileSync(`${root}${path}`, "utf8");
const sources = globSync("src/**/*.ts", { cwd: root });

const matching = (pattern: RegExp): ReadonlyArray<string> => sources.filter((path) => pattern.test(read(path))).sort();

/** The fields that `pgInternals.ts` adds to the types of `pg`. */
const declared = [...read(internals).matchAll(/^ {4}readonly (\w+)\??:/gm)].map(([, name = ""]) => name);

const client = new Client();
const underscored = [client, client.connection, new Pool()]
  .flatMap((each) => Object.keys(each))
  .filter((name) => name.startsWith("_") && !(name in EventTarget.prototype));

describe("the private fields of pg", () => {
  it("exist", () => {
    const fields = Object.assign({}, client, client.connection);
    expect(declared).toEqual(["processID", "readyForQuery", "parsedStatements"]);
    expect(declared.filter((name) => name !== "readyForQuery" && !(name in fields))).toEqual([]);
    expect(underscored).toContain("_queryQueue");
  });

  it("are declared and used in one file", () => {
    expect(matching(/declare module "pg/)).toEqual([internals]);
    expect(matching(new RegExp(`\\b(?:${[...declared, ...underscored].join("|")})\\b`))).toEqual([internals]);
  });

  it("are not reached by its inner modules", () => {
    expect(matching(/from "pg\/|require\("pg|from "pg-protocol/)).toEqual([]);
  });

  it("and what its types say of the wire, are used in one folder", () => {
    const wire = matching(/import (?:type )?\{[^}]*\b(?:Connection|Submittable)\b[^}]*\} from "pg"/);
    expect(wire.filter((path) => !path.startsWith(folder))).toEqual([]);
    expect(wire.length).toBeGreaterThan(0);
  });
});
