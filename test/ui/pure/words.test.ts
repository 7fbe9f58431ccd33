import { assert, describe, it } from "@effect/vitest";
import { faultsOf, redirectUriFaults, tidy } from "../../../ui/src/sections/clients/clientRules.ts";
import { messagesOf } from "../../../ui/src/sections/clients/fieldMessages.ts";
import { secondsInWords } from "../../../ui/src/sections/clients/secondsInWords.ts";

const draft = { name: " An app ", type: "PUBLIC", redirectUris: ["", " https://a.example/b "], scope: " " } as const;

describe("the form of a client", () => {
  it("is normalized before it is sent", () => {
    assert.deepStrictEqual(tidy(draft), {
      name: "An app",
      type: "PUBLIC",
      redirectUris: ["https://a.example/b"],
      scope: "atproto transition:generic"
    });
    assert.deepStrictEqual(faultsOf(draft), []);
  });

  it("is validated by the rules of the service, in sentences that name the field", () => {
    const wrong = faultsOf({ ...draft, name: " ", redirectUris: [], scope: "transition:generic" });
    assert.deepStrictEqual(
      wrong.map(({ field }) => field),
      ["name", "redirectUris", "scope"]
    );
    assert.match(messagesOf(wrong, [], "name").join(), /^Client name is missing/);
    const invisible = faultsOf({ ...draft, name: "\u200b" });
    assert.match(messagesOf(invisible, [], "name").join(), /^Client name must be 1 to 100 characters/);
    assert.deepStrictEqual(redirectUriFaults("nope"), [
      "It must be absolute, such as https://app.example.com/callback."
    ]);
    assert.deepStrictEqual(redirectUriFaults(""), []);
  });

  it("shows the faults of the service if the form found none", () => {
    assert.deepStrictEqual(messagesOf([], [{ field: "scope", message: '"x" is unknown.' }], "scope"), [
      '"x" is unknown.'
    ]);
  });
});

describe("durations", () => {
  it("are written in at most two units", () => {
    assert.strictEqual(secondsInWords(300), "5 minutes");
    assert.strictEqual(secondsInWords(90_061), "1 day 1 hour");
    assert.strictEqual(secondsInWords(null), "The default applies.");
    assert.strictEqual(secondsInWords(Number.NaN), "");
  });
});
