import type { Happening } from "../network/Happening.ts";
import type { Noise } from "../plan/Intent.ts";
import { jetstreamMessagesOf } from "../wire/jetstreamLines.ts";
import type { RelayEvent } from "./RelayEvent.ts";

/** Makes the events of a Jetstream for what happened. */
export const jetstreamEvents = (happening: Happening, number: number): ReadonlyArray<RelayEvent> =>
  jetstreamMessagesOf(happening).map(({ at, collection }) => ({
    happening: number,
    did: happening.did,
    collection,
    isIntact: true,
    isLost: false,
    isPositioned: true,
    isRepeatable: happening._tag !== "Account" || happening.status === "deleted",
    isCommit: happening._tag === "Commit",
    at
  }));

const noiseText = (noise: Noise, microseconds: number): string => {
  switch (noise) {
    case "garbage":
      return "\u0000\u0001 not JSON";
    case "truncated":
      return `{"did":"did:plc:aaaaaaaaaaaaaaaaaaaaaaaa","time_us":${microseconds},"kind":"comm`;
    case "unknown-type":
      return JSON.stringify({ did: "did:plc:aaaaaaaaaaaaaaaaaaaaaaaa", time_us: microseconds, kind: "weather" });
    case "information":
      return JSON.stringify({ info: "Maintenance in an hour" });
  }
};

/** Makes something that a Jetstream sends beside events. */
export const jetstreamNoise = (noise: Noise): RelayEvent => ({
  happening: null,
  did: null,
  collection: null,
  isIntact: false,
  isLost: false,
  isPositioned: noise === "unknown-type",
  isRepeatable: false,
  isCommit: false,
  at: (microseconds) => noiseText(noise, microseconds)
});
