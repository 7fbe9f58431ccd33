import * as Either from "effect/Either";
import type { FieldNode } from "graphql";
import { type CursorPosition, cursorDecoder } from "../../../../domain/record/query/Cursor.ts";
import type { Seek, SortKey } from "../../../../domain/record/query/RecordQuery.ts";
import type { Scalar } from "../../../../domain/record/value/scalarValue.ts";
import type { Compilation, Outcome } from "../Compilation.ts";
import type { RequestValues } from "../values/RequestValues.ts";

const reasons = {
  malformed: "is no cursor of this service",
  "other-sort": "is a cursor of another order: ask for the first page again"
};

/** Which values of a position are null. This is the only property of a cursor that affects the query. */
const patternOf = (position: CursorPosition | null): string =>
  position === null ? "none" : position.values.map((value) => (value === null ? "0" : "1")).join("");

type Decoded = ReturnType<ReturnType<typeof cursorDecoder>>;

/** Decodes the cursor of a run. The last one is cached, because several parts of a page need it. */
const decoderOf = (
  sort: ReadonlyArray<SortKey>,
  read: (run: RequestValues) => unknown
): ((run: RequestValues) => Decoded) => {
  const decode = cursorDecoder(sort);
  let last: { readonly text: string; readonly decoded: Decoded } | null = null;
  return (run) => {
    const text = String(read(run));
    if (last?.text !== text) last = { text, decoded: decode(text) };
    return last.decoded;
  };
};

/** Returns the position in a cursor for a page in a given order. An invalid cursor is an error. */
export const planSeek = (
  compilation: Compilation,
  sort: ReadonlyArray<SortKey>,
  name: "after" | "before",
  read: (run: RequestValues) => unknown,
  node: FieldNode
): Seek | null => {
  const decode = decoderOf(sort, read);
  const position = (run: RequestValues): CursorPosition | null => Either.getOrNull(decode(run));

  const cursor = decode(compilation.run);
  if (Either.isLeft(cursor)) {
    compilation.refuse(node, `${name} ${reasons[cursor.left.reason]}.`, "BAD_CURSOR");
    return null;
  }
  compilation.pinned((run) => patternOf(position(run)));
  const value = (run: RequestValues, pick: (at: CursorPosition) => CursorPosition["values"][number] | undefined) => {
    const found = position(run);
    const picked = found === null ? null : pick(found);
    const outcome: Outcome<Scalar> =
      picked === null || picked === undefined ? { refused: `${name} ${reasons.malformed}.` } : { value: picked };
    return outcome;
  };
  return {
    values: cursor.right.values.map((each, at) =>
      each === null ? null : compilation.parameter(node, (run) => value(run, ({ values }) => values[at]))
    ),
    uri: compilation.parameter(node, (run) => value(run, ({ uri }) => uri))
  };
};
