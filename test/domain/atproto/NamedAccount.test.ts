import { assert, it } from "@effect/vitest";
import * as Either from "effect/Either";
import fc from "fast-check";
import {
  type NamedAccount,
  readAccount,
  readUserAccount,
  type UnreadableAccount
} from "../../../src/domain/atproto/NamedAccount.ts";

const did = "did:plc:alice234alice234alice234";

const nameOf = (account: NamedAccount): string => {
  if (account._tag === "Server") return account.origin;
  return account._tag === "Did" ? account.did : account.handle;
};

/** What a text is read as: a name, or why it is none and what was probably meant. */
const read = (text: string) =>
  Either.match(readAccount(text), {
    onLeft: ({ reason, suggestion }) => [reason, suggestion] as const,
    onRight: (account) => nameOf(account)
  });

it("an account name is read as users type and paste it", () => {
  const alike: Readonly<Record<string, ReadonlyArray<string>>> = {
    "alice.test": [
      "alice.test",
      " Alice.TEST\n",
      "@alice.test",
      "@@alice.test",
      "@ alice.test",
      "alice.test.",
      "\u202aalice.test\u202c",
      "\u2068alice.test\u2069",
      "\u200balice.test",
      "alice\u200d.test",
      "\u200falice.test",
      "\ufeffalice.test\u00ad",
      "alice\ufe0f.test",
      "＠alice.test",
      "alice．test",
      "ａｌｉｃｅ。ｔｅｓｔ",
      "\u3000alice.test\u3000",
      "at://alice.test",
      "at://@alice.test/app.bsky.feed.post/3k2yihcrp6f2c",
      "AT://alice.test",
      "alice.test/",
      "https://bsky.app/profile/alice.test",
      "https://www.bsky.app/profile/Alice.test/",
      "http://bsky.app/profile/alice.test/post/3k2yihcrp6f2c?ref=x#y",
      "bsky.app/profile/alice.test",
      "https://bsky.app/profile/%E2%80%AAalice.test%E2%80%AC",
      "https://deer.social/profile/alice.test",
      "https://blacksky.community/profile/alice.test",
      "https://clearsky.app/alice.test/blocks",
      "https://tangled.org/@alice.test",
      "tangled.org/alice.test/repository",
      "https://new-client.example/profile/alice.test",
      "https://new-client.example/@alice.test/post/1",
      "https://klearsky.pages.dev/#/profile/alice.test"
    ],
    [did]: [
      did,
      `@${did}`,
      `\u202a${did}\u202c`,
      `${did}.`,
      did.replaceAll(":", "："),
      `at://${did}`,
      `at://${did}/xyz.statusphere.status/self`,
      `https://bsky.app/profile/${did}`,
      `https://bsky.app/profile/${encodeURIComponent(did)}`,
      `https://pdsls.dev/at://${did}/app.bsky.feed.post`,
      `https://plc.directory/${did}`
    ],
    "https://pds.example": [
      "https://pds.example",
      "HTTPS://pds.example/",
      "https://pds.example/xrpc/_health",
      "\u200bhttps://pds.example"
    ],
    "http://localhost:2583": ["http://localhost:2583"],
    "https://bsky.social": ["https://bsky.social"],
    "https://alice.example.com": ["https://alice.example.com"],
    "bsky.app": ["bsky.app", "@bsky.app"]
  };
  for (const [name, texts] of Object.entries(alike))
    for (const text of texts) assert.strictEqual(read(text), name, text);
});

it("an invalid account name fails with the reason and a suggestion", () => {
  const cases: ReadonlyArray<readonly [string, readonly [UnreadableAccount["reason"], string | null]]> = [
    ["", ["empty", null]],
    [" \u200b ", ["empty", null]],
    ["@", ["empty", null]],
    ["at://", ["empty", null]],
    ["alice", ["no-domain", null]],
    ["@Alice", ["no-domain", null]],
    ["alice@test", ["email-address", "alice.test"]],
    ["＠alice＠test", ["email-address", "alice.test"]],
    ["alice@gmail.com", ["email-address", null]],
    ["@alice@mastodon.example", ["email-address", "alice.mastodon.example"]],
    ["alice @ test", ["not-an-account", "alice.test"]],
    ["alice .test", ["not-an-account", "alice.test"]],
    ["alice,test", ["not-an-account", "alice.test"]],
    ['"alice.test"', ["not-an-account", "alice.test"]],
    ["Alice (@alice.test)", ["not-an-account", "alice.test"]],
    ["<alice.test>", ["not-an-account", "alice.test"]],
    ["handle=alice.test", ["not-an-account", "alice.test"]],
    [`Alice ${did}, alice.test`, ["not-an-account", did]],
    ["Älice.test", ["not-an-account", null]],
    ["ⓐlice.test", ["not-an-account", null]],
    ["my_alice.test", ["not-an-account", null]],
    ["alice.testß", ["not-an-account", null]],
    ["alice.tеst", ["not-an-account", null]],
    ["alice.test.ß", ["not-an-account", null]],
    ["alice.test. Thank you", ["not-an-account", "alice.test"]],
    [`candid:plc:alice234 ${did}ß`, ["not-an-account", null]],
    ["älice@test", ["email-address", null]],
    ["alice.test or bob.test", ["not-an-account", null]],
    ["x y", ["not-an-account", null]],
    ["https://bsky.app", ["web-client", null]],
    ["https://bsky.app/settings", ["web-client", null]],
    ["bsky.app/search?q=alice", ["web-client", null]],
    ["https://", ["not-an-account", null]],
    ["alice/bob", ["not-an-account", null]],
    ["did:plc:", ["not-an-account", null]],
    ["alice.test".repeat(1_000), ["not-an-account", null]]
  ];
  for (const [text, outcome] of cases) assert.deepStrictEqual(read(text), outcome, text);
});

it("the host of a server is suggested as a handle where a server is not accepted", () => {
  const [known, unknown] = ["https://alice.example.com", "http://localhost:2583"].map((url) =>
    Either.flip(readUserAccount(url))
  );
  assert.deepInclude(known?.pipe(Either.getOrNull), { reason: "server", suggestion: "alice.example.com" });
  assert.deepInclude(unknown?.pipe(Either.getOrNull), { reason: "server", suggestion: null });
});

const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,10}[a-z0-9])?$/);
const handle = fc
  .tuple(fc.array(label, { minLength: 1, maxLength: 3 }), label)
  .map(([labels, top]) => [...labels, top].join("."));
const anyDid = fc.stringMatching(/^[a-z2-7]{24}$/).map((id) => `did:plc:${id}`);
const invisible = fc.constantFrom(
  "\u200b",
  "\u200d",
  "\u200e",
  "\u200f",
  "\u202a",
  "\u202c",
  "\u2066",
  "\u2069",
  "\ufeff",
  "\u00ad",
  "\u2060"
);
const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
const sprinkled = (text: string) =>
  fc
    .array(fc.tuple(fc.nat(text.length), invisible), { maxLength: 5 })
    .map((marks) =>
      [...marks]
        .sort(([left], [right]) => right - left)
        .reduce((all, [at, mark]) => all.slice(0, at) + mark + all.slice(at), text)
    );
const around = fc
  .constantFrom<ReadonlyArray<(name: string) => string>>([
    (name) => name,
    (name) => `@@${name}`,
    (name) => ` ${name}. `,
    (name) => `at://${name}`,
    fullWidth
  ])
  .chain((ways) =>
    fc.constantFrom(
      ...ways,
      (name: string) => `https://bsky.app/profile/${name}`,
      (name: string) => `at://${name}/a.b.c/d`
    )
  );

it("an account is recognized despite invisible characters and wrapping", () => {
  const typed = fc
    .tuple(fc.oneof(handle, anyDid), around)
    .chain(([name, wrap]) => fc.tuple(fc.constant(name), sprinkled(wrap(name))));
  fc.assert(
    fc.property(typed, ([name, text]) => assert.strictEqual(read(text), name)),
    { numRuns: 500 }
  );
});

it("a URL without a profile is read as a server", () => {
  fc.assert(
    fc.property(fc.webUrl({ validSchemes: ["http", "https"], withQueryParameters: true }), (url) => {
      fc.pre(!/profile|@|did:/i.test(url) && !url.includes("%"));
      assert.strictEqual(read(url), new URL(url).origin);
    })
  );
});

it("any text is read without a crash, and both results and suggestions are read as themselves", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.webUrl()), (text) => {
      const outcome = readAccount(text);
      const name = Either.match(outcome, { onLeft: ({ suggestion }) => suggestion, onRight: nameOf });
      if (name !== null) assert.strictEqual(read(name), name);
    }),
    { numRuns: 2_000 }
  );
});

it("the longest text is read quickly", () => {
  const texts = [
    "a".repeat(4_096),
    "a.".repeat(2_048),
    "@".repeat(4_096),
    ".".repeat(4_096),
    " ".repeat(4_096),
    "a-".repeat(256),
    "did:a".repeat(100)
  ];
  const started = performance.now();
  for (const text of texts) readAccount(text);
  assert.isBelow(performance.now() - started, 500);
});
