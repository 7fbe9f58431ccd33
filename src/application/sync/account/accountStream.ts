import type { Did } from "../../../domain/atproto/Did.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { systemActor } from "../../../domain/event/Envelope.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { accounts } from "../../event/aggregates.ts";
import { loadAggregate } from "../../event/loadAggregate.ts";
import type { EventMetadata } from "../../event/toNewEvent.ts";

/** Returns the stream of a followed account. */
export const accountStream = (did: Did) => streamName("account", sha256Base64Url(did));

/** Loads a followed account. */
export const loadAccount = (did: Did) => loadAggregate(accounts, accountStream(did));

/** The metadata of the events of a followed account. */
export const accountMetadata = (did: Did): EventMetadata => ({ actor: systemActor, subjectDid: did });
