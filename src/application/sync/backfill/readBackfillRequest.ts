import * as Arr from "effect/Array";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { Did } from "../../../domain/atproto/Did.ts";
import { Handle } from "../../../domain/atproto/Handle.ts";
import { IdentityResolver } from "../../../domain/identity/IdentityResolver.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import type { BackfillTarget } from "../../../domain/sync/backfill/BackfillJobEvent.ts";
import { RepositoryDirectory } from "../../../domain/sync/backfill/RepositoryDirectory.ts";
import { closestMatch } from "../../../domain/text/closestMatch.ts";
import { BackfillRefused, type BackfillRequest, maxActorsAtOnce } from "./BackfillRequest.ts";

const isDid = Schema.is(Did);
const isHandle = Schema.is(Handle);

/** How many handles are resolved at once. */
const resolvedAtOnce = 4;

const refused = (reason: BackfillRefused["reason"], subject: string | null = null, meant: string | null = null) =>
  new BackfillRefused({ reason, subject, meant });

const didOf = Effect.fnUntraced(function* (actor: string) {
  if (isDid(actor)) return actor;
  const handle = actor.replace(/^@/, "").toLowerCase();
  if (!isHandle(handle)) return yield* refused("actor-malformed", actor);
  const resolver = yield* IdentityResolver;
  const identity = yield* Effect.mapError(resolver.resolveHandle(handle), ({ reason }) => refused(reason, actor));
  return identity.did;
});

const actorsOf = Effect.fnUntraced(function* (actors: ReadonlyArray<string>) {
  if (actors.length > maxActorsAtOnce) return yield* refused("too-many-actors");
  const dids = Arr.dedupe(yield* Effect.forEach(actors, didOf, { concurrency: resolvedAtOnce }));
  if (!Arr.isNonEmptyReadonlyArray(dids)) return yield* refused("no-actors");
  return { kind: "actor", dids } satisfies BackfillTarget;
});

const collectionOf = Effect.fnUntraced(function* (named: string) {
  const { collections } = yield* (yield* LexiconCatalog).current;
  const collection = collections.find(({ nsid }) => nsid === named)?.nsid;
  const meant =
    collection === undefined
      ? closestMatch(
          named,
          Arr.map(collections, ({ nsid }) => nsid)
        )
      : null;
  if (collection === undefined) return yield* refused("collection-not-in-use", named, meant);
  return { kind: "collection", collection } satisfies BackfillTarget;
});

/** Returns what a request covers, or fails with the reason why it cannot be backfilled. */
export const readBackfillRequest = Effect.fnUntraced(function* (request: BackfillRequest) {
  if (request.kind === "actor") return yield* actorsOf(request.actors);
  const { origin } = yield* RepositoryDirectory;
  if (origin === null) return yield* refused("no-relay");
  if (request.kind === "collection") return yield* collectionOf(request.collection);
  return { kind: "all" } satisfies BackfillTarget;
});
