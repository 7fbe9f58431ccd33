import * as HashMap from "effect/HashMap";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { Handle } from "../../../domain/atproto/Handle.ts";
import type { RecordState } from "./RecordState.ts";

interface NamedActor {
  readonly did: Did;
  readonly handle: Handle;
}

const compare = (left: string, right: string): number => (left < right ? -1 : Number(left > right));

const shortestFirst = (left: NamedActor, right: NamedActor): number =>
  left.handle.length - right.handle.length || compare(left.handle, right.handle) || compare(left.did, right.did);

/** Returns up to `limit` accounts whose handle contains a text, the shortest handles first. */
export const searchHandles = ({ actors }: RecordState, text: string, limit: number): ReadonlyArray<NamedActor> =>
  [...HashMap.values(actors)]
    .flatMap(({ did, handle }): ReadonlyArray<NamedActor> => (handle?.includes(text) ? [{ did, handle }] : []))
    .toSorted(shortestFirst)
    .slice(0, limit);
