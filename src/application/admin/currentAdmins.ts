import * as Effect from "effect/Effect";
import { hasAdmins, roleOf } from "../../domain/administration/Admins.ts";
import type { Did } from "../../domain/atproto/Did.ts";
import { StreamName } from "../../domain/event/StreamName.ts";
import { admins } from "../event/aggregates.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { ConfiguredAdmins } from "./ConfiguredAdmins.ts";

/** The stream that records who the admins are. */
export const adminsStream = StreamName.make("admins");

/** Returns the current admins, read from the log so that every process sees the same ones. */
export const currentAdmins = Effect.gen(function* () {
  const configured = yield* ConfiguredAdmins;
  const { state, version } = yield* loadAggregate(admins, adminsStream);
  return {
    configured,
    added: state,
    version,
    roleOf: (did: Did) => roleOf(state, configured, did),
    any: hasAdmins(state, configured)
  };
});
