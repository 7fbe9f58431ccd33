import * as Effect from "effect/Effect";
import type { DomainEvent } from "../../domain/event/DomainEvent.ts";
import type { StreamName } from "../../domain/event/StreamName.ts";
import type { VaultChange } from "../../domain/event/UnitOfWork.ts";
import { commitUnit } from "./commitUnit.ts";
import { wrapAppends } from "./decideAcross.ts";
import type { EventMetadata } from "./toNewEvent.ts";

/** The version of a stream that something was decided by. */
export interface StreamVersion {
  readonly stream: StreamName;
  readonly version: number;
}

/** Events of one stream that are committed with the secrets that belong to them. */
interface EventsWithSecrets {
  readonly stream: StreamName;
  readonly version: number;
  readonly events: ReadonlyArray<DomainEvent>;
  readonly metadata: EventMetadata;
  readonly secrets: ReadonlyArray<VaultChange>;
  /** Streams that the decision depends on besides, and that nothing is appended to; by default none. */
  readonly unchanged?: ReadonlyArray<StreamVersion>;
}

/** Appends events to a stream that has the expected version, and changes the vault with them, in one round trip. */
export const commitEvents = Effect.fnUntraced(function* ({ secrets, unchanged = [], ...append }: EventsWithSecrets) {
  const { metadata } = append;
  const appends = [append, ...unchanged.map((depended) => ({ ...depended, events: [], metadata }))];
  return yield* commitUnit<never>({ appends: yield* wrapAppends(appends), secrets, uses: [] });
});
