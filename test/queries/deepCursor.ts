import * as Option from "effect/Option";
import { encodeCursor, sortFingerprint } from "../../src/domain/record/query/Cursor.ts";
import type { SortKey } from "../../src/domain/record/query/RecordQuery.ts";
import { instant } from "../../src/domain/record/value/instant.ts";
import { nsids, records } from "./dataSet.ts";

const newest: ReadonlyArray<SortKey> = [{ operand: { _tag: "MetaOperand", meta: "indexedAt" }, direction: "DESC" }];

const posts = records
  .filter(({ collection }) => collection === nsids.posts)
  .toSorted((left, right) => (`${left.indexedAt} ${left.uri}` < `${right.indexedAt} ${right.uri}` ? 1 : -1));

const cursorOf = (post: (typeof posts)[number] | undefined): string => {
  if (post === undefined) throw new Error("The data set has no posts");
  const values = [Option.getOrThrow(instant(post.indexedAt))];
  return encodeCursor(sortFingerprint(newest), { values, uri: post.uri });
};

/** The cursor of the post behind nine tenths of all, in the default order. */
export const deepCursor = cursorOf(posts[posts.length * 0.9]);
