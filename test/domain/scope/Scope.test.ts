import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as fc from "fast-check";
import { parseMimeType } from "../../../src/domain/record/blob/parseMimeType.ts";
import { parsePermission } from "../../../src/domain/scope/parsePermission.ts";
import {
  allowsBlobUpload,
  allowsRecordWrite,
  formatScope,
  knownScope,
  parseScope,
  requireAtproto,
  type Scope,
  scopeIntersection,
  scopeWithin
} from "../../../src/domain/scope/Scope.ts";

const scope = (text: string): Scope => Either.getOrThrow(parseScope(text));

const collection = fc.constantFrom("*", "app.example.post", "app.example.like", "com.example.thing");
const action = fc.constantFrom("create", "update", "delete");
const value = fc.oneof(
  fc.constantFrom(
    "atproto",
    "transition:generic",
    "transition:email",
    "rpc:app.example.call?aud=*",
    "blob:*/*",
    "blob:image/*",
    "blob:image/png"
  ),
  fc
    .tuple(collection, fc.uniqueArray(action))
    .map(([name, actions]) =>
      actions.length === 0 ? `repo:${name}` : `repo:${name}?${actions.map((one) => `action=${one}`).join("&")}`
    )
);
const anyScope = fc.array(value, { minLength: 1, maxLength: 6 }).map((values) => scope(values.join(" ")));

const writes = (given: Scope): ReadonlyArray<boolean> =>
  (["app.example.post", "app.example.like", "com.example.thing", "net.example.other"] as const).flatMap((name) =>
    (["create", "update", "delete"] as const).map((one) => allowsRecordWrite(given, name, one))
  );
const uploads = (given: Scope): ReadonlyArray<boolean> =>
  ["image/png", "image/jpeg", "video/mp4"].map((mime) => allowsBlobUpload(given, mime));

/** Everything that the left one permits is permitted by the right one. */
const permitsNoMore = (left: Scope, right: Scope): boolean => {
  const [more, most] = [
    [...writes(left), ...uploads(left)],
    [...writes(right), ...uploads(right)]
  ];
  return more.every((permitted, index) => !permitted || most[index] === true);
};

describe("parsePermission", () => {
  it.each([
    "atproto",
    "transition:generic",
    "transition:email",
    "transition:chat.bsky",
    "repo:*",
    "repo:app.example.post",
    "repo:app.example.post?action=create&action=delete",
    "repo?collection=app.example.post&collection=app.example.like",
    "repo?collection=app.example.post&action=update",
    "blob:*/*",
    "blob:image/*",
    "blob?accept=image/png&accept=video/*",
    "blob:image%2Fpng",
    "rpc:app.example.call?aud=did:web:api.example%23svc",
    "account:email?action=manage",
    "identity:handle",
    "include:com.example.authBasic"
  ])("knows %s", (text) => {
    assert.isTrue(Option.isSome(parsePermission(text)));
  });

  it.each([
    "",
    "atproto:x",
    "Atproto",
    "transition:",
    "transition:unknown",
    "repo",
    "repo:",
    "repo:app",
    "repo:app.example.*",
    "repo:app.example.post?action=read",
    "repo:app.example.post?action=",
    "repo:app.example.post?unknown=1",
    "repo:app.example.post?collection=app.example.like",
    "repo:*?collection=*",
    "blob:image/png?accept=*/*",
    "repo:app.example.post?",
    "repo:%zz",
    "blob:",
    "blob:image",
    "blob:image/png?x=1",
    "blob:*/png",
    "rpc:",
    'rpc:"',
    "openid",
    "profile"
  ])("does not know %j", (text) => {
    assert.deepStrictEqual(parsePermission(text), Option.none());
  });

  it("never throws", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void parsePermission(text)));
    fc.assert(fc.property(fc.string(), (text) => void parsePermission(`repo:${text}`)));
  });
});

describe("Scope", () => {
  it("permits the writes and uploads that it names", () => {
    const given = scope("atproto repo:app.example.post?action=create blob:Image/*");
    assert.isTrue(allowsRecordWrite(given, "app.example.post", "create"));
    assert.isFalse(allowsRecordWrite(given, "app.example.post", "delete"));
    assert.isFalse(allowsRecordWrite(given, "app.example.like", "create"));
    assert.isTrue(allowsBlobUpload(given, "image/PNG"));
    assert.isFalse(allowsBlobUpload(given, "imagesque/png"));
    assert.isFalse(allowsBlobUpload(given, "video/mp4"));
    assert.isFalse(allowsRecordWrite(scope("atproto"), "app.example.post", "create"));
    assert.isTrue(allowsRecordWrite(scope("transition:generic"), "app.example.post", "delete"));
  });

  it.each([
    ["", "empty"],
    ["   ", "empty"],
    ["atproto nonsense", "malformed"]
  ])("cannot read %j: %s", (text, reason) => {
    assert.propertyVal(Either.getOrThrow(Either.flip(parseScope(text))), "reason", reason);
  });

  it("needs atproto", () => {
    assert.isTrue(Either.isRight(requireAtproto(scope("transition:generic atproto"))));
    assert.isTrue(Either.isLeft(requireAtproto(scope("transition:generic"))));
  });

  it("reads its own text form, each value once", () => {
    fc.assert(
      fc.property(anyScope, (given) => {
        assert.deepStrictEqual(scope(formatScope(given)), given);
        assert.deepStrictEqual(scope(`${formatScope(given)}  ${formatScope(given)}`), given);
      })
    );
  });

  it("lies within itself and within every larger one", () => {
    fc.assert(
      fc.property(anyScope, anyScope, (given, more) => {
        assert.isTrue(Either.isRight(scopeWithin(given, given)));
        assert.isTrue(Either.isRight(scopeWithin(given, [...more, ...given])));
      })
    );
  });

  it("never permits more than what it lies within", () => {
    fc.assert(
      fc.property(anyScope, anyScope, (requested, allowed) => {
        if (Either.isRight(scopeWithin(requested, allowed))) assert.isTrue(permitsNoMore(requested, allowed));
      }),
      { numRuns: 1000 }
    );
  });

  it("intersects to what both name: no more than either, and all of one if it lies within the other", () => {
    fc.assert(
      fc.property(anyScope, anyScope, (requested, granted) => {
        const both = scopeIntersection(requested, granted);
        assert.isTrue(permitsNoMore(both, requested) && permitsNoMore(both, granted));
        assert.isTrue(both.every((one) => requested.includes(one)));
        assert.deepStrictEqual(scopeIntersection(both, granted), both);
        if (Either.isRight(scopeWithin(requested, granted))) assert.deepStrictEqual(both, requested);
      }),
      { numRuns: 1000 }
    );
  });

  it("permits exactly one action of one collection if it names only that", () => {
    const nsid = fc.constantFrom("app.example.post", "app.example.like", "com.example.thing", "net.example.other");
    fc.assert(
      fc.property(nsid, action, nsid, action, (named, does, asked, wants) => {
        const given = scope(`atproto repo:${named}?action=${does}`);
        assert.strictEqual(allowsRecordWrite(given, asked, wants), named === asked && does === wants);
      })
    );
  });

  it("permits exactly the media type that it names, whatever its characters", () => {
    const characters = [..."abz019!#$&^_.+-"];
    const part = fc
      .tuple(fc.constantFrom("a", "x", "7"), fc.string({ unit: fc.constantFrom(...characters), maxLength: 8 }))
      .map((halves) => halves.join(""));
    const mime = fc.tuple(part, part).map((halves) => halves.join("/"));
    fc.assert(
      fc.property(mime, mime, (named, asked) => {
        assert.deepStrictEqual(parseMimeType(named), Option.some(named));
        const given = scope(`atproto blob:${named}`);
        assert.isTrue(allowsBlobUpload(given, named));
        assert.strictEqual(allowsBlobUpload(given, asked), named === asked);
        assert.strictEqual(
          allowsBlobUpload(scope(`blob:${named.split("/")[0]}/*`), asked),
          named.split("/")[0] === asked.split("/")[0]
        );
      })
    );
  });

  it("permits nothing more in its short form", () => {
    fc.assert(
      fc.property(anyScope, fc.nat(), (given, at) => {
        assert.isTrue(
          permitsNoMore(
            given.filter((_, place) => place !== at % given.length),
            given
          )
        );
      })
    );
  });

  it("names the first value that exceeds it", () => {
    const beyond = Either.flip(scopeWithin(scope("atproto repo:* transition:generic"), scope("atproto repo:*")));
    assert.deepInclude(Either.getOrThrow(beyond), { reason: "beyond-allowed", value: "transition:generic" });
  });
});

it("a scope granted by another server is read without unknown values", () => {
  const known = knownScope("atproto  new:thing repo:xyz.statusphere.status repo:no_nsid transition:generic atproto");
  assert.strictEqual(formatScope(known), "atproto repo:xyz.statusphere.status transition:generic");
});
