import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import * as Schema from "effect/Schema";
import { type Label, labelKeyText } from "../../../../domain/label/Label.ts";
import { type LabelFilter, type LabelPosition, LabelStore } from "../../../../domain/label/LabelStore.ts";
import { type Connection, largestPage } from "../page/connection.ts";
import { InvalidPage } from "../page/pageOf.ts";

const Cursor = Schema.parseJson(Schema.Tuple(Schema.Int, Schema.String));

const cursorOf = (label: Label): string =>
  Encoding.encodeBase64Url(Schema.encodeSync(Cursor)([label.cts, labelKeyText(label)]));

const readCursor = (after: string): Either.Either<LabelPosition, InvalidPage> =>
  Either.mapBoth(Either.flatMap(Encoding.decodeBase64UrlString(after), Schema.decodeEither(Cursor)), {
    onLeft: () => new InvalidPage({ argument: "after", reason: "is no cursor of this list: give an endCursor of it." }),
    onRight: ([cts, key]) => ({ cts, key })
  });

/** Returns a page of labels, the latest first. */
export const labelPage = Effect.fnUntraced(function* (filter: LabelFilter, first: number, after: string | null) {
  if (first < 1 || first > largestPage)
    return yield* new InvalidPage({ argument: "first", reason: `must be from 1 to ${largestPage}.` });
  const position = after === null ? null : yield* readCursor(after);
  const found = yield* (yield* LabelStore).list(filter, position, first + 1);
  const edges = found.slice(0, first).map((node) => ({ node, cursor: cursorOf(node) }));
  return { edges, hasNextPage: found.length > first, totalCount: null } satisfies Connection<Label>;
});
