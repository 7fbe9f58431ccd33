import * as Clock from "effect/Clock";
import type * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import type * as Scope from "effect/Scope";
import * as Stream from "effect/Stream";
import type { Did } from "../../../domain/atproto/Did.ts";
import { RepoEvents, type SourceDisconnected, type SourceMessage } from "../../../domain/sync/stream/RepoEvents.ts";
import { openWebSocket, type WebSocketConnection } from "../connection/openWebSocket.ts";
import { requestSource } from "../connection/requestSource.ts";
import { TapCursors } from "./TapCursors.ts";

export interface TapOptions {
  /** The base address, http or https. */
  readonly url: string;
  /** The password of the user `admin`, or null. */
  readonly password: Redacted.Redacted | null;
  /** After this time without a message the subscription fails with `silent`. */
  readonly idleWithin: Duration.DurationInput;
}

type Messages = Stream.Stream<SourceMessage, SourceDisconnected>;

/** An open channel. */
interface Channel {
  readonly send: WebSocketConnection["send"];
  readonly cursors: TapCursors;
}

/** The maximum number of repositories in a request. A Tap inserts them with one statement. */
const maxTracked = 500;
const maxResponseBytes = 65_536;

/**
 * Implements `RepoEvents` with a Tap. It verifies repositories itself and states records as JSON. It sends an event
 * again until it is acknowledged, and needs no cursor.
 */
export const layer = (options: TapOptions): Layer.Layer<RepoEvents> =>
  Layer.sync(RepoEvents, () => {
    const tap = new Tap(options);
    return RepoEvents.of({
      source: { kind: "tap", address: tap.address },
      subscribe: ({ cursor }) => tap.subscribe(cursor),
      acknowledge: (cursors) => tap.acknowledge(cursors),
      track: (dids) => tap.track(dids)
    });
  });

const authorization = (password: Redacted.Redacted | null): Readonly<Record<string, string>> =>
  password === null
    ? {}
    : { authorization: `Basic ${Buffer.from(`admin:${Redacted.value(password)}`).toString("base64")}` };

const acknowledgement = (id: number): string => JSON.stringify({ type: "ack", id });

class Tap {
  readonly address: string;
  readonly #add: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #idleWithin: Duration.DurationInput;
  #channel: Channel | null = null;

  constructor({ idleWithin, password, url }: TapOptions) {
    this.#idleWithin = idleWithin;
    this.#headers = authorization(password);
    this.#add = new URL("/repos/add", url).href;
    const channel = new URL("/channel", url);
    channel.protocol = channel.protocol === "https:" ? "wss:" : "ws:";
    this.address = channel.href;
  }

  subscribe(after: number | null): Messages {
    const { address: url } = this;
    const connected = Effect.all([
      openWebSocket({ url, headers: this.#headers, idleWithin: this.#idleWithin }),
      Clock.currentTimeMillis
    ]);
    const opened = Effect.flatMap(connected, ([{ messages, send }, now]) => {
      const cursors = new TapCursors(after, now * 1_000);
      const events = Stream.map(
        messages,
        (batch): SourceMessage => ({ _tag: "Events", events: batch.flatMap(({ data }) => cursors.decode(data)) })
      );
      const begin: SourceMessage = { _tag: "Connected", cursor: null };
      return Effect.as(this.#hold({ send, cursors }), Stream.concat(Stream.make(begin), events));
    });
    return Stream.unwrapScoped(opened);
  }

  /** Makes a channel the one that acknowledges, until its scope closes. */
  #hold(channel: Channel): Effect.Effect<void, never, Scope.Scope> {
    return Effect.acquireRelease(
      Effect.sync(() => {
        this.#channel = channel;
      }),
      () =>
        Effect.sync(() => {
          if (this.#channel === channel) this.#channel = null;
        })
    );
  }

  /** Events of earlier connections are not acknowledged, because the Tap sends them again, perhaps with other ids. */
  acknowledge(cursors: ReadonlyArray<number>): Effect.Effect<void, SourceDisconnected> {
    return Effect.suspend(() =>
      this.#channel === null
        ? Effect.void
        : this.#channel.send(this.#channel.cursors.idsOf(cursors).map(acknowledgement))
    );
  }

  track(dids: ReadonlyArray<Did>): Effect.Effect<void, SourceDisconnected> {
    const batches = Array.from({ length: Math.ceil(dids.length / maxTracked) }, (_, at) =>
      dids.slice(at * maxTracked, (at + 1) * maxTracked)
    );
    return Effect.forEach(batches, (batch) => this.#addRepositories(batch), { discard: true });
  }

  #addRepositories(dids: ReadonlyArray<Did>): Effect.Effect<void, SourceDisconnected> {
    const headers = { "content-type": "application/json", ...this.#headers };
    const body = JSON.stringify({ dids });
    return Effect.asVoid(requestSource({ method: "POST", url: this.#add, headers, body, maxBytes: maxResponseBytes }));
  }
}
