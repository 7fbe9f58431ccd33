import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

const rows = readFileSync(`${root}docs/invariants.md`, "utf8")
  .split("\n")
  .flatMap((line) => {
    const [, id = "", text = "", proof = ""] = line.split("|").map((cell) => cell.trim());
    return /^[A-Z]+\d+$/.test(id) ? [{ id, text, proof }] : [];
  });

it("gives each invariant an identifier of its own", () => {
  const ids = rows.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(80);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

it("names tests that exist", () => {
  const named = rows.flatMap(({ id, proof }) =>
    [...proof.matchAll(/`(test\/[^` ]+)`/g)].map(([, path = ""]) => ({ id, path }))
  );
  const missing = named.filter(({ path }) => !existsSync(`${root}${path}`) && globSync(`${root}${path}*`).length === 0);
  expect(missing).toEqual([]);
});
