import * as Effect from "effect/Effect";
import type { Did } from "../../../domain/atproto/Did.ts";
import { systemActor } from "../../../domain/event/Envelope.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { accounts } from "../../event/aggregates.ts";
import { loadAggregate } from "../../event/loadAggregate.ts";
import type { EventMetadata } from "../../event/toNewEvent.ts";

/** Returns the stream of a followed account. It is named for the pseudonym of the account. */
export const accountStream = (did: Did) =>
  Effect.flatMap(EventLog, (log) => Effect.map(log.pseudonym(did), (pseudonym) => streamName("account", pseudonym)));

/** Loads a followed account, with the name of its stream. */
export const loadAccount = (did: Did) =>
  Effect.flatMap(accountStream(did), (stream) =>
    Effect.map(loadAggregate(accounts, stream), (folded) => ({ ...folded, stream }))
  );

/** The metadata of the events of a followed account. */
export const accountMetadata = (did: Did): EventMetadata => ({ actor: systemActor, subjectDid: did });
