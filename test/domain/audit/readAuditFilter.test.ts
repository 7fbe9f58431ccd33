import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import { readAuditFilter, type SentFilter } from "../../../src/domain/audit/readAuditFilter.ts";

/** A Tuesday. */
const now = Date.parse("2026-03-03T15:04:05.678Z");

const refusal = (sent: SentFilter): string =>
  Either.match(readAuditFilter(sent, now), {
    onLeft: ({ message }) => message,
    onRight: () => assert.fail("was read")
  });

const read = (sent: SentFilter) => Either.getOrThrow(readAuditFilter(sent, now));

describe("a filter of the history", () => {
  it("has the members that were set, without null and without empty types", () => {
    assert.deepStrictEqual(read({}), {});
    assert.deepStrictEqual(read({ did: null, clientId: "client_1", types: [], outcome: "FAILURE" }), {
      clientId: "client_1",
      outcome: "failure"
    });
    assert.deepStrictEqual(read({ types: ["CodeIssued.v1", "CodeIssued.v1"] }), { types: ["CodeIssued.v1"] });
  });

  it("has times in the form of the log, and rounds up to the next millisecond", () => {
    assert.deepStrictEqual(read({ since: "2026-03-01T12:00:00+02:00", until: "2026-03-02" }), {
      since: "2026-03-01T10:00:00.000Z",
      until: "2026-03-02T00:00:00.000Z"
    });
    assert.deepStrictEqual(read({ since: "2026-03-01T10:00:00.000001Z" }), { since: "2026-03-01T10:00:00.001Z" });
    assert.deepStrictEqual(read({ since: "2026-03-01T10:00:00.001Z" }), { since: "2026-03-01T10:00:00.001Z" });
  });

  it("has relative times as times in the form of the log", () => {
    assert.deepStrictEqual(read({ since: "2h", until: "now" }), {
      since: "2026-03-03T13:04:05.678Z",
      until: "2026-03-03T15:04:05.678Z"
    });
  });

  it("has the start and the end of a day, in UTC, and the last one of a weekday", () => {
    const tuesday = { since: "2026-02-24T00:00:00.000Z", until: "2026-02-25T00:00:00.000Z" };
    assert.deepStrictEqual(read({ on: "Tuesday" }), tuesday);
    assert.deepStrictEqual(read({ on: "last tuesday" }), tuesday);
    assert.deepStrictEqual(read({ on: "2026-02-24" }), tuesday);
    assert.deepStrictEqual(read({ on: "yesterday" }), {
      since: "2026-03-02T00:00:00.000Z",
      until: "2026-03-03T00:00:00.000Z"
    });
  });

  it("has all versions of a type that is named without one", () => {
    assert.deepStrictEqual(read({ types: ["ClientUpdated"] }), { types: ["ClientUpdated.v1", "ClientUpdated.v2"] });
    assert.deepStrictEqual(read({ types: ["ClientUpdated.v2", "ClientUpdated"] }), {
      types: ["ClientUpdated.v2", "ClientUpdated.v1"]
    });
    assert.deepStrictEqual(read({ types: ["LoginFailed"] }), { types: ["LoginFailed.v1"] });
  });

  const hostile: ReadonlyArray<readonly [SentFilter, RegExp]> = [
    [{ did: "alice" }, /^did must be a DID or a handle/],
    [{ did: "did:plc:\u0000" }, /^did contains characters/],
    [{ did: "" }, /^did is empty/],
    [{ clientId: "x".repeat(1_000_000) }, /^clientId is longer than 4096 characters$/],
    [{ clientId: "a\u0000" }, /^clientId contains characters/],
    [{ authorizationId: "a b" }, /^authorizationId contains characters/],
    [{ reason: "\ud800" }, /^reason contains characters/],
    [{ stream: "write-\u0000" }, /^stream contains characters/],
    [{ requestId: "é" }, /^requestId contains characters/],
    [{ outcome: "maybe" }, /^outcome must be success or failure$/],
    [{ types: ["LoginFailed.v9"] }, /^types contains "LoginFailed.v9", which is not .* did you mean LoginFailed.v1\?$/],
    [{ outcome: "sucess" }, /^outcome must be success or failure; did you mean success\?$/],
    [{ types: [`${"\u0000".repeat(1_000_000)}`] }, /^types contains "\?{60}", which/],
    [{ types: ["__proto__"] }, /^types contains "__proto__"/],
    [{ uri: "https://example.com" }, /^uri must be at:/],
    [{ since: "the day before" }, /^since must be a time: 2026-01-31, /],
    [{ since: "2026-02-30T00:00:00Z" }, /^since must be a time/],
    [{ until: "2026-01-31T12:00:00" }, /^until must be a time/],
    [{ until: "0000-01-01T00:00:00+12:00" }, /^until must be a time/],
    [{ until: "9".repeat(1_000_000) }, /^until must be a time/],
    [
      { since: "2026-03-01", until: "2026-03-01" },
      /^until must be later than since: it means 2026-03-01T00:00:00.000Z, and since means 2026-03-01T00:00:00.000Z$/
    ],
    [{ on: "2h" }, /^on must be a day: 2026-01-31, today/],
    [{ on: "now" }, /^on must be a day/],
    [{ on: "2026-02-30" }, /^on must be a day/],
    [{ on: "tuesday", since: "2h" }, /^on stands for since and until/],
    [{ types: ["LoginFailed."] }, /^types contains "LoginFailed."/],
    [{ types: ["Login"] }, /^types contains "Login"/]
  ];
  for (const [sent, expected] of hostile)
    it(`is refused by the name of what is wrong: ${JSON.stringify(sent).slice(0, 60)}`, () => {
      assert.match(refusal(sent), expected);
    });
});
