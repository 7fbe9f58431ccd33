import type * as Effect from "effect/Effect";
import type { SubscriptionReceiver } from "../../../../application/api/SubscriptionReceiver.ts";
import type { GraphqlSocket } from "./GraphqlSocket.ts";

/** The ends of messages with responses, encoded once for all sockets that get the same responses. */
const encoded = new WeakMap<ReadonlyArray<string>, ReadonlyArray<Buffer>>();

const messageEnds = (bodies: ReadonlyArray<string>): ReadonlyArray<Buffer> => {
  const known = encoded.get(bodies);
  if (known !== undefined) return known;
  const ends = bodies.map((body) => Buffer.from(`${body}}`));
  encoded.set(bodies, ends);
  return ends;
};

/** Sends the responses of a subscription over a WebSocket, under the id of its operation. */
export class SocketReceiver implements SubscriptionReceiver {
  readonly #socket: GraphqlSocket;
  readonly #start: Buffer;

  constructor(socket: GraphqlSocket, id: string) {
    this.#socket = socket;
    this.#start = Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`);
  }

  send(bodies: ReadonlyArray<string>): Effect.Effect<void> {
    return this.#socket.sendAll(this.#start, messageEnds(bodies));
  }

  push(bodies: ReadonlyArray<string>): void {
    this.#socket.pushAll(this.#start, messageEnds(bodies));
  }
}
