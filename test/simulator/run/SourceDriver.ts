import type { Server } from "node:http";
import type { Happening } from "../network/Happening.ts";
import type { Network } from "../network/Network.ts";
import type { SourceKind } from "../plan/drawPlan.ts";
import type { Intent, Noise } from "../plan/Intent.ts";
import { firehoseEvent, firehoseNoise } from "../relay/firehoseEvents.ts";
import { jetstreamEvents, jetstreamNoise } from "../relay/jetstreamEvents.ts";
import type { RelayEvent } from "../relay/RelayEvent.ts";
import { Sequence } from "../relay/Sequence.ts";
import type { Connections } from "../serve/Connections.ts";
import { SequencedSource } from "../serve/SequencedSource.ts";
import { TapSource } from "../serve/TapSource.ts";

/** A simulated source as a plan drives it. */
export interface SourceDriver {
  readonly tap: TapSource | null;
  readonly serve: (server: Server) => void;
  readonly connections: Connections;
  /** Announces what happened. */
  readonly add: (happening: Happening, number: number, time: number) => Promise<void>;
  /** Carries out a step that concerns the source; `did` is that of its account. */
  readonly perform: (intent: Intent, did: string, time: number) => void;
  /** Delivers what is held back. */
  readonly releaseAll: (time: number) => void;
  /** Notes that what was sent so far may be lost: the process that received it ended before it stored a cursor. */
  readonly loseSent: () => void;
  /** Notes which events reached the service, given the cursor that it stored. */
  readonly confirm: (cursor: number | null) => void;
  /** Returns the numbers of the happenings that reached the service as they were announced. */
  readonly heard: () => ReadonlySet<number>;
}

/** Counts, for each happening, the events that were announced for it and those that arrived. */
class Arrivals {
  private readonly announced = new Map<number, number>();
  private readonly arrived = new Map<number, Set<RelayEvent>>();

  announce(number: number, events: number): void {
    this.announced.set(number, events);
  }

  arrive(event: RelayEvent): void {
    if (event.happening === null || !event.isIntact) return;
    const arrived = this.arrived.get(event.happening) ?? new Set();
    this.arrived.set(event.happening, arrived.add(event));
  }

  complete(): ReadonlySet<number> {
    return new Set(
      [...this.announced].flatMap(([number, events]) => (this.arrived.get(number)?.size === events ? [number] : []))
    );
  }
}

/** Far above the positions of a sequence that starts over. */
const firstPosition = 1_000_000;

const firehosePosition = (last: number): number => last + 1;
const jetstreamPosition = (last: number, time: number): number => Math.max(last + 1, time * 1_000);

const sequenced = (kind: "firehose" | "jetstream", startTime: number): SourceDriver => {
  const isFirehose = kind === "firehose";
  const sequence = isFirehose
    ? new Sequence(firstPosition, firehosePosition)
    : new Sequence(startTime * 1_000, jetstreamPosition);
  const source = new SequencedSource(sequence, kind);
  const arrivals = new Arrivals();
  const noiseOf = (noise: Noise): RelayEvent => (isFirehose ? firehoseNoise(noise) : jetstreamNoise(noise));
  const perform = (intent: Intent, did: string, time: number): unknown => {
    switch (intent.do) {
      case "hold":
        return sequence.hold(did);
      case "release":
        return sequence.release(did, time);
      case "repeat":
        return sequence.repeat(intent.back, time);
      case "swap":
        return sequence.swap();
      case "noise":
        return sequence.add(noiseOf(intent.noise), time);
      case "disconnect":
        return source.connections.cut();
      case "silence":
        return source.connections.silence();
      case "rewind":
        return sequence.rewind(intent.by);
      case "forget":
        return sequence.forget(intent.keep, intent.honest);
      case "restart":
        sequence.restart(intent.honest);
        return source.connections.cut();
      default:
        return undefined;
    }
  };
  return {
    tap: null,
    serve: (server) => source.serve(server),
    connections: source.connections,
    add: async (happening, number, time) => {
      const events = isFirehose ? [await firehoseEvent(happening, number)] : jetstreamEvents(happening, number);
      arrivals.announce(number, events.length);
      for (const event of events) sequence.add(event, time);
    },
    perform,
    releaseAll: (time) => sequence.releaseAll(time),
    loseSent: () => {
      for (const entry of sequence.entries) entry.wasSent = false;
    },
    confirm: (cursor) => {
      if (cursor === null || cursor > sequence.last) return;
      for (const { event, position, wasSent } of sequence.entries)
        if (wasSent && position <= cursor) arrivals.arrive(event);
    },
    heard: () => arrivals.complete()
  };
};

const tapNoise: Readonly<Record<Noise, string>> = {
  garbage: "\u0000\u0001 not JSON",
  truncated: '{"id":1,"type":"rec',
  "unknown-type": '{"id":0,"type":"weather","weather":{"sunny":true}}',
  information: "{}"
};

const tapDriver = (tracksAll: boolean, network: () => Network): SourceDriver => {
  const tap = new TapSource(tracksAll, network);
  return {
    tap,
    serve: (server) => tap.serve(server),
    connections: tap.connections,
    add: async (happening, number) => tap.add(happening, number),
    perform: (intent, did): unknown => {
      switch (intent.do) {
        case "hold":
          return tap.hold(did);
        case "release":
          return tap.release(did);
        case "repeat":
          return tap.repeat(intent.back);
        case "noise":
          return tap.noise(tapNoise[intent.noise]);
        case "disconnect":
          return tap.connections.cut();
        case "silence":
          return tap.connections.silence();
        default:
          return undefined;
      }
    },
    releaseAll: () => tap.releaseAll(),
    loseSent: () => {},
    confirm: () => {},
    heard: () => tap.acknowledged
  };
};

/** Makes the source of a simulation. A Tap of an even seed delivers every repository, and others those they are told. */
export const sourceDriver = (
  kind: SourceKind,
  seed: number,
  startTime: number,
  network: () => Network
): SourceDriver => (kind === "tap" ? tapDriver(seed % 2 === 0, network) : sequenced(kind, startTime));
