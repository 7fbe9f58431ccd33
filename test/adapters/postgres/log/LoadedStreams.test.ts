import { expect, it } from "@effect/vitest";
import { LoadedStreams } from "../../../../src/adapters/postgres/log/LoadedStreams.ts";
import { streamName } from "../../../../src/domain/event/StreamName.ts";
import { freshStream, recordedEvents } from "../../../contracts/sampleEvent.ts";

it("returns the cached events and those after them", () => {
  const streams = new LoadedStreams(10);
  const stream = freshStream();
  const [first, second, third] = recordedEvents(0, 3);
  if (!(first && second && third)) throw new Error("three events");
  expect(streams.known(stream)).toEqual([]);
  streams.extend(stream, streams.known(stream), [first, second], streams.generation);
  expect(streams.extend(stream, streams.known(stream), [third], streams.generation)).toEqual([first, second, third]);
  expect(streams.known(stream)).toEqual([first, second, third]);
  expect(streams.extend(stream, streams.known(stream), [], streams.generation)).toEqual([first, second, third]);
});

it("caches the longest of several concurrent loads", () => {
  const streams = new LoadedStreams(10);
  const stream = freshStream();
  const events = recordedEvents(0, 3);
  streams.extend(stream, [], events, streams.generation);
  expect(streams.extend(stream, [], events.slice(0, 2), streams.generation)).toEqual(events.slice(0, 2));
  expect(streams.known(stream)).toEqual(events);
});

it("forgets the least recently used streams, and caches none that is too long", () => {
  const streams = new LoadedStreams(10);
  const [a, b, c, d] = [freshStream(), freshStream(), freshStream(), freshStream()];
  streams.extend(a, [], recordedEvents(0, 4), streams.generation);
  streams.extend(b, [], recordedEvents(0, 4), streams.generation);
  streams.known(a);
  streams.extend(c, [], recordedEvents(0, 4), streams.generation);
  expect([a, b, c].map((stream) => streams.known(stream).length)).toEqual([4, 0, 4]);
  streams.extend(d, [], recordedEvents(0, 11), streams.generation);
  expect([a, c, d].map((stream) => streams.known(stream).length)).toEqual([4, 4, 0]);
  streams.extend(a, [], recordedEvents(0, 10), streams.generation);
  expect(streams.known(a)).toHaveLength(10);
});

it("caches no streams of clients, whose registrations anybody may write", () => {
  const streams = new LoadedStreams(10);
  const client = streamName("client", "client_AAAAAAAAAAAAAAAAAAAAAA");
  const document = streamName("client-document", "digest");
  const events = recordedEvents(0, 2);
  expect(streams.extend(client, [], events, streams.generation)).toEqual(events);
  expect(streams.known(client)).toEqual([]);
  streams.extend(document, [], events, streams.generation);
  expect(streams.known(document)).toEqual(events);
});

it("caches nothing that was read before everything was forgotten", () => {
  const streams = new LoadedStreams(10);
  const stream = freshStream();
  const events = recordedEvents(0, 2);
  const { generation } = streams;
  streams.clear();
  expect(streams.extend(stream, [], events, generation)).toEqual(events);
  expect(streams.known(stream)).toEqual([]);
});
