import type { Happening } from "../network/Happening.ts";
import type { Noise } from "../plan/Intent.ts";
import { messageFrame, messageOf } from "../wire/firehoseFrames.ts";
import type { RelayEvent } from "./RelayEvent.ts";

const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

const half = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, Math.floor(bytes.length / 2));

/** Makes the event of the firehose for what happened. */
export const firehoseEvent = async (happening: Happening, number: number): Promise<RelayEvent> => {
  const { body, type } = await messageOf(happening);
  const fault = happening._tag === "Commit" ? happening.fault : null;
  const make = (seq: number, time: number) => messageFrame(type, { ...body, seq, time: isoTime(time) });
  return {
    happening: number,
    did: happening.did,
    collection: null,
    isIntact: fault === null,
    isLost: fault === "lost",
    isPositioned: true,
    isRepeatable: happening._tag !== "Account" || happening.status === "deleted",
    isCommit: happening._tag === "Commit",
    at: fault === "truncated" ? (seq, time) => half(make(seq, time)) : make
  };
};

const noiseFrame = (noise: Noise, seq: number, time: number): Uint8Array => {
  switch (noise) {
    case "garbage":
      return Uint8Array.of(0xff, 0x00, 0x13, 0x37);
    case "truncated":
      return half(messageFrame("#commit", { seq, time: isoTime(time) }));
    case "unknown-type":
      return messageFrame("#weather", { seq, time: isoTime(time), sunny: true });
    case "information":
      return messageFrame("#info", { name: "Maintenance", message: "In an hour" });
  }
};

/** Makes something that the firehose sends beside events. */
export const firehoseNoise = (noise: Noise): RelayEvent => ({
  happening: null,
  did: null,
  collection: null,
  isIntact: false,
  isLost: false,
  isPositioned: noise === "unknown-type",
  isRepeatable: false,
  isCommit: false,
  at: (seq, time) => noiseFrame(noise, seq, time)
});
