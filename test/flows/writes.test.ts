import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Account } from "../pds/NetworkInfo.ts";
import { withPds } from "../support/withPds.ts";
import { App, type Tokens } from "./App.ts";
import { eventually } from "./eventually.ts";
import { noteLexicons } from "./noteLexicons.ts";
import { PdsProxy, type SeenWrite } from "./PdsProxy.ts";
import { recordsAtPds } from "./RecordsAtPds.ts";
import { ServiceProcess } from "./ServiceProcess.ts";
import { startService, type TestService } from "./startService.ts";
import { WriteLog } from "./WriteLog.ts";

const code = (errors: unknown): unknown => Object(errors)[0]?.extensions?.code;

await withPds("writes", (network) => {
  const pds = network.pdses[0];
  let running: TestService;
  let other: ServiceProcess;
  let proxy: PdsProxy;
  let lexicons: string;
  let app: App;
  let elsewhere: App;
  let tokens: Tokens;
  let account: Account;
  let log: WriteLog;

  beforeAll(async () => {
    lexicons = await noteLexicons();
    proxy = await PdsProxy.before(pds.url);
    running = await startService(network, undefined, { ...proxy.env, LEXICON_DIR: lexicons });
    other = await ServiceProcess.start({ env: running.env, publicUrl: running.service.publicUrl });
    account = await pds.createAccount({ handle: "writes.test" });
    app = await App.make(running.service, await running.register("public", "http://127.0.0.1:4321/callback"));
    elsewhere = app.at(other);
    tokens = await app.login(account);
    log = await WriteLog.at(running.env.DATABASE_URL ?? "");
  });
  afterAll(async () => {
    await log?.stop();
    await other?.stop();
    await running?.stop();
    await proxy?.stop();
    await rm(lexicons, { recursive: true, force: true });
  });

  const send = (query: string, variables: Readonly<Record<string, unknown>> = {}, key?: string, via: App = app) =>
    via.graphql(query, variables, tokens, key === undefined ? {} : { "idempotency-key": key });

  const atPds = async (uri: unknown) => {
    const [, , repo = "", collection = "", rkey = ""] = String(uri).split("/");
    const query = new URLSearchParams({ repo, collection, rkey });
    return Object(await (await fetch(`${pds.url}/xrpc/com.atproto.repo.getRecord?${query}`)).json());
  };

  const whole = {
    text: "all of it",
    createdAt: "2026-11-28T12:00:00.000Z",
    stars: 5,
    tags: ["one", "two"],
    place: { name: "here", inside: { label: "there", sizes: [1, 2] } },
    extra: { type: "MOOD", mood: { level: 3 } },
    extras: [
      { type: "PLACE", place: { name: "a" } },
      { type: "MOOD", mood: { level: 1 } }
    ],
    anything: { $type: "com.example.other", deep: [{ x: null }] }
  };

  it("A record keeps every value it can hold, under the CID that was computed here", async () => {
    const create = `mutation ($input: DevTidemarkNoteInput!) { createDevTidemarkNote(input: $input) { uri cid value } }`;
    const { data, errors } = await send(create, { input: whole });
    expect(errors).toBeUndefined();
    const { cid, uri, value } = Object(data).createDevTidemarkNote;
    const { $type: type, ...stored } = value;
    expect(type).toBe("dev.tidemark.note");
    expect(stored).toEqual({
      ...whole,
      extra: { $type: "dev.tidemark.note#mood", level: 3 },
      extras: [
        { $type: "dev.tidemark.note#place", name: "a" },
        { $type: "dev.tidemark.note#mood", level: 1 }
      ]
    });
    expect(await atPds(uri)).toEqual({ uri, cid, value });
    expect((await log.writes()).at(-1)).toMatchObject({
      uris: [uri],
      cids: [cid],
      story: ["WriteRequested", "RecordWritten"]
    });
  });

  it("Bytes and links are returned as the PDS returns them, however they were written", async () => {
    const anything = {
      bytes: [{ $bytes: "AAE=" }, { $bytes: "AB" }],
      link: { $link: "zdpuAmP6sLPZKXQfkbT4DxWa6dcbDzvDQDGpDkGPRKeLgRtdk" }
    };
    const create = `mutation ($input: DevTidemarkNoteInput!) { createDevTidemarkNote(input: $input) { uri cid value } }`;
    const { data } = await send(create, { input: { text: "bytes", anything } });
    const record = Object(data).createDevTidemarkNote;
    expect(await atPds(record.uri)).toEqual(record);
  });

  it("A write is included in the next query in another process", async () => {
    for (let count = 0; count < 10; count += 1) {
      const text = `seen ${count}`;
      const written = await send(
        "mutation ($text: String!) { createDevTidemarkNote(input: { text: $text }) { uri } }",
        { text }
      );
      const { uri } = Object(written.data).createDevTidemarkNote;
      const found = await elsewhere.graphql(
        "query ($uri: String!) { record(uri: $uri) { ... on DevTidemarkNote { text } } }",
        { uri }
      );
      expect(found.data).toEqual({ record: { text } });
    }
  });

  describe("record keys", () => {
    const put = (type: string, rkey?: string) =>
      send(
        `mutation ($rkey: String) { create${type}(rkey: $rkey, input: { text: "x" }) { uri } }`,
        rkey === undefined ? {} : { rkey }
      );
    const uriOf = ({ data }: { readonly data: unknown }) => Object(Object.values(Object(data))[0]).uri;

    it("Record keys are what the Lexicon specifies", async () => {
      expect(uriOf(await put("DevTidemarkNote"))).toMatch(/\/[2-7a-z]{13}$/);
      expect(uriOf(await put("DevTidemarkFree"))).toMatch(/\/[2-7a-z]{13}$/);
      expect(uriOf(await put("DevTidemarkFree", "any:key_~1"))).toMatch(/\/any:key_~1$/);
      expect(uriOf(await put("DevTidemarkNamed", "com.example.thing"))).toMatch(/\/com\.example\.thing$/);
      expect(uriOf(await put("DevTidemarkSingle"))).toMatch(/\/self$/);
    });

    it("Record keys that the Lexicon does not allow are refused before anything is sent", async () => {
      const before = proxy.writes;
      const wrong: ReadonlyArray<readonly [string, string | undefined]> = [
        ["DevTidemarkNote", "not-a-tid"],
        ["DevTidemarkFree", "no/slash"],
        ["DevTidemarkFree", ".."],
        ["DevTidemarkNamed", undefined],
        ["DevTidemarkNamed", "plain"],
        ["DevTidemarkSingle", "other"]
      ];
      for (const [type, rkey] of wrong) {
        const { errors } = await put(type, rkey);
        expect(code(errors), `${type} ${rkey}`).toBe("BAD_USER_INPUT");
        expect(Object(errors)[0].message).toMatch(/^rkey must/);
      }
      expect(proxy.writes).toBe(before);
    });
  });

  it("An invalid record is refused with all problems at once, by path, and nothing is sent", async () => {
    const before = proxy.writes;
    const input = {
      text: "x".repeat(2_001),
      createdAt: "yesterday",
      stars: 9,
      tags: ["fine", "far too long a tag", "a", "b"],
      place: { name: "a place with too long a name" },
      about: { uri: "no uri", cid: "no cid" }
    };
    const pathsOf = ({ errors }: { readonly errors: unknown }) =>
      Object(errors)[0].extensions.problems.map(({ path }: { readonly path: string }) => path);
    const refused = await send(
      `mutation ($input: DevTidemarkNoteInput!) { createDevTidemarkNote(input: $input) { uri } }`,
      { input }
    );
    expect(refused.data).toEqual({ createDevTidemarkNote: null });
    expect(pathsOf(refused)).toEqual(["text", "createdAt", "stars", "tags", "place.name", "about.uri", "about.cid"]);
    const everywhere = await send(
      `mutation ($input: DevTidemarkNoteInput!) {
        updateDevTidemarkNote(rkey: "no tid", swapCid: "none", input: $input) { uri } }`,
      {
        input: {
          text: "x".repeat(2_001),
          extra: { type: "MOOD", mood: { level: 1 }, place: { name: "a" } },
          photo: { ref: "none", mimeType: "image/png", size: 1 },
          anything: { of: [1.5, "\ud800", { $bytes: "_" }] }
        }
      }
    );
    expect(pathsOf(everywhere)).toEqual([
      ...["rkey", "swapCid", "extra.place", "text", "photo", "photo.ref"],
      ...["anything.of[0]", "anything.of[1]", "anything.of[2]"]
    ]);
    const noKey = await send(`mutation { deleteDevTidemarkNote(swapCid: "none") { uri } }`);
    expect(pathsOf(noKey)).toEqual(["rkey", "swapCid"]);
    const unknown = await send(`mutation { createDevTidemarkNote(input: { text: "x", colour: "red" }) { uri } }`);
    expect(Object(unknown.errors)[0].message).toContain(`"colour"`);
    const inVariable = await send(
      `mutation ($input: DevTidemarkNoteInput!) { createDevTidemarkNote(input: $input) { uri } }`,
      {
        input: { text: "x", place: { name: "n", colour: "red" } }
      }
    );
    expect(Object(inVariable.errors)[0].message).toContain(`"colour"`);
    expect(proxy.writes).toBe(before);
  });

  it("A create succeeds where no record exists, and fails with the reason where one does", async () => {
    const create = `mutation ($text: String!) { createDevTidemarkFree(rkey: "taken", input: { text: $text }) { uri cid } }`;
    expect((await send(create, { text: "first" })).errors).toBeUndefined();
    for (const text of ["first", "second"]) {
      const { errors } = await send(create, { text });
      expect(code(errors)).toBe("RECORD_EXISTS");
    }
    expect((await log.writes()).at(-1)?.story).toEqual(["WriteRequested", "WriteRejected(record-exists)"]);
  });

  it("A record is updated and deleted with and without a swap", async () => {
    const created = await send(`mutation { createDevTidemarkFree(rkey: "swap", input: { text: "one" }) { cid } }`);
    const { cid } = Object(created.data).createDevTidemarkFree;
    const update = `mutation ($text: String!, $cid: String) {
      updateDevTidemarkFree(rkey: "swap", input: { text: $text }, swapCid: $cid) { cid text indexedAt } }`;
    const updated = await send(update, { text: "two", cid });
    expect(Object(updated.data).updateDevTidemarkFree).toMatchObject({ text: "two" });
    expect(code((await send(update, { text: "three", cid })).errors)).toBe("SWAP_MISMATCH");
    expect(code((await send(update, { text: "three", cid: "nothing" })).errors)).toBe("BAD_USER_INPUT");
    const remove = `mutation ($cid: String) { deleteDevTidemarkFree(rkey: "swap", swapCid: $cid) { uri } }`;
    expect(code((await send(remove, { cid })).errors)).toBe("SWAP_MISMATCH");
    expect((await send(remove)).errors).toBeUndefined();
    expect((await send(remove)).errors).toBeUndefined();
    expect(code((await send(update, { text: "again", cid })).errors)).toBe("SWAP_MISMATCH");
    expect((await send(update, { text: "again" })).errors).toBeUndefined();
  });

  describe("a batch", () => {
    const apply = `mutation ($writes: [WriteInput!]!) {
      applyWrites(writes: $writes) { __typename uri cid text: record { __typename ... on DevTidemarkFree { text } ... on DevTidemarkNote { text did } } } }`;

    it("A batch is one commit, with typed inputs and the records in order", async () => {
      const { data, errors } = await send(apply, {
        writes: [
          { create: { devTidemarkFree: { text: "one" } }, rkey: "batch1" },
          { create: { devTidemarkNote: { text: "two", place: { name: "here" } } } },
          { update: { devTidemarkSingle: { text: "three" } } },
          { delete: "dev.tidemark.free", rkey: "swap" }
        ]
      });
      expect(errors).toBeUndefined();
      const results = Object(data).applyWrites;
      expect(results).toMatchObject([
        { uri: `at://${account.did}/dev.tidemark.free/batch1`, text: { text: "one" } },
        { text: { text: "two", did: account.did } },
        { uri: `at://${account.did}/dev.tidemark.single/self`, text: { __typename: "DevTidemarkSingle" } },
        { uri: `at://${account.did}/dev.tidemark.free/swap`, cid: null, text: null }
      ]);
      for (const { cid, uri } of results.slice(0, 3)) expect((await atPds(uri)).cid).toBe(cid);
      const logged = (await log.writes()).at(-1);
      expect(logged?.uris).toHaveLength(4);
      expect(logged?.story).toHaveLength(8);
    });

    it("A batch is refused as a whole, and the error names the problem of each write", async () => {
      const before = await recordsAtPds(pds.url, account.did, "dev.tidemark.free");
      const free = (text: string) => ({ create: { devTidemarkFree: { text } }, rkey: text });
      const refused = async (writes: ReadonlyArray<unknown>, expected: string, message: string) => {
        const { errors } = await send(apply, { writes });
        expect([code(errors), JSON.stringify(errors)]).toEqual([expected, expect.stringContaining(message)]);
      };
      await refused([], "BAD_USER_INPUT", "at least one");
      await refused([free("a"), {}], "BAD_USER_INPUT", "writes[1] must have exactly one of create, update and delete");
      await refused([{ create: {} }], "BAD_USER_INPUT", "writes[0].create must have exactly one record");
      await refused(
        [free("a"), { delete: "no.such.thing", rkey: "x" }],
        "BAD_USER_INPUT",
        "writes[1].delete must be a collection"
      );
      await refused([free("a"), { delete: "dev.tidemark.free" }], "BAD_USER_INPUT", "writes[1].rkey must be given");
      await refused([free("a"), free("a")], "BAD_USER_INPUT", "writes[1] has the same address as writes[0]");
      await refused(
        [free("a"), { create: { devTidemarkNote: { text: "x", stars: 9 } } }],
        "BAD_USER_INPUT",
        "writes[1].stars"
      );
      await refused(
        [
          { create: { devTidemarkNote: { text: "x", stars: 9 } }, rkey: "x" },
          { ...free("a"), rkey: ".." }
        ],
        "BAD_USER_INPUT",
        "writes[0].rkey must be a TID, such as 3jzfcijpj2z2a: leave it out to get a fresh one; writes[0].stars can not be greater than 5; writes[1].rkey must be"
      );
      await refused([{ delete: "dev.tidemark.free", rkey: "absent" }], "NOT_FOUND", '"write":0');
      await refused([{ update: { devTidemarkFree: { text: "x" } }, rkey: "absent" }], "NOT_FOUND", '"write":0');
      await refused([{ create: { devTidemarkFree: { text: "first" } }, rkey: "taken" }], "RECORD_EXISTS", '"write":0');
      await refused([free("a"), free("taken")], "RECORD_EXISTS", '"write":1');
      await refused(
        [free("a"), { update: { devTidemarkFree: { text: "x" } }, rkey: "absent" }],
        "NOT_FOUND",
        '"write":1'
      );
      expect(await recordsAtPds(pds.url, account.did, "dev.tidemark.free")).toEqual(before);
      expect(await log.openWrites()).toBe(0);
    });

    it("A batch accepts up to 200 writes", { timeout: 60_000 }, async () => {
      const writes = (count: number) =>
        Array.from({ length: count }, (_, at) => ({ create: { devTidemarkNote: { text: `many ${at}` } } }));
      expect(code((await send(apply, { writes: writes(201) })).errors)).toBe("BAD_USER_INPUT");
      const { data, errors } = await send(
        "mutation ($writes: [WriteInput!]!) { applyWrites(writes: $writes) { uri } }",
        {
          writes: writes(200)
        }
      );
      expect(errors).toBeUndefined();
      expect(new Set(Object(data).applyWrites.map(({ uri }: { readonly uri: string }) => uri)).size).toBe(200);
    });
  });

  describe("an idempotency key", () => {
    const create = "mutation ($text: String!) { createDevTidemarkNote(input: { text: $text }) { uri } }";
    const having = async (text: string) =>
      (await recordsAtPds(pds.url, account.did, "dev.tidemark.note")).filter(
        ({ value }) => Object(value).text === text
      );

    it("An idempotency key writes once, however many requests race through however many processes", async () => {
      const racing = Array.from({ length: 16 }, (_, at) =>
        send(create, { text: "race" }, "race", at % 2 === 0 ? app : elsewhere)
      );
      const answers = await Promise.all(racing);
      expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([]);
      expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
      expect(await having("race")).toHaveLength(1);
    });

    it("An idempotency key belongs to its first request, also after a restart, and to no other one", async () => {
      const first = await send(create, { text: "kept" }, "kept");
      await running.service.restart();
      expect((await send(create, { text: "kept" }, "kept")).data).toEqual(first.data);
      expect(code((await send(create, { text: "other" }, "kept")).errors)).toBe("IDEMPOTENCY_KEY_REUSED");
      const longer = `mutation { a: createDevTidemarkNote(input: { text: "kept" }) { uri } b: createDevTidemarkNote(input: { text: "more" }) { uri } }`;
      const refused = await send(longer, {}, "kept");
      expect([refused.data, code(refused.errors)]).toEqual([{ a: null, b: null }, "IDEMPOTENCY_KEY_REUSED"]);
      expect([(await having("kept")).length, (await having("more")).length]).toEqual([1, 0]);
    });

    it("An idempotency key covers every write of a document, and batches", async () => {
      const several = `mutation { a: createDevTidemarkNote(input: { text: "several" }) { uri } b: createDevTidemarkNote(input: { text: "several" }) { uri }
        c: applyWrites(writes: [{ create: { devTidemarkNote: { text: "several" } } }]) { uri } }`;
      const first = await send(several, {}, "several");
      expect(first.errors).toBeUndefined();
      expect((await send(several, {}, "several", elsewhere)).data).toEqual(first.data);
      expect(await having("several")).toHaveLength(3);
    });

    it("An idempotency key must be 1 to 255 printable characters", async () => {
      for (const key of ["", "x".repeat(256), "tab\there", " "]) {
        const { status, errors } = await send(create, { text: "never" }, key);
        expect([status, code(errors)], JSON.stringify(key)).toEqual([400, "BAD_REQUEST"]);
      }
      expect(await having("never")).toHaveLength(0);
    });

    it("A retry with its key returns the true outcome of a write whose request or response was lost", {
      timeout: 60_000
    }, async () => {
      let lost = 0;
      const loseOnce = () => {
        lost += 1;
        return lost > 1;
      };
      proxy.fate = { forward: loseOnce };
      const unknown = await send(create, { text: "lost request" }, "lost request");
      expect(code(unknown.errors)).toBe("PDS_UNREACHABLE");
      expect(Object(unknown.errors)[0].extensions.outcome).toBe("unknown");
      expect(Object(unknown.errors)[0].message).toContain("Idempotency-Key");
      expect((await send(create, { text: "lost request" }, "lost request")).errors).toBeUndefined();
      expect(await having("lost request")).toHaveLength(1);
      lost = 0;
      proxy.fate = { answer: loseOnce };
      expect((await send(create, { text: "lost answer" }, "lost answer")).errors).toBeUndefined();
      expect((await send(create, { text: "lost answer" }, "lost answer", elsewhere)).errors).toBeUndefined();
      expect(await having("lost answer")).toHaveLength(1);
      proxy.fate = {};
    });

    // Takes as long as the service waits for a PDS: a process has no clock that a test could set.
    it("A write with a key is not repeated when the PDS is slower than the timeout", { timeout: 60_000 }, async () => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      let held: SeenWrite | null = null;
      let isHeldAnswered = false;
      proxy.fate = {
        forward: async (write) => {
          if (held !== null) return true;
          held = write;
          await released;
          return true;
        },
        answer: (write) => {
          isHeldAnswered ||= write === held;
          return true;
        }
      };
      const slow = await send(create, { text: "slow" }, "slow");
      expect(code(slow.errors)).toBe("PDS_TIMEOUT");
      release();
      expect((await send(create, { text: "slow" }, "slow")).errors).toBeUndefined();
      await eventually("the PDS has answered the slow request, too", async () => isHeldAnswered);
      proxy.fate = {};
      expect(await having("slow")).toHaveLength(1);
      expect(await log.openWrites()).toBe(0);
    });
  });

  it("The log, the PDS and the index agree in the end", async () => {
    for (const collection of ["dev.tidemark.note", "dev.tidemark.free", "dev.tidemark.single", "dev.tidemark.named"]) {
      const records = await recordsAtPds(pds.url, account.did, collection);
      expect(Object.fromEntries(await log.indexed(collection))).toEqual(
        Object.fromEntries(records.map(({ cid, uri }) => [uri, cid]))
      );
    }
  });
});
