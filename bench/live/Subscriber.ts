import { connect, type Socket } from "node:net";
import { clientFrame, FrameReader, opcodes, upgradeRequest } from "./clientFrames.ts";

interface SubscriberOptions {
  readonly port: number;
  /** The address on loopback that it connects from. */
  readonly localAddress: string;
  readonly document: string;
  /** Called for each response of the subscription, with the text of the whole message if `readsPayload`. */
  readonly onNext: (message: string | null) => void;
  readonly readsPayload: boolean;
  /** Called if the connection ends, or the service refuses the subscription. */
  readonly onEnd: (reason: string) => void;
}

const upgraded = "HTTP/1.1 101";

/** A client of a subscription that costs as little as possible: it counts responses, and parses them only on request. */
export class Subscriber {
  readonly #options: SubscriberOptions;
  readonly #socket: Socket;
  readonly #frames: FrameReader;
  readonly #whenSubscribed: () => void;
  #head = "";
  #state: "opening" | "initializing" | "subscribed" = "opening";
  #parts: Array<Buffer> = [];

  constructor(options: SubscriberOptions, whenSubscribed: () => void) {
    this.#options = options;
    this.#whenSubscribed = whenSubscribed;
    this.#frames = new FrameReader((opcode, isFinal, payload) => this.#receive(opcode, isFinal, payload));
    const { localAddress, onEnd, port } = options;
    this.#socket = connect({ port, host: "127.0.0.1", localAddress });
    this.#socket.setNoDelay();
    this.#socket.on("connect", () => this.#socket.write(upgradeRequest(port)));
    this.#socket.on("data", (chunk) => this.#read(chunk));
    this.#socket.on("error", (error) => onEnd(error.message));
    this.#socket.on("close", () => onEnd("closed"));
  }

  /** Ends the connection with a reset instead of a handshake. */
  reset(): void {
    this.#socket.removeAllListeners("close");
    this.#socket.resetAndDestroy();
  }

  #read(chunk: Buffer): void {
    if (this.#state !== "opening") return void this.#frames.read(chunk);
    this.#head += chunk.toString("latin1");
    const end = this.#head.indexOf("\r\n\r\n");
    if (end === -1) return;
    if (!this.#head.startsWith(upgraded)) return void this.#options.onEnd(this.#head);
    this.#state = "initializing";
    this.#send({ type: "connection_init" });
    const rest = Buffer.from(this.#head.slice(end + 4), "latin1");
    if (rest.length > 0) this.#frames.read(rest);
  }

  #send(message: object): void {
    this.#socket.write(clientFrame(opcodes.text, Buffer.from(JSON.stringify(message))));
  }

  #receive(opcode: number, isFinal: boolean, payload: Buffer): void {
    if (opcode === opcodes.ping) return void this.#socket.write(clientFrame(opcodes.pong, payload));
    if (opcode > opcodes.ping) return;
    if (opcode > opcodes.text) return void this.#options.onEnd(`closed with ${payload.readUInt16BE(0)}`);
    if (this.#options.readsPayload) this.#parts.push(payload);
    if (!isFinal) return;
    if (this.#state === "initializing") return void this.#subscribe();
    const message = this.#options.readsPayload ? Buffer.concat(this.#parts).toString() : null;
    this.#parts = [];
    this.#options.onNext(message);
  }

  #subscribe(): void {
    this.#parts = [];
    this.#state = "subscribed";
    this.#send({ id: "1", type: "subscribe", payload: { query: this.#options.document } });
    this.#whenSubscribed();
  }
}
