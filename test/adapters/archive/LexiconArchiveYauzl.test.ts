import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as fc from "fast-check";
import { layer } from "../../../src/adapters/archive/LexiconArchiveYauzl.ts";
import { importLimits } from "../../../src/domain/lexicon/import/importLimits.ts";
import { LexiconArchive } from "../../../src/domain/lexicon/import/LexiconArchive.ts";
import { isUnreadable } from "../../../src/domain/lexicon/import/UnreadableFile.ts";
import { type ZipEntry, zip, zipOf } from "../../support/zip.ts";

const read = (bytes: Uint8Array) =>
  Effect.flatMap(LexiconArchive, (archive) => archive.read(bytes, "set.zip")).pipe(Effect.provide(layer));

const lexicon = (id: string) => JSON.stringify({ lexicon: 1, id });
const good: ZipEntry = { name: "good.json", content: lexicon("com.example.good") };

const faultsOf = (bytes: Uint8Array) =>
  read(bytes).pipe(
    Effect.map((given) => given.filter(isUnreadable)),
    Effect.catchAll(({ faults }) => Effect.succeed(faults)),
    Effect.map((faults) => faults.map(({ file, reason }) => `${file} ${reason}`))
  );

const filesOf = (bytes: Uint8Array) => Effect.map(read(bytes), (given) => given.map(({ file }) => file));

it.effect("reads every .json file of any layout, deflated or stored, in the order of their names", () =>
  Effect.gen(function* () {
    const archive = zip([
      { name: "set/", mode: 0o040755, method: 0 },
      { name: "set/xyz/status.json", content: lexicon("xyz.statusphere.status") },
      { name: "top.json", content: lexicon("com.example.top"), method: 0 },
      { name: "./set/ümlaut.json", content: `\uFEFF${lexicon("com.example.third")}` },
      { name: "set/README.md", content: "no Lexicon" },
      { name: "set/folder.json/", mode: 0o040755, method: 0 }
    ]);
    assert.deepStrictEqual(yield* read(archive), [
      { file: "set/xyz/status.json", document: { lexicon: 1, id: "xyz.statusphere.status" } },
      { file: "set/ümlaut.json", document: { lexicon: 1, id: "com.example.third" } },
      { file: "top.json", document: { lexicon: 1, id: "com.example.top" } }
    ]);
  })
);

it.effect("skips dot files, dot folders and the files that macOS adds", () =>
  Effect.gen(function* () {
    const hidden = ["__MACOSX/._good.json", "set/.DS_Store", ".git/config.json", "set/.hidden.json", "a/._b.json"];
    const archive = zip([good, ...hidden.map((name) => ({ name, content: "no JSON" }))]);
    assert.deepStrictEqual(yield* filesOf(archive), ["good.json"]);
  })
);

it.effect("reports every file that is not JSON, and reads the others", () =>
  Effect.gen(function* () {
    const archive = zip([
      good,
      { name: "half.json", content: "{" },
      { name: "latin.json", content: new Uint8Array([0x22, 0xe9, 0x22]) }
    ]);
    const faults = yield* faultsOf(archive);
    assert.match(faults[0] ?? "", /^half\.json is not JSON: /);
    assert.deepStrictEqual(faults.slice(1), ["latin.json is not UTF-8 text"]);
    assert.deepStrictEqual(yield* filesOf(archive), ["good.json", "half.json", "latin.json"]);
  })
);

const names: ReadonlyArray<readonly [string, string]> = [
  ["../evil.json", "leads out of the archive by .."],
  ["set/../../evil.txt", "leads out of the archive by .."],
  ["/etc/evil.json", "has an absolute path"],
  ["C:/evil.json", "has an absolute path"],
  ["C:evil.json", "has an absolute path"],
  ["..\\evil.json", "has a backslash in its name"],
  ["set\\evil.json", "has a backslash in its name"],
  [".hidden/../../evil.json", "leads out of the archive by .."],
  ["evil\u0000.json", "has control characters in its name"],
  ["evil\u001b[2J.json", "has control characters in its name"]
];
for (const [name, reason] of names) {
  it.effect(`refuses the name ${JSON.stringify(name)}`, () =>
    Effect.gen(function* () {
      const [fault, ...others] = yield* faultsOf(zip([good, { name, content: "{}" }]));
      assert.include(fault, reason);
      assert.notMatch(fault ?? "", /\p{Cc}/u);
      assert.isEmpty(others);
    })
  );
}

const entries: ReadonlyArray<readonly [string, ZipEntry, string]> = [
  ["a link", { name: "link.json", content: "/etc/passwd", mode: 0o120777 }, "link.json is a link"],
  ["a link to a folder", { name: "set", content: "..", mode: 0o120777 }, "set is a link"],
  ["an encrypted entry", { ...good, name: "secret.json", flags: 0x801 }, "secret.json is encrypted"],
  ["a method that is not deflate", { name: "bz.json", content: "x", method: 12 }, "bz.json is compressed in another"],
  ["a duplicate name", { ...good, name: "./good.json" }, "good.json is in the archive twice"],
  ["a wrong checksum", { ...good, name: "crc.json", checksum: 1 }, "crc.json is damaged"],
  ["a size that is too large", { name: "short.json", content: "{}", declaredSize: 9 }, "short.json is damaged"],
  ["a size that is too small", { name: "long.json", content: "[1,2,3]", declaredSize: 2 }, "long.json is larger than"],
  [
    "a file that is too large",
    { name: "large.json", content: `"${"x".repeat(importLimits.bytesPerFile)}"` },
    `large.json has more than ${importLimits.bytesPerFile} bytes`
  ],
  [
    "a zip bomb that declares a small size",
    { name: "bomb.json", content: Buffer.alloc(64 * importLimits.bytesPerFile), declaredSize: 100 },
    "bomb.json is larger than the archive says"
  ]
];
for (const [what, entry, reason] of entries) {
  it.effect(`refuses ${what}, and reports only that file`, () =>
    Effect.gen(function* () {
      const [fault, ...others] = yield* faultsOf(zip([good, entry]));
      assert.include(fault, reason);
      assert.isEmpty(others);
    })
  );
}

const large = zip(
  Array.from({ length: importLimits.bytes / importLimits.bytesPerFile + 1 }, (_, at) => ({
    name: `${at}.json`,
    content: `"${"x".repeat(importLimits.bytesPerFile - 2)}"`
  }))
);
const whole = zip([good]);
const sources: ReadonlyArray<readonly [string, () => Uint8Array, string]> = [
  ["files that are too large in total", () => large, `holds more than ${importLimits.bytes} bytes of .json files`],
  [
    "too many files",
    () => zip(Array.from({ length: importLimits.files + 1 }, (_, at) => ({ name: `${at}.json`, content: "{}" }))),
    `holds more than ${importLimits.files} .json files`
  ],
  ["a directory of 100,000 entries", () => zip([good], 100_000), "holds more than 10000 files and folders"],
  ["an archive that is too large", () => new Uint8Array(importLimits.archiveBytes + 1), "has more than 16777216 bytes"],
  ["an empty file", () => new Uint8Array(0), "is not a whole zip archive"],
  ["a file that is not an archive", () => Buffer.from("{}"), "is not a whole zip archive"],
  ["an archive without its end", () => whole.subarray(0, -10), "is not a whole zip archive"],
  ["an archive without its beginning", () => whole.subarray(20), "is not a whole zip archive"],
  ["more entries than there are", () => zip([good], 2), "is not a whole zip archive"],
  ["strong encryption", () => zip([{ ...good, flags: 0x841 }]), "is encrypted"],
  ["an empty archive", () => zip([]), "holds no .json file"],
  ["an archive without Lexicons", () => zipOf({ "README.md": "#", "a/b.txt": "" }), "holds no .json file"],
  [
    "an archive of other JSON",
    () => zipOf({ "package.json": `{"name":"x"}`, "list.json": "[]" }),
    "holds no Lexicon: none of its .json files is one"
  ]
];
for (const [what, bytes, reason] of sources) {
  it.effect(`refuses ${what} with a single error about the archive`, () =>
    Effect.gen(function* () {
      const [fault, ...others] = yield* faultsOf(bytes());
      assert.include(fault, `set.zip ${reason}`);
      assert.isEmpty(others);
    })
  );
}

it.effect("returns a result whichever bytes of an archive are changed", () =>
  Effect.promise(() =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 4 }), async (changes) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        const read = await Effect.runPromise(faultsOf(bytes));
        return Array.isArray(read);
      }),
      { numRuns: 500 }
    )
  )
);

it.effect("writes archives that it can read, byte-identical for identical files", () =>
  Effect.promise(() =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 999 }), fc.jsonValue({ stringUnit: "binary" })), { maxLength: 20 }),
        async (given) => {
          const names = new Map(given.map(([number, value]) => [`com/example/n${number}.json`, { lexicon: 1, value }]));
          names.set("com/example/first.json", { lexicon: 1, value: null });
          const files = [...names].map(([name, document]) => ({ name, text: JSON.stringify(document), document }));
          const run = Effect.flatMap(LexiconArchive, (archive) => archive.write(files)).pipe(Effect.provide(layer));
          const bytes = await Effect.runPromise(run);
          assert.deepStrictEqual(await Effect.runPromise(run), bytes);
          const expected = files.map(({ name, text }) => ({ file: name, document: JSON.parse(text) }));
          assert.sameDeepMembers([...(await Effect.runPromise(read(bytes)))], expected);
        }
      ),
      { numRuns: 50 }
    )
  )
);
