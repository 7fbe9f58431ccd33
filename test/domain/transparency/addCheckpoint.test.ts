import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import fc from "fast-check";
import {
  addCheckpointText,
  parseAddCheckpoint,
  parseSizeText,
  sizeText
} from "../../../src/domain/transparency/addCheckpoint.ts";
import { parseNote } from "../../../src/domain/transparency/SignedNote.ts";

// The example of C2SP tlog-witness.
const published = `old 20852014
PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=
jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=
5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=
/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=

example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— example.com/behind-the-sofa opLqBQsREYCgu6xQkYQwJr9fo45a62DN9EdmHXnZdXNqlcVGlCum2Wks+49/V6267UEjw6QUXTS5Rovnzv++qbSzm9Q=
`;

const hashLine = "PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=\n";

const reasonOf = (body: string) =>
  Either.match(parseAddCheckpoint(body), { onLeft: ({ reason }) => reason, onRight: () => "none" });

describe("an add-checkpoint request", () => {
  it("is read from the published example, and written as it was", () => {
    const request = Either.getOrThrow(parseAddCheckpoint(published));
    assert.strictEqual(request.oldSize, 20_852_014);
    assert.strictEqual(request.proof.length, 4);
    assert.strictEqual(Either.getOrThrow(parseNote(request.checkpoint)).signatures.length, 2);
    assert.strictEqual(addCheckpointText(request), published);
  });

  it.each([
    ["an empty body", "", "no-checkpoint"],
    ["no empty line", "old 1\n", "no-checkpoint"],
    ["no checkpoint", "old 1\n\n", "no-checkpoint"],
    ["no old size", `${hashLine}\nx`, "old-size"],
    ["a size with a leading zero", "old 01\n\nx", "old-size"],
    ["a negative size", "old -1\n\nx", "old-size"],
    ["a size above 2^53", "old 9007199254740993\n\nx", "old-size"],
    ["two spaces", "old  1\n\nx", "old-size"],
    ["a carriage return", "old 1\r\n\nx", "old-size"],
    ["a hash that is too short", "old 1\nAAAA\n\nx", "hash"],
    ["a hash without padding", `old 1\n${hashLine.slice(0, -2)}\n\nx`, "hash"],
    ["64 hashes", `old 1\n${hashLine.repeat(64)}\nx`, "too-many-hashes"]
  ])("with %s is refused", (_, body, reason) => assert.strictEqual(reasonOf(body), reason));

  it("with 63 hashes is read", () => assert.strictEqual(reasonOf(`old 1\n${hashLine.repeat(63)}\nx`), "none"));

  it("is read as it is written", () => {
    const request = fc.record({
      oldSize: fc.maxSafeNat(),
      proof: fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 63 }),
      checkpoint: fc.string({ minLength: 1 })
    });
    fc.assert(
      fc.property(request, (drawn) =>
        assert.deepStrictEqual(Either.getOrThrow(parseAddCheckpoint(addCheckpointText(drawn))), drawn)
      )
    );
  });

  it("has one spelling: whatever is read is written as it was", () => {
    const line = fc.constantFrom("old 1", "old 0", "old 01", hashLine.trim(), "", "x", "\n", "AAAA", " ");
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const body = lines.join("\n");
        const read = Either.getOrNull(parseAddCheckpoint(body));
        if (read !== null) assert.strictEqual(addCheckpointText(read), body);
      })
    );
  });
});

describe("the size in a response", () => {
  it("is read as it is written", () => {
    fc.assert(fc.property(fc.maxSafeNat(), (size) => assert.strictEqual(parseSizeText(sizeText(size)), size)));
  });

  it.each(["", "5", "05\n", "-1\n", "5\n\n", "5 \n", "9007199254740993\n", "{}"])("%j is none", (body) =>
    assert.isNull(parseSizeText(body))
  );
});
