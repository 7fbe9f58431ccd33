import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { type Connection, largestPage } from "./connection.ts";

/** The pagination arguments are invalid. */
export class InvalidPage extends Schema.TaggedError<InvalidPage>()("InvalidPage", {
  argument: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `${this.argument} ${this.reason}`;
  }
}

const Position = Schema.NumberFromString.pipe(Schema.int(), Schema.positive(), Schema.lessThan(2 ** 53));

const readAfter = (after: string | null) =>
  after === null
    ? Either.right(null)
    : Either.mapLeft(
        Schema.decodeEither(Position)(after),
        () => new InvalidPage({ argument: "after", reason: "is no cursor of this list: give an endCursor of it." })
      );

/** Returns a page of a list whose cursors are log positions. It reads one more entry to know whether there is a next page. */
export const pageOf = Effect.fnUntraced(function* <Node extends { readonly position: number }, E, R>(
  { after, first }: { readonly first: number; readonly after: string | null },
  read: (after: number | null, limit: number) => Effect.Effect<ReadonlyArray<Node>, E, R>
) {
  if (first < 1 || first > largestPage)
    return yield* new InvalidPage({ argument: "first", reason: `must be from 1 to ${largestPage}.` });
  const found = yield* read(yield* readAfter(after), first + 1);
  const edges = found.slice(0, first).map((node) => ({ node, cursor: `${node.position}` }));
  return { edges, hasNextPage: found.length > first, totalCount: null } satisfies Connection<Node>;
});
