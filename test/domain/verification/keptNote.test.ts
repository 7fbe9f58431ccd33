import { readFileSync } from "node:fs";
import { assert, describe, it } from "@effect/vitest";
import { anchorLine } from "../../../src/domain/transparency/publishing/anchorLines.ts";
import { keptNote } from "../../../src/domain/transparency/publishing/keptNote.ts";
import { exampleFolder } from "../../tools/verifyLog/verifiers.ts";

const note = readFileSync(`${exampleFolder}checkpoint.txt`, "utf8");
const rootHash = new Uint8Array(32);
const line = anchorLine({ origin: "o", size: 3, rootHash, note, sealedAt: "2026-01-01T00:00:00.000Z" });

describe("a checkpoint that somebody kept", () => {
  it.each([
    ["as it was published", note],
    ["without its last newline", note.trimEnd()],
    ["between empty lines", `\n\n${note}\n\n`],
    ["with CRLF", note.replaceAll("\n", "\r\n")],
    ["with a byte order mark", `\uFEFF${note}`],
    ["indented", note.replaceAll(/^/gm, "    ")],
    ["indented from its second line", note.replaceAll("\n", "\n\t")],
    ["as a line of an anchor file", line],
    ["as such a line with CRLF, indented", `  ${line.trimEnd()}\r\n`]
  ])("is read %s", (_how, text) => assert.strictEqual(keptNote(text), note));

  it.each(["", "nothing", "{}", '{"checkpoint":1,"sealedAt":"x"}'])("is not made up from %j", (text) =>
    assert.strictEqual(keptNote(text), `${text}\n`)
  );
});
