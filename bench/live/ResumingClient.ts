import * as Schema from "effect/Schema";
import { WebSocket } from "ws";
import { numberOf } from "./statusEvents.ts";

const document = `subscription ($after: String) { xyzStatusphereStatusCreated(after: $after) { uri } }`;

const Message = Schema.parseJson(
  Schema.Struct({
    type: Schema.String,
    payload: Schema.optional(Schema.Unknown)
  })
);
const decodeMessage = Schema.decodeUnknownSync(Message);
const decodeNext = Schema.decodeUnknownSync(
  Schema.Struct({
    data: Schema.Struct({ xyzStatusphereStatusCreated: Schema.Struct({ uri: Schema.String }) }),
    extensions: Schema.Struct({ cursor: Schema.String })
  })
);

/** What a client has found so far. */
export interface Findings {
  readonly received: number;
  /** The number of different events. */
  readonly distinct: number;
  readonly doubled: number;
  readonly connections: number;
}

/** A client that drops its connection at random, connects to any of the processes again, and resumes after its last cursor. */
export class ResumingClient {
  readonly #ports: () => ReadonlyArray<number>;
  readonly #found = { received: 0, distinct: 0, doubled: 0, connections: 0 };
  #cursor: string;
  readonly #isReceived: Uint8Array;
  #socket: WebSocket | null = null;
  #untilDrop = 0;
  #isStopped = false;

  /** `ports` are those of the processes that run. The events have numbers below `events`. */
  constructor(cursor: string, events: number, ports: () => ReadonlyArray<number>) {
    this.#isReceived = new Uint8Array(events);
    this.#cursor = cursor;
    this.#ports = ports;
    this.#connect();
  }

  get findings(): Findings {
    return this.#found;
  }

  stop(): void {
    this.#isStopped = true;
    this.#socket?.terminate();
  }

  #connect(): void {
    if (this.#isStopped) return;
    const ports = this.#ports();
    const port = ports[Math.floor(Math.random() * ports.length)];
    if (port === undefined) return void setTimeout(() => this.#connect(), 50);
    const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, "graphql-transport-ws");
    this.#socket = socket;
    this.#untilDrop = 1 + Math.floor(Math.random() * 20_000);
    this.#found.connections += 1;
    socket.on("open", () => socket.send('{"type":"connection_init"}'));
    socket.on("message", (data) => this.#receive(socket, data.toString()));
    socket.on("error", () => {});
    socket.on("close", () => setTimeout(() => this.#connect(), 10));
  }

  #receive(socket: WebSocket, text: string): void {
    if (socket !== this.#socket || socket.readyState !== WebSocket.OPEN) return;
    const { payload, type } = decodeMessage(text);
    if (type === "connection_ack") {
      const variables = { after: this.#cursor };
      return void socket.send(JSON.stringify({ id: "1", type: "subscribe", payload: { query: document, variables } }));
    }
    if (type !== "next") return void this.#refuse(socket, text);
    const { data, extensions } = decodeNext(payload);
    this.#count(data.xyzStatusphereStatusCreated.uri);
    this.#cursor = extensions.cursor;
    this.#untilDrop -= 1;
    if (this.#untilDrop === 0) socket.terminate();
  }

  /** A process that is about to end may refuse; anything else is a fault of the measurement or the service. */
  #refuse(socket: WebSocket, text: string): void {
    if (!text.includes("UNAVAILABLE")) console.error(`refused: ${text.slice(0, 300)}`);
    socket.terminate();
  }

  #count(uri: string): void {
    const n = numberOf(uri);
    this.#found.received += 1;
    if (this.#isReceived[n] === 1) this.#found.doubled += 1;
    else this.#found.distinct += 1;
    this.#isReceived[n] = 1;
  }
}
