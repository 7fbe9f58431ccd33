import * as Either from "effect/Either";
import type { DecodedEvent } from "../../../../src/application/projection/Projection.ts";
import type { ReadModel } from "../../../../src/application/projection/ReadModel.ts";
import { decodeEvent } from "../../../../src/domain/event/DomainEvent.ts";
import { StreamName } from "../../../../src/domain/event/StreamName.ts";
import { knownSample } from "../../../contracts/sampleEvent.ts";
import samples from "../../../domain/event/samples.json" with { type: "json" };

type SampleType = keyof typeof samples;

/** An event of a type, about the client and the authorization with a number. */
export type Happened = readonly [type: SampleType, about: number];

/** Whether there is a sample of a type. */
export const isSampleType = (type: string): type is SampleType => type in samples;

/** Returns the types that a read model is folded from. */
export const typesOf = ({ types }: Pick<ReadModel<never>, "types">): ReadonlyArray<SampleType> =>
  [...types].filter(isSampleType);

const idsIn = (type: SampleType, about: number): Readonly<Record<string, string>> => ({
  ...("clientId" in samples[type] && { clientId: `client_abcdefghijklmnopqrstu${about}` }),
  ...("authorizationId" in samples[type] && { authorizationId: `auth_${about}` })
});

/** Returns a history as a read model receives it, from position 1. */
export const historyOf = (all: ReadonlyArray<Happened>): ReadonlyArray<DecodedEvent> =>
  all.map(([type, about], index) => {
    const event = knownSample(type, idsIn(type, about));
    const recordedAt = new Date(1_780_000_000_000 + index * 1_000).toISOString();
    return {
      event: Either.getOrThrow(decodeEvent(event)),
      recorded: {
        ...event,
        position: index + 1,
        stream: StreamName.make("client-1"),
        version: index + 1,
        recordedAt,
        leafHash: ""
      }
    };
  });

/** Folds the events that a read model is folded from into a state. */
export const foldInto = <State>(model: ReadModel<State>, state: State, events: ReadonlyArray<DecodedEvent>): State =>
  events
    .filter(({ event }) => model.types.has(event._tag))
    .reduce((before, { event, recorded }) => model.evolve(before, event, recorded), state);
