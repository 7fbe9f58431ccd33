import { describe, expect, it } from "@effect/vitest";
import type { ObjectMember, Shape } from "../../../../src/domain/record/query/RecordQuery.ts";
import { containsBlobUrl } from "../../../../src/domain/record/shape/containsBlobUrl.ts";

/** A union within unions. Its one variant has two names, as definitions that are named main have. */
const unions = (depth: number, innermost: Shape): Shape => {
  if (depth === 0) return innermost;
  const shape = unions(depth - 1, innermost);
  const members: ReadonlyArray<ObjectMember> = [{ _tag: "ObjectProperty", key: "a", property: "a", shape }];
  return {
    _tag: "UnionShape",
    variants: new Map([
      ["org.example.a", members],
      ["org.example.a#main", members]
    ])
  };
};

describe("containsBlobUrl", () => {
  it("searches a variant once, regardless of its names: 50 nested unions are cheap", () => {
    expect(containsBlobUrl(unions(50, { _tag: "JsonShape" }))).toBe(false);
  });

  it("finds a URL at any depth", () => {
    const blob: Shape = { _tag: "BlobShape", members: [{ _tag: "BlobUrl", key: "url", preset: null }] };
    expect(containsBlobUrl(unions(50, blob))).toBe(true);
    expect(containsBlobUrl(unions(50, { _tag: "BlobShape", members: [{ _tag: "BlobRef", key: "ref" }] }))).toBe(false);
  });
});
