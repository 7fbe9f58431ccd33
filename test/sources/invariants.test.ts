import { globSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

const rows = readFileSync(`${root}docs/invariants.md`, "utf8")
  .split("\n")
  .flatMap((line) => {
    const [, id = "", text = "", proof = ""] = line.split("|").map((cell) => cell.trim());
    return /^[A-Z]+\d+$/.test(id) ? [{ id, text, proof }] : [];
  });

const filesAt = (path: string): ReadonlyArray<string> => {
  const isFolder = statSync(`${root}${path}`, { throwIfNoEntry: false })?.isDirectory() === true;
  return globSync(isFolder ? `${path}/**/*.{ts,tsx}` : path, { cwd: root });
};

/** What a proof names, in order: paths in backquotes, each with the titles in quotes that follow it. */
const namedIn = (proof: string) =>
  [...proof.matchAll(/`(test\/[^` ]+)`([^`]*)/g)].map(([, path = "", rest = ""]) => ({
    path,
    titles: [...rest.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title)
  }));

it("numbers the invariants of each group from 1, in order", () => {
  expect(rows.length).toBeGreaterThan(110);
  const groups = Map.groupBy(rows, ({ id }) => id.replace(/\d+$/, ""));
  const expected = [...groups].flatMap(([prefix, own]) => own.map((_, at) => `${prefix}${at + 1}`));
  expect(rows.map(({ id }) => id)).toEqual(expected);
});

it("proves each by tests that exist", () => {
  const unproven = rows.filter(({ proof }) => namedIn(proof).length === 0);
  const missing = rows.flatMap(({ id, proof }) =>
    namedIn(proof)
      .filter(({ path }) => filesAt(path).length === 0)
      .map(({ path }) => ({ id, path }))
  );
  expect({ unproven, missing }).toEqual({ unproven: [], missing: [] });
});

it("quotes titles that exist", () => {
  const missing = rows.flatMap(({ id, proof }) =>
    namedIn(proof).flatMap(({ path, titles }) => {
      const texts = filesAt(path).map((file) => readFileSync(`${root}${file}`, "utf8"));
      return titles
        .filter((title) => !texts.some((text) => text.includes(title)))
        .map((title) => ({ id, path, title }));
    })
  );
  expect(missing).toEqual([]);
});
