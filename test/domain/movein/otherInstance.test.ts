import { assert, describe, it } from "@effect/vitest";
import { activeLabels } from "../../../src/domain/movein/activeLabels.ts";
import { moveSettings, otherAdmins } from "../../../src/domain/movein/moveSettings.ts";
import type { OtherLabel } from "../../../src/domain/movein/OtherInstance.ts";

const label = (uri: string, val: string, more: Partial<OtherLabel> = {}): OtherLabel => ({
  uri,
  val,
  cid: null,
  neg: false,
  exp: null,
  ...more
});

const now = Date.parse("2026-11-29T12:00:00Z");

describe("the labels that apply", () => {
  it.each<readonly [string, ReadonlyArray<OtherLabel>, ReadonlyArray<string>]>([
    ["are those that were not taken back", [label("a", "x"), label("b", "x"), label("a", "x", { neg: true })], ["b x"]],
    ["include one that was made again", [label("a", "x"), label("a", "x", { neg: true }), label("a", "x")], ["a x"]],
    ["are one for each subject and value", [label("a", "x"), label("a", "y"), label("a", "x")], ["a x", "a y"]],
    [
      "have not ended",
      [label("a", "x", { exp: "2026-11-29T11:00:00Z" }), label("a", "y", { exp: "2026-11-29T13:00:00Z" })],
      ["a y"]
    ]
  ])("%s", (_what, labels, expected) => {
    assert.deepStrictEqual(
      activeLabels(labels, now).map(({ uri, val }) => `${uri} ${val}`),
      expected
    );
  });
});

describe("the settings", () => {
  it.each<readonly [string, string, object]>([
    [
      "domain_authority",
      "xyz.statusphere",
      { _tag: "Environment", variable: "SYNC_AUTHORITIES", value: "xyz.statusphere" }
    ],
    [
      "relay_url",
      "https://relay.example.com/",
      { _tag: "Environment", variable: "RELAY_URL", value: "wss://relay.example.com" }
    ],
    ["relay_url", "https://relay1.us-west.bsky.network", { _tag: "Left", reason: "default", detail: "" }],
    [
      "plc_directory_url",
      "https://plc.example.com",
      { _tag: "Environment", variable: "PLC_DIRECTORY_URL", value: "https://plc.example.com" }
    ],
    ["oauth_supported_scopes", "atproto", { _tag: "Left", reason: "no-counterpart", detail: "" }],
    ["something_else", "x", { _tag: "Left", reason: "no-counterpart", detail: "" }]
  ])("%s %s has a row", (key, value, outcome) => {
    const rows = moveSettings(new Map([[key, value]]));
    assert.deepStrictEqual(rows.find(({ id }) => id === key)?.outcome, outcome);
  });

  it("name the admins, who have rows of their own", () => {
    const settings = new Map([["admin_dids", " did:plc:a , did:plc:b,,did:plc:a"]]);
    assert.deepStrictEqual(otherAdmins(settings), ["did:plc:a", "did:plc:b"]);
    assert.deepStrictEqual(
      moveSettings(settings).map(({ id }) => id),
      ["live sync"]
    );
    assert.deepStrictEqual(otherAdmins(new Map()), []);
  });
});
