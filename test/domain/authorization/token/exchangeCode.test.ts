import { assert, describe, it } from "@effect/vitest";
import {
  type AuthorizationEvent,
  AuthorizationRequested
} from "../../../../src/domain/authorization/AuthorizationEvent.ts";
import { type ExchangeCodeCommand, exchangeCode } from "../../../../src/domain/authorization/token/exchangeCode.ts";
import { codeAttempts, lifetimes } from "../../../../src/domain/authorization/token/lifetimes.ts";
import { given } from "../given.ts";
import {
  codeRefused,
  completed,
  ended,
  exchange,
  exchanged,
  fold,
  issued,
  loginStarted,
  requested,
  returned,
  start,
  toCode
} from "../samples.ts";

const bound = [new AuthorizationRequested({ ...requested, dpopJkt: "key" }), loginStarted, returned, completed, issued];
const counted = ["CodeRefused.v1"];

describe("exchangeCode", () => {
  it.each<
    readonly [string, ReadonlyArray<AuthorizationEvent>, Partial<ExchangeCodeCommand>, string, ReadonlyArray<string>]
  >([
    ["redeems", toCode, {}, "Exchanged", ["CodeExchanged.v1"]],
    ["redeems without a redirect URI (RU-10)", toCode, { redirectUri: null }, "Exchanged", ["CodeExchanged.v1"]],
    ["redeems for a client without a key", toCode, { jkt: null }, "Exchanged", ["CodeExchanged.v1"]],
    ["redeems in its last millisecond", toCode, { now: start + lifetimes.code - 1 }, "Exchanged", ["CodeExchanged.v1"]],
    ["AC-02 too late", toCode, { now: start + lifetimes.code }, "expired", counted],
    ["AC-05 another client", toCode, { clientId: "client-b" }, "client-mismatch", counted],
    ["RU-10 another redirect URI", toCode, { redirectUri: "https://app.example/" }, "redirect-uri-mismatch", counted],
    ["AC-06 another verifier", toCode, { codeVerifier: "w".repeat(43) }, "verifier-mismatch", counted],
    ["AC-06 a verifier that is none", toCode, { codeVerifier: "" }, "verifier-mismatch", counted],
    ["AC-09 the bound key", bound, {}, "Exchanged", ["CodeExchanged.v1"]],
    ["AC-09 another key", bound, { jkt: "other" }, "key-mismatch", counted],
    ["AC-09 no key", bound, { jkt: null }, "key-mismatch", counted],
    ["another code", toCode, { codeHash: "other" }, "unknown", []],
    ["before the login is complete", [requested, loginStarted], {}, "unknown", []],
    ["nothing there", [], {}, "unknown", []],
    [
      "AC-06 after too many attempts",
      [...toCode, ...Array.from({ length: codeAttempts }, () => codeRefused)],
      {},
      "too-many-attempts",
      []
    ],
    [
      "AC-06 after one attempt less",
      [...toCode, ...Array.from({ length: codeAttempts - 1 }, () => codeRefused)],
      {},
      "Exchanged",
      ["CodeExchanged.v1"]
    ],
    ["AC-03 again, right in every respect", [...toCode, exchanged], {}, "already-used", ["AuthorizationEnded.v1"]],
    [
      "AC-03 again, long after",
      [...toCode, exchanged],
      { now: start + lifetimes.refreshToken },
      "already-used",
      ["AuthorizationEnded.v1"]
    ],
    ["again, while the reply is kept", [...toCode, exchanged], { isReplyCached: true }, "Repeated", []],
    [
      "AC-03 again, by another key of the client",
      [...toCode, exchanged],
      { isReplyCached: true, clientKey: "other" },
      "already-used",
      ["AuthorizationEnded.v1"]
    ],
    ["again, after the end", [...toCode, exchanged, ended], { isReplyCached: true }, "ended", []],
    ...(
      [
        ["another client", { clientId: "client-b" }],
        ["another redirect URI", { redirectUri: "https://app.example/" }],
        ["another verifier", { codeVerifier: "w".repeat(43) }],
        ["another key", { jkt: "other" }],
        ["no key", { jkt: null }]
      ] as const
    ).map(
      ([name, change]) =>
        [
          `AC-04 again, while the reply is kept, with ${name}`,
          [...toCode, exchanged],
          { isReplyCached: true, ...change },
          "already-used",
          []
        ] as const
    ),
    ["AC-04 again, by another client", [...toCode, exchanged], { clientId: "client-b" }, "already-used", []],
    [
      "AC-04 again, with another verifier",
      [...toCode, exchanged],
      { codeVerifier: "w".repeat(43) },
      "already-used",
      []
    ],
    ["AC-04 again, with another key", [...toCode, exchanged], { jkt: "other" }, "already-used", []],
    ["another code of an active one", [...toCode, exchanged], { codeHash: "other" }, "unknown", []],
    ["after the end", [...toCode, exchanged, ended], {}, "ended", []]
  ])("%s", (_name, history, change, outcome, events) => {
    assert.deepStrictEqual(
      given(history).when((state) => exchangeCode(state, { ...exchange, ...change })),
      [outcome, events]
    );
  });

  it("issues what was granted, for the key that redeems the code", () => {
    const [event] = exchangeCode(fold(...toCode), exchange).events;
    assert.deepInclude(event, { scope: completed.scope, jkt: "key", refreshHash: "refresh-1", exchangedAt: start });
  });
});
