import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { conformancePage } from "../../scripts/conformance/conformancePage.ts";
import { readOptions } from "../../scripts/conformance/Options.ts";
import { outcomeTable } from "../../scripts/conformance/outcomeTable.ts";
import { allChecks } from "../conformance/oauth/allChecks.ts";
import { exceptions } from "../conformance/oauth/exceptions.ts";
import type { Outcome } from "../conformance/oauth/runChecks.ts";

const rowsOf = (page: string): ReadonlyArray<string> =>
  Array.from(
    page.matchAll(/^\| ([A-Z]{2}-\d\d) \| (.*?) \| [^|]*(?:\\\|[^|]*)* \|$/gm),
    ([, id, title]) => `${id} ${title}`
  );

const outcomes: ReadonlyArray<Outcome> = allChecks.map(({ id, title }) => ({
  id,
  title,
  pass: true,
  status: "passed",
  error: null,
  milliseconds: 1
}));

describe("docs/conformance.md", () => {
  it("lists the checks that there are, as the command writes them", async () => {
    const page = await readFile(new URL("../../docs/conformance.md", import.meta.url), "utf8");
    expect(rowsOf(page)).toEqual(rowsOf(conformancePage(outcomes)));
    expect(rowsOf(page).length).toBe(allChecks.length);
  });

  it("says of every exception why", async () => {
    const page = await readFile(new URL("../../docs/conformance.md", import.meta.url), "utf8");
    for (const reason of Object.values(exceptions)) expect(page).toContain(`exception: ${reason}`);
    expect(page).not.toContain("**failed**");
  });
});

describe("the checks", () => {
  it("have an id each, in order, and no group is missing", () => {
    const ids = allChecks.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const groups = ["AZ", "CD", "RU", "AC", "TE", "CA", "RT", "DP", "PA", "MD", "CO", "RV", "IN", "RG"];
    const sizes = [18, 9, 10, 10, 9, 17, 12, 21, 8, 9, 5, 7, 3, 10];
    groups.forEach((group, at) => {
      const own = ids.filter((id) => id.startsWith(`${group}-`));
      expect(own).toEqual(
        Array.from({ length: sizes[at] ?? 0 }, (_, number) => `${group}-${String(number + 1).padStart(2, "0")}`)
      );
    });
  });
});

describe("npm run conformance", () => {
  it("reads its flags", () => {
    expect(readOptions(["--help"])).toBeNull();
    expect(readOptions([])).toMatchObject({ target: null, resource: null, only: [], docs: false });
    expect(readOptions(["--target", "https://as.example/", "--only", "AZ,RT-09"])).toMatchObject({
      target: "https://as.example",
      resource: "https://as.example/graphql",
      only: ["AZ", "RT-09"]
    });
    expect(() => readOptions(["--nobody-knows"])).toThrow();
  });

  it("ends with the sums", () => {
    const failed: Outcome = {
      id: "AZ-01",
      title: "a | b",
      pass: false,
      status: "failed",
      error: "c | d",
      milliseconds: 1
    };
    expect(outcomeTable([failed]).split("\n").at(-1)).toBe("0 passed, 1 failed, 0 skipped of 1");
    expect(outcomeTable([failed])).toContain("| AZ-01 | a \\| b | failed: c \\| d |");
  });
});
