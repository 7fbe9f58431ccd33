import * as Chunk from "effect/Chunk";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Stream from "effect/Stream";
import { type ListedKind, Lookup } from "../../domain/event/Lookup.ts";

const pageSize = 200;

/** Returns the ids of all authorizations that a user ever granted or a client ever received, including ended ones. */
export const ownedAuthorizations = (kind: ListedKind, owner: string) =>
  Stream.unwrap(
    Effect.map(Lookup, (lookup) =>
      Stream.paginateChunkEffect(Option.none<string>(), (after) =>
        Effect.map(lookup.list(kind, owner, Option.getOrNull(after), pageSize), (page) => {
          const last = page.length < pageSize ? undefined : page.at(-1);
          const next = Option.map(Option.fromNullable(last), ({ id }) => Option.some(id));
          return [Chunk.fromIterable(page.map(({ id }) => id)), next] as const;
        })
      )
    )
  );
