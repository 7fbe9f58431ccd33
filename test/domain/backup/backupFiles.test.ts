import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as fc from "fast-check";
import { backupName, isBackupName } from "../../../src/domain/backup/backupName.ts";
import { expiredBackups } from "../../../src/domain/backup/expiredBackups.ts";
import { parsePostgresManifest } from "../../../src/domain/backup/PostgresManifest.ts";
import { WalPosition } from "../../../src/domain/backup/WalPosition.ts";
import { precedesSegment, walSegment } from "../../../src/domain/backup/walSegment.ts";
import { isInnerPath, readTarHeader, tarPadding } from "../../../src/domain/tar/TarHeader.ts";

const instant = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString());

const write = (block: Uint8Array, at: number, text: string) => block.set(new TextEncoder().encode(text), at);

/** A header as PostgreSQL writes it. */
const headerBlock = (path: string, size: number, type: string): Uint8Array => {
  const block = new Uint8Array(512);
  write(block, 0, path);
  if (size < 8 ** 11) write(block, 124, size.toString(8).padStart(11, "0"));
  else {
    block[124] = 128;
    for (let at = 0, rest = size; at < 11; at += 1, rest = Math.floor(rest / 256)) block[135 - at] = rest % 256;
  }
  write(block, 156, type);
  write(block, 148, "        ");
  write(
    block,
    148,
    block
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, "0")
  );
  block[154] = 0;
  return block;
};

describe("the name of a backup", () => {
  it("sorts by time and is recognized; that of an incomplete backup is not", () => {
    fc.assert(
      fc.property(instant, instant, (one, other) => {
        const [first, second] = [one, other].toSorted().map(backupName);
        assert.isTrue((first ?? "") <= (second ?? ""));
        assert.isTrue(isBackupName(backupName(one)));
        assert.isFalse(isBackupName(`.${backupName(one)}.partial`));
      })
    );
  });

  it("decides which backups expire: the oldest, and never other folders", () => {
    const names = ["wal", "backup-2026-03-02T00-00-00Z", "archives", "backup-2026-03-01T00-00-00Z", "erasures"];
    assert.deepStrictEqual(expiredBackups(names, 1), ["backup-2026-03-01T00-00-00Z"]);
    assert.deepStrictEqual(expiredBackups(names, 2), []);
  });
});

describe("a segment of the write-ahead log", () => {
  it.each([
    ["0/3000028", 1, 16_777_216, "000000010000000000000003"],
    ["1/FF000000", 2, 16_777_216, "0000000200000001000000FF"],
    ["A/40000000", 17, 1_073_741_824, "000000110000000A00000001"]
  ] as const)("at %s of timeline %i is %s", (position, timeline, bytes, name) => {
    assert.strictEqual(walSegment(WalPosition.make(position), timeline, bytes), name);
  });

  it("precedes later ones of any timeline; histories of timelines precede none", () => {
    const first = "000000020000000000000005";
    assert.isTrue(precedesSegment("000000010000000000000004.gz", first));
    assert.isTrue(precedesSegment("000000030000000000000004.00000028.backup.gz", first));
    assert.isFalse(precedesSegment("000000010000000000000005.gz", first));
    assert.isFalse(precedesSegment("00000002.history.gz", first));
  });
});

describe("a header of a tar archive", () => {
  it("has the path, the kind and a size of any length", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.constantFrom("file", "folder"), (size, kind) => {
        const block = headerBlock("base/1/2", size, kind === "file" ? "0" : "5");
        assert.deepStrictEqual(readTarHeader(block), { path: "base/1/2", kind, size });
      })
    );
  });

  it("is not read if a byte changed", () => {
    fc.assert(
      fc.property(fc.nat(147), fc.integer({ min: 1, max: 127 }), (at, change) => {
        const block = headerBlock("base/1/2", 8192, "0");
        block[at] = ((block[at] ?? 0) + change) % 256;
        assert.isNull(readTarHeader(block));
      })
    );
  });

  it("is the end if it has only zeros; contents fill whole blocks, and paths stay in the folder", () => {
    assert.strictEqual(readTarHeader(new Uint8Array(512)), "end");
    assert.deepStrictEqual([0, 1, 512, 513].map(tarPadding), [0, 511, 0, 511]);
    assert.deepStrictEqual(["base/1", "/etc", "../a", "a/../../b", ""].map(isInnerPath), [
      true,
      false,
      false,
      false,
      false
    ]);
  });
});

describe("PostgreSQL's manifest of a backup", () => {
  const sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
  const file = { Path: "base/1/2", Size: 8, "Checksum-Algorithm": "SHA256", Checksum: sha256 };

  it("states size and checksum of each file", () => {
    const read = parsePostgresManifest(JSON.stringify({ "PostgreSQL-Backup-Manifest-Version": 2, Files: [file] }));
    assert.deepStrictEqual(Either.getOrThrow(read), new Map([["base/1/2", { size: 8, sha256 }]]));
  });

  it.each([
    "",
    "{}",
    JSON.stringify({ Files: [{ ...file, Checksum: undefined }] }),
    JSON.stringify({ Files: [{ ...file, "Checksum-Algorithm": "CRC32C" }] })
  ])("is refused without checksums that tell a change: %s", (text) => {
    assert.isTrue(Either.isLeft(parsePostgresManifest(text)));
  });
});
