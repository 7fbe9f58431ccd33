import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { SqlClient } from "@effect/sql/SqlClient";
import { assert, it } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as PostgresClient from "../../../../src/adapters/postgres/connection/PostgresClient.ts";
import * as EventLogPostgres from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { migrate } from "../../../../src/adapters/postgres/Migrations.ts";
import * as SealedTreePostgres from "../../../../src/adapters/postgres/transparency/SealedTreePostgres.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { streamName } from "../../../../src/domain/event/StreamName.ts";
import { SealedTree } from "../../../../src/domain/transparency/SealedTree.ts";
import { parseVerifierKey, verifierKey, verifierKeyText } from "../../../../src/domain/transparency/VerifierKey.ts";
import { knownSample } from "../../../contracts/sampleEvent.ts";
import { sealLog, testKey } from "../../../support/sealLog.ts";
import { TestDatabase, layer as testDatabase } from "../../../support/TestDatabase.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";
import { testSubjectKeys } from "../../../support/testSubjectKeys.ts";
import { runOn } from "../runHere.ts";
import { type Finished, tidemark } from "../tidemark.ts";

const did = Did.make("did:plc:alice234alice234alice234");

const write = (number: number) => knownSample("WriteRequested.v1", { writeId: `write_${number}` }, { subjectDid: did });

/** Appends writes, one stream each. */
const append = (from: number, count: number) =>
  Effect.flatMap(EventLog, (log) =>
    Effect.forEach(Array.from({ length: count }), (_, at) =>
      log.append(streamName("write", `w${from + at}`), 0, [write(from + at)])
    )
  );

const stores = Layer.mergeAll(Layer.provide(EventLogPostgres.layer, testSubjectKeys), SealedTreePostgres.layer);

/** Files as an auditor has them: keys, checkpoints, and what the commands wrote. */
interface Files {
  readonly folder: string;
  readonly key: string;
  readonly whole: string;
  readonly filtered: string;
  readonly proof: string;
  readonly older: string;
}

class AuditorsFiles extends Context.Tag("test/AuditorsFiles")<AuditorsFiles, Files>() {}

const audit = (...args: ReadonlyArray<string>) =>
  Effect.flatMap(TestDatabase, ({ url }) => runOn(url, "audit", ...args));

/** Twelve events, of which a checkpoint of five was kept. */
const makeFiles = Effect.gen(function* () {
  const folder = yield* temporaryFolder;
  const file = (name: string) => join(folder, name);
  yield* migrate;
  yield* append(0, 5);
  yield* sealLog;
  yield* append(5, 7);
  yield* sealLog;
  const [first] = yield* (yield* SealedTree).checkpoints(0, 1);
  const key = yield* testKey;
  const files = {
    folder,
    key,
    whole: file("whole.ndjson"),
    filtered: file("filtered.ndjson"),
    proof: file("7.tlog-proof"),
    older: file("older.txt")
  };
  writeFileSync(files.older, first?.note ?? "");
  yield* audit("export", "--output", files.whole);
  yield* audit("export", "--stream", "write-w3", "--proofs", "--output", files.filtered);
  yield* audit("prove", "7", "--out", files.proof);
  return files;
});

const withFiles = Layer.provideMerge(Layer.scoped(AuditorsFiles, Effect.provide(makeFiles, stores)), testDatabase);

const publicKey = Either.getOrThrow(parseVerifierKey(Effect.runSync(testKey))).publicKey;

/** The key of another log, and another key of this log. */
const otherOrigin = verifierKeyText(verifierKey("other.example.com/log", publicKey));
const otherKey = verifierKeyText(
  verifierKey(
    "tidemark.example.com/log",
    publicKey.map((byte) => byte ^ 1)
  )
);

const firstLine = ({ stderr, stdout }: Finished): string => (stdout || stderr).split("\n")[0] ?? "";

const ends = ({ code, ...printed }: Finished): string => `${code} ${firstLine({ code, ...printed })}`;

const program = fileURLToPath(new URL("../../../../bin/tidemark.js", import.meta.url));

/** Runs a command in a process of its own, with a text as its standard input. */
const piped = (input: string, ...args: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    const { HOME, PATH } = process.env;
    const child = spawn(process.execPath, [program, "audit", ...args], { env: { HOME, PATH } });
    const code = new Promise<number | null>((done) => child.once("close", done));
    child.stdin.end(input);
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { code: await code, stdout, stderr } satisfies Finished;
  });

/** Writes the whole export with other bytes, and returns the name of the file. */
const changed = ({ folder, whole }: Files, name: string, change: (text: string) => string) => {
  const file = join(folder, name);
  writeFileSync(file, change(readFileSync(whole, "utf8")));
  return file;
};

const lines = (count: number) => (text: string) =>
  text
    .split(/(?<=\n)/)
    .slice(0, count)
    .join("");

it.layer(withFiles, { timeout: "120 seconds" })("tidemark audit", (it) => {
  it.effect("verify accepts an export, with the key itself or a file of keys, against an older checkpoint", () =>
    Effect.gen(function* () {
      const { filtered, folder, key, older, whole } = yield* AuditorsFiles;
      const holds = yield* audit("verify", whole, "--key", key, "--checkpoint", older);
      assert.match(ends(holds), /^0 holds: 12 events, size 12, root [A-Za-z0-9+/]{43}=$/);
      const keys = join(folder, "keys.txt");
      writeFileSync(keys, `${otherOrigin}\n${key}\n`);
      assert.strictEqual(ends(yield* audit("verify", whole, "--key", keys)), ends(holds));
      const json = JSON.parse((yield* audit("verify", whole, "--key", key, "--json")).stdout);
      const { rootHash, ...others } = json;
      assert.deepStrictEqual(others, { ok: true, checked: 12, size: 12, firstBad: null });
      assert.include(holds.stdout, rootHash);
      const part = yield* audit("verify", filtered, "--key", key);
      assert.match(ends(part), /^0 holds: 1 event, size 12, root /);
      assert.include(part.stdout, "The export is filtered; 1 of its events are proven to be in the log");
    })
  );

  it.effect.each<readonly [string, (text: string) => string, RegExp]>([
    ["a changed event", (text) => text.replace('"write-w4"', '"write-w5"'), /^1 position 5: leaf: the event does not/],
    [
      "a changed value of a person",
      (text) => text.replace(/"value":"did:plc:alice/, '"value":"did:plc:alicf'),
      /^1 position 1: personal-data: /
    ],
    ["a missing event", (text) => text.replace(/^.*"position":4}\n/m, ""), /^1 position 4: position: /],
    ["a cut within a line", (text) => text.slice(0, text.length / 2), /^1 position [1-9]\d*: (leaf|position): /],
    ["a cut before the end line", lines(12), /^1 position 13: position: the file is cut off/],
    ["an end line of fewer events", (text) => text.replace('"count":12', '"count":11'), /^1 position 13: position: /],
    ["line feeds of another system", (text) => text.replaceAll("\n", "\r\n"), /^1 position 1: leaf: /],
    ["no content", () => "", /^1 position 1: position: the file is cut off/],
    ["no export", () => "Dear auditor,\n", /^1 position 1: /]
  ])("verify refuses a file with %s, and names the position and the part", ([name, change, expected]) =>
    Effect.gen(function* () {
      const files = yield* AuditorsFiles;
      const file = changed(files, name, change);
      assert.match(ends(yield* audit("verify", file, "--key", files.key)), expected);
      const { code, stdout } = yield* audit("verify", file, "--key", files.key, "--json");
      const { firstBad, ok } = JSON.parse(stdout);
      assert.deepStrictEqual([code, ok], [1, false]);
      assert.match(`1 position ${firstBad.position}: ${firstBad.part}: ${firstBad.reason}`, expected);
    })
  );

  it.effect("verify tells keys apart: another key, the key of another log, a text that is none, and none at all", () =>
    Effect.gen(function* () {
      const { filtered, folder, key, older, whole } = yield* AuditorsFiles;
      assert.match(ends(yield* audit("verify", whole, "--key", otherKey)), /^1 position 12: signature: /);
      assert.match(
        ends(yield* audit("verify", whole, "--key", otherOrigin)),
        /^1 position 12: checkpoint: no given key has the name tidemark\.example\.com\/log: this may/
      );
      assert.match(ends(yield* audit("verify", whole)), /^2 tidemark: --key is missing/);
      assert.match(ends(yield* audit("verify", whole, "--key", "key")), /^2 tidemark: --key: "key" must be <name>\+/);
      assert.match(
        ends(yield* audit("verify", whole, "--key", whole)),
        /^2 tidemark: --key: line 1 of .* must be <name>/
      );
      const forged = join(folder, "forged.txt");
      writeFileSync(forged, readFileSync(older, "utf8").replace("\n5\n", "\n6\n"));
      assert.match(
        ends(yield* audit("verify", whole, "--key", key, "--checkpoint", forged)),
        /^1 position 6: signature: /
      );
      assert.match(
        ends(yield* audit("verify", filtered, "--key", key, "--checkpoint", older)),
        /^2 tidemark: A filtered export has no root/
      );
    })
  );

  it.effect.each(["verify", "check", "consistency"])(
    "%s reports a file that cannot be read as unavailable",
    (command) =>
      Effect.gen(function* () {
        const { folder, key } = yield* AuditorsFiles;
        const directory = join(folder, `folder of ${command}`);
        mkdirSync(directory);
        for (const file of [directory, join(folder, "missing")]) {
          const finished = yield* audit(command, file, "--key", key, "--json");
          assert.strictEqual(finished.code, 3);
          const { error, message } = JSON.parse(finished.stderr);
          assert.strictEqual(error, "unavailable");
          assert.include(message, `${file} cannot be read: `);
        }
      })
  );

  it.effect("verify, check and consistency read standard input", () =>
    Effect.gen(function* () {
      const { key, proof, whole } = yield* AuditorsFiles;
      const history = readFileSync(whole, "utf8");
      assert.match(ends(yield* piped(history, "verify", "-", "--key", key)), /^0 holds: 12 events, size 12, /);
      assert.match(ends(yield* piped(lines(3)(history), "verify", "-", "--key", key)), /^1 position /);
      assert.match(ends(yield* piped("", "verify", "-", "--key", key)), /^1 position 1: position: /);
      assert.match(ends(yield* piped(readFileSync(proof, "utf8"), "check", "-", "--key", key)), /^0 holds: 1 event/);
    })
  );

  it.effect("prove writes the proof of an event that check accepts for this event and no other", () =>
    Effect.gen(function* () {
      const files = yield* AuditorsFiles;
      const { folder, key, proof, whole } = files;
      const history = readFileSync(whole, "utf8").split("\n");
      const line = join(folder, "line.json");
      writeFileSync(line, `${history[6]}\n`);
      for (const event of [line, history[6] ?? ""]) {
        const held = yield* audit("check", proof, "--key", key, "--event", event);
        assert.match(ends(held), /^0 holds: 1 event, size 12, root /);
        assert.include(held.stdout, "This event is in the log at position 7");
      }
      const alone = yield* audit("check", proof, "--key", key);
      assert.include(alone.stdout, "A leaf with this hash is in the log at position 7");
      const { id } = JSON.parse(history[6] ?? "").event;
      const byId = yield* audit("prove", id, "--json", "--out", join(folder, "by-id.tlog-proof"));
      assert.deepInclude(JSON.parse(byId.stdout), { position: 7 });
      assert.strictEqual(readFileSync(join(folder, "by-id.tlog-proof"), "utf8"), readFileSync(proof, "utf8"));
      const inJson = JSON.parse((yield* audit("prove", "7", "--json")).stdout);
      assert.deepStrictEqual(inJson, { position: 7, proof: readFileSync(proof, "utf8") });
    })
  );

  it.effect("check refuses what does not belong together", () =>
    Effect.gen(function* () {
      const files = yield* AuditorsFiles;
      const { folder, key, proof, whole } = files;
      const history = readFileSync(whole, "utf8").split("\n");
      const check = (...args: ReadonlyArray<string>) => Effect.map(audit("check", ...args), ends);
      const file = (name: string, content: string) => {
        writeFileSync(join(folder, name), content);
        return join(folder, name);
      };
      const text = readFileSync(proof, "utf8");
      const line = history[6] ?? "";
      assert.match(
        yield* check(proof, "--key", key, "--event", history[5] ?? ""),
        /^1 position 7: position: the line has position 6/
      );
      assert.match(
        yield* check(proof, "--key", key, "--event", line.replace("write-w6", "write-w9")),
        /^1 position 7: leaf: /
      );
      assert.match(
        yield* check(proof, "--key", key, "--event", line.replace("alice234", "alicf234")),
        /^1 position 7: (leaf|personal-data): /
      );
      assert.match(yield* check(proof, "--key", key, "--event", "{}"), /^1 position 7: leaf: /);
      assert.match(yield* check(proof, "--key", otherKey), /^1 position 7: signature: /);
      assert.match(yield* check(proof, "--key", otherOrigin), /^1 position 7: checkpoint: /);
      assert.match(
        yield* check(file("moved", text.replace("\nindex 6\n", "\nindex 5\n")), "--key", key),
        /^1 position 6: tree: /
      );
      assert.match(yield* check(whole, "--key", key), /^1 position 0: checkpoint: the file is not a tlog-proof/);
      assert.match(
        yield* check(file("bare", text.replace(/extra .*\n/, "")), "--key", key),
        /^2 tidemark: --event is missing/
      );
      assert.match(yield* check(proof), /^2 tidemark: --key is missing/);
      assert.match(yield* check(), /^2 tidemark: /);
    })
  );

  it.effect("consistency compares the latest checkpoint with one that somebody kept", () =>
    Effect.gen(function* () {
      const { folder, key, older } = yield* AuditorsFiles;
      const holds = yield* audit("consistency", older, "--key", key);
      assert.match(ends(holds), /^0 holds: 5 events, size 12, root /);
      assert.include(holds.stdout, "The latest checkpoint, of 12 events, continues the older one of 5");
      const json = JSON.parse((yield* audit("consistency", older, "--json")).stdout);
      assert.deepInclude(json, { ok: true, checked: 5, size: 12, firstBad: null });
      const forged = join(folder, "forged of consistency.txt");
      writeFileSync(forged, readFileSync(older, "utf8").replace("\n5\n", "\n4\n"));
      const refused = yield* audit("consistency", forged, "--key", key);
      assert.match(ends(refused), /^1 position 4: signature: /);
      assert.notInclude(refused.stdout, "continues");
      assert.match(ends(yield* audit("consistency", older, "--key", otherOrigin)), /^1 position 5: checkpoint: /);
      writeFileSync(forged, "no checkpoint");
      assert.match(ends(yield* audit("consistency", forged)), /^1 position 0: checkpoint: /);
      assert.match(ends(yield* audit("consistency")), /^2 tidemark: /);
    })
  );

  it.effect("check-anchor refuses a file that is no anchor", () =>
    Effect.gen(function* () {
      const { folder, key } = yield* AuditorsFiles;
      const file = join(folder, "key.txt");
      for (const text of [`${key}\n`, "", `${key}\n${key}x\nnone\n`]) {
        writeFileSync(file, text);
        assert.match(
          ends(yield* audit("check-anchor", file)),
          /^1 (tidemark: .* has no checkpoint: name a file|position 1: )/
        );
      }
    })
  );

  it.effect("erase refuses a DID that is none of an account, and says that nothing is known of an account", () =>
    Effect.gen(function* () {
      const head = Effect.provide(
        Effect.flatMap(EventLog, (log) => log.head),
        stores
      );
      const before = yield* head;
      for (const name of ["did:plc:typo", "did:erased:abc", "did:web:example.com%3A80:path"])
        assert.match(ends(yield* audit("erase", name, "--yes")), /^2 tidemark: <did\|handle> \S+ is not the DID of/);
      assert.match(
        ends(yield* audit("erase", "did:plc:nobody234nobody234nobody", "--yes")),
        /^1 tidemark: Nothing is known here about did:plc:nobody234nobody234nobody: /
      );
      assert.strictEqual(yield* head, before);
    })
  );

  it.effect("verify reads the database, and says what no checkpoint covers yet", () =>
    Effect.gen(function* () {
      const { key, older } = yield* AuditorsFiles;
      const holds = yield* audit("verify", "--key", key, "--checkpoint", older);
      assert.match(ends(holds), /^0 holds: \d+ events, size 12, root /);
      const json = JSON.parse((yield* audit("verify", "--json")).stdout);
      assert.deepInclude(json, { ok: true, size: 12, firstBad: null });
      // Each verification is an event.
      assert.match((yield* audit("verify")).stdout, /\d of them are not in a checkpoint yet/);
      assert.match(
        ends(yield* audit("verify", "--key", otherOrigin)),
        /^1 position 5: checkpoint: no given key has the name /
      );
      assert.match(ends(yield* audit("verify", "--key", otherKey)), /^1 position 5: signature: /);
      assert.match(ends(yield* audit("verify", "--skew", "x")), /^2 tidemark: --skew: "x" is not a whole number/);
    })
  );

  it.effect("prove tells apart what the log does not have, and what no checkpoint covers yet", () =>
    Effect.gen(function* () {
      yield* Effect.provide(append(100, 1), stores);
      const { folder } = yield* AuditorsFiles;
      const head = yield* Effect.provide(
        Effect.flatMap(EventLog, (log) => log.head),
        stores
      );
      assert.match(
        ends(yield* audit("prove", String(head))),
        /^3 tidemark: The event at position \d+ is in no checkpoint: the latest one is of 12 events/
      );
      assert.match(ends(yield* audit("prove", "4711")), /^1 tidemark: The log has no event 4711; /);
      assert.match(ends(yield* audit("prove", crypto.randomUUID())), /^[12] tidemark: /);
      assert.match(ends(yield* audit("prove", "seven")), /^2 tidemark: <event> must be a position or an event id/);
      assert.match(ends(yield* audit("prove", "7", "--out", folder)), /^1 tidemark: .* cannot be written/);
    })
  );

  it.effect("every command that needs the database reports as unavailable that it is down", () =>
    Effect.gen(function* () {
      const { older } = yield* AuditorsFiles;
      const down = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing" };
      const commands = [["verify"], ["prove", "7"], ["consistency", older]];
      const finished = yield* Effect.forEach(commands, (args) => tidemark(down, "audit", ...args), { concurrency: 3 });
      for (const { code, stderr, stdout } of finished) {
        assert.deepStrictEqual([code, stdout], [3, ""]);
        assert.match(stderr, /^tidemark: .*127\.0\.0\.1:1/);
      }
    })
  );

  it.effect("verify names what somebody changed in the database", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase;
      const { folder, key } = yield* AuditorsFiles;
      const change = (statement: string) =>
        Effect.provide(
          Effect.flatMap(SqlClient, (sql) => sql.unsafe(statement)),
          PostgresClient.layer({ url: Redacted.make(Redacted.value(url)), maxConnections: 1 })
        );
      yield* change(`alter table tidemark.events disable trigger all`);
      yield* change(`update tidemark.events set personal = null where position = 3`);
      assert.match(
        ends(yield* audit("verify", "--key", key)),
        /^1 position 3: personal-data: the value of \/\S+ is missing/
      );
      yield* change(`update tidemark.events set reason = 'x' where position = 2`);
      assert.match(ends(yield* audit("verify", "--key", key)), /^1 position 2: leaf: the event does not match/);
      const { code, stdout } = yield* audit("verify", "--json");
      assert.strictEqual(code, 1);
      assert.deepInclude(JSON.parse(stdout).firstBad, { position: 2, part: "leaf" });
      const proof = join(folder, "2.tlog-proof");
      assert.match(
        ends(yield* audit("prove", "2", "--out", proof)),
        /^1 tidemark: No proof was written: position 2: leaf: the event does not match its leaf hash/
      );
      assert.isFalse(existsSync(proof));
      // An export waits for a checkpoint of all events.
      yield* Effect.provide(sealLog, stores);
      const exported = yield* audit("export", "--output", join(folder, "changed.ndjson"));
      assert.match(ends(exported), /^1 tidemark: The export is incomplete: position 2: leaf: /);
      yield* change(
        `update tidemark.events e set leaf_hash = o.leaf_hash from tidemark.events o where e.position = 4 and o.position = 5`
      );
      assert.match(ends(yield* audit("prove", "4")), /^1 tidemark: No proof was written: position 4: leaf: /);
      yield* change(`delete from tidemark.events where position = 6`);
      assert.match(ends(yield* audit("prove", "6")), /^1 tidemark: No proof was written: position 6: position: /);
      assert.match(ends(yield* audit("prove", "7", "--json")), /^0 /);
      yield* change(`alter table tidemark.log_tiles disable trigger all`);
      yield* change(`update tidemark.log_tiles set hashes = decode(repeat('00', length(hashes)), 'hex')`);
      assert.match(ends(yield* audit("prove", "7")), /^1 tidemark: No proof was written: position 7: tree: /);
    })
  );
});
