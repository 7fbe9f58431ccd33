import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redirectUriFault, redirectUriMatches } from "../../../src/domain/client/registration/redirectUri.ts";
import { normalizeHtu } from "../../../src/domain/dpop/normalizeHtu.ts";
import {
  formatScope,
  parseScope,
  type Scope,
  scopeIntersection,
  scopeWithin
} from "../../../src/domain/scope/Scope.ts";

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,7}$/);
const host = fc.tuple(label, label).map(([name, top]) => `${name}.${top}x`);
const path = fc.array(label, { minLength: 1, maxLength: 3 }).map((parts) => `/${parts.join("/")}`);
const uri = fc.tuple(host, path).map(([at, to]) => `https://${at}${to}`);

/** One change of a URI, after which it is another one. */
const changes: ReadonlyArray<(text: string, at: number) => string> = [
  (text, at) => `${text.slice(0, at)}x${text.slice(at)}`,
  (text, at) => text.slice(0, at) + text.slice(at + 1),
  (text, at) => `${text.slice(0, at)}${(text[at] ?? "").toUpperCase()}${text.slice(at + 1)}`,
  (text, at) => `${text.slice(0, at)}%${text.charCodeAt(at).toString(16)}${text.slice(at + 1)}`,
  (text) => `${text}/`,
  (text) => `${text}?`,
  (text) => `${text}#`,
  (text) => `${text} `,
  (text) => text.replace("https:", "http:"),
  (text) => text.replace("https://", "https://x@"),
  (text) => text.replace(/^(https:\/\/[^/]+)/, "$1:443"),
  (text) => text.replace(/^(https:\/\/[^/]+)/, "$1."),
  (text) => text.replace(/^(https:\/\/[^/]+)\//, "$1/./")
];

const nearMiss = fc.tuple(uri, fc.constantFrom(...changes), fc.nat()).map(([text, change, seed]) => ({
  registered: text,
  requested: change(text, seed % text.length)
}));

describe("redirect URIs", () => {
  it("RU-01 match themselves, but no similar URI", () => {
    fc.assert(
      fc.property(nearMiss, ({ registered, requested }) => {
        expect(redirectUriMatches(registered, registered)).toBe(true);
        fc.pre(registered !== requested);
        expect(redirectUriMatches(registered, requested)).toBe(false);
      }),
      { numRuns: 5_000 }
    );
  });

  it("RU-03, RU-05 on loopback may differ only in the port", () => {
    const loopback = fc.constantFrom("127.0.0.1", "[::1]", "localhost");
    const port = fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: null });
    const spelled = (at: string, number: number | null, to: string) =>
      `http://${at}${number === null ? "" : `:${number}`}${to}`;
    fc.assert(
      fc.property(loopback, port, path, loopback, port, path, (host1, port1, path1, host2, port2, path2) => {
        const matches = redirectUriMatches(spelled(host1, port1, path1), spelled(host2, port2, path2));
        expect(matches).toBe(host1 === host2 && path1 === path2);
      }),
      { numRuns: 3_000 }
    );
  });

  it("RU-02 that can be registered never match with anything before or after them", () => {
    fc.assert(
      fc.property(uri, fc.string({ maxLength: 6 }), fc.string({ maxLength: 6 }), (registered, before, after) => {
        fc.pre(before + after !== "");
        expect(redirectUriFault(registered)).toEqual(Option.none());
        expect(redirectUriMatches(registered, `${before}${registered}${after}`)).toBe(false);
      })
    );
  });
});

describe("htu", () => {
  it("DP-10 is equal regardless of the case of scheme and host, the default port, and unnecessary encoding", () => {
    fc.assert(
      fc.property(host, path, fc.nat(), (at, to, seed) => {
        const plain = normalizeHtu(`https://${at}${to}`);
        const place = 1 + (seed % (to.length - 1));
        const letter = to[place] ?? "";
        const encoded = letter === "/" ? letter : `%${letter.charCodeAt(0).toString(16)}`;
        for (const same of [
          `HTTPS://${at.toUpperCase()}${to}`,
          `https://${at}:443${to}`,
          `https://${at}${to.slice(0, place)}${encoded}${to.slice(place + 1)}`,
          `https://${at}/./x/..${to}?q=1#f`
        ])
          expect(normalizeHtu(same)).toEqual(plain);
      }),
      { numRuns: 2_000 }
    );
  });

  it("DP-09 differs if host, port, scheme or path do", () => {
    fc.assert(
      fc.property(host, path, host, path, fc.constantFrom("https", "http"), (host1, path1, host2, path2, scheme) => {
        const same = normalizeHtu(`https://${host1}${path1}`);
        const other = normalizeHtu(`${scheme}://${host2}${path2}`);
        const equal = Option.getOrNull(same) === Option.getOrNull(other);
        expect(equal).toBe(scheme === "https" && host1 === host2 && path1 === path2);
        expect(normalizeHtu(`https://${host1}:8443${path1}`)).not.toEqual(same);
        expect(normalizeHtu(`https://${host1}${path1}/`)).not.toEqual(same);
      }),
      { numRuns: 2_000 }
    );
  });
});

const collection = fc.constantFrom("com.example.note", "com.example.like", "org.other.thing");
const value = fc.oneof(
  fc.constantFrom("atproto", "transition:generic", "repo:*", "blob:*/*", "blob:image/*", "blob:image/png"),
  collection.map((name) => `repo:${name}`),
  fc
    .tuple(collection, fc.constantFrom("create", "update", "delete"))
    .map(([name, action]) => `repo:${name}?action=${action}`)
);
const scope: fc.Arbitrary<Scope> = fc
  .array(value, { minLength: 1, maxLength: 5 })
  .map((values) => Either.getOrThrow(parseScope(values.join(" "))));
const within = (small: Scope, large: Scope): boolean => Either.isRight(scopeWithin(small, large));

describe("scopes", () => {
  it("contain themselves and, transitively, what their parts contain (a partial order)", () => {
    fc.assert(
      fc.property(scope, scope, scope, (one, two, three) => {
        expect(within(one, one)).toBe(true);
        if (within(one, two) && within(two, three)) expect(within(one, three)).toBe(true);
      }),
      { numRuns: 3_000 }
    );
  });

  it("CD-09 grant what was requested and allowed, and nothing else", () => {
    fc.assert(
      fc.property(scope, scope, scope, (asked, registered, granted) => {
        const narrowed = scopeIntersection(scopeIntersection(asked, registered), granted);
        for (const bound of [asked, registered, granted])
          if (narrowed.length > 0) expect(within(narrowed, bound)).toBe(true);
        expect(scopeIntersection(narrowed, granted)).toEqual(narrowed);
        if (within(asked, registered) && within(asked, granted)) expect(narrowed).toEqual(asked);
      }),
      { numRuns: 3_000 }
    );
  });

  it("are serialized as they were parsed", () => {
    fc.assert(
      fc.property(scope, (given) => {
        expect(Either.getOrThrow(parseScope(formatScope(given)))).toEqual(given);
      })
    );
  });
});
