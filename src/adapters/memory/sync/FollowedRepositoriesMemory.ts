import * as Effect from "effect/Effect";
import * as HashMap from "effect/HashMap";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import type { Did } from "../../../domain/atproto/Did.ts";
import { FollowedRepositories, type FollowedRepository } from "../../../domain/sync/stream/FollowedRepositories.ts";
import { synchronizeAt } from "../../../domain/sync/stream/followCommit.ts";
import { MemoryStore } from "../MemoryStore.ts";

type State = HashMap.HashMap<Did, FollowedRepository>;

const synchronized = (state: State, did: Did, rev: string, data: string): State =>
  HashMap.set(state, did, synchronizeAt(Option.getOrUndefined(HashMap.get(state, did)), did, rev, data));

const makeFollowedRepositories = Effect.map(MemoryStore, (store) => {
  const cell = store.cell<State>(HashMap.empty());
  return FollowedRepositories.of({
    find: (dids) =>
      Effect.map(cell.get, (state) => {
        const found = new Map<Did, FollowedRepository>();
        for (const did of dids) Option.map(HashMap.get(state, did), (known) => found.set(did, known));
        return found;
      }),
    put: (repositories) =>
      cell.modify((state): readonly [undefined, State] => [
        undefined,
        repositories.reduce((next, known) => HashMap.set(next, known.did, known), state)
      ]),
    synchronized: (did, rev, data) => cell.modify((state) => [undefined, synchronized(state, did, rev, data)]),
    count: Effect.map(cell.get, (state) => ({
      known: HashMap.size(state),
      desynchronized: HashMap.size(HashMap.filter(state, ({ desynchronizedAt }) => desynchronizedAt !== null))
    }))
  });
});

/** The followed repositories in the memory of this process. */
export const layer: Layer.Layer<FollowedRepositories, never, MemoryStore> = Layer.effect(
  FollowedRepositories,
  makeFollowedRepositories
);
