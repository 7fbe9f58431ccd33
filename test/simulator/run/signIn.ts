import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { IdentityResolver } from "../../../src/domain/identity/IdentityResolver.ts";
import { RecordIndex } from "../../../src/domain/record/index/RecordIndex.ts";
import { DueRepositories } from "../../../src/domain/sync/backfill/DueRepositories.ts";
import { RepoEvents } from "../../../src/domain/sync/stream/RepoEvents.ts";

const toDid = Schema.decodeUnknownSync(Did);

/** Does what the end of a login does for live sync: the account is known, and its repository is due. */
export const signIn = Effect.fnUntraced(function* (text: string) {
  const did = toDid(text);
  const resolver = yield* IdentityResolver;
  const { handle, pds } = yield* Effect.orElseSucceed(resolver.resolveDidFresh(did), () => ({
    handle: null,
    pds: null
  }));
  yield* (yield* RecordIndex).putActor({ did, handle, pds });
  yield* (yield* DueRepositories).request([did], "signed-in");
  yield* Effect.ignore((yield* RepoEvents).track([did]));
});
