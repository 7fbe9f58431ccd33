import { assert, it } from "@effect/vitest";
import { unseenTexts } from "./unseenTexts.ts";

const receiverOf = (...texts: ReadonlyArray<string>) => new Set(texts);

it("A text that no subscription received is found", () => {
  const receivers = [receiverOf("one"), receiverOf("two")];
  assert.deepEqual(unseenTexts(["one", "two", "three"], new Set(), receivers), ["three"]);
});

it("A text that was written before the subscriptions had a cursor is not waited for", () => {
  assert.deepEqual(unseenTexts(["first", "one", "two"], new Set(["first"]), [receiverOf("one")]), ["two"]);
});
