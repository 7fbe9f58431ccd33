import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import type { Did } from "../../src/domain/atproto/Did.ts";
import { frameOf, messageFrame } from "./firehoseFrames.ts";
import { type LabelFields, LabelMaker, labelsFrame, type SentLabel } from "./labelMaker.ts";
import { type ScriptedConnection, scriptedWebSocket } from "./scriptedWebSocket.ts";

/** A frame at a position. */
interface Sequenced {
  readonly seq: number;
  readonly frame: Uint8Array;
}

/** A labeler on loopback that keeps its labels and sends those after a cursor, as `subscribeLabels` does. */
export class LabelerServer {
  /** Signs the labels of the server. */
  maker: LabelMaker;
  #url = "";
  #frames: Array<Sequenced> = [];
  #seq = 0;
  readonly #open = new Map<ScriptedConnection, number>();
  /** The cursors that were asked for, in order. */
  readonly cursors: Array<number> = [];

  constructor(maker: LabelMaker) {
    this.maker = maker;
  }

  /** The origin of the service. */
  get endpoint(): string {
    return this.#url.replace(/^ws/, "http");
  }

  get seq(): number {
    return this.#seq;
  }

  /** Signs a label and sends it. */
  async label(fields: LabelFields): Promise<SentLabel> {
    const signed = await this.maker.sign(fields);
    this.send(signed);
    return signed;
  }

  /** Sends labels together as they are. */
  send(...labels: ReadonlyArray<unknown>): void {
    this.sendFrame((seq) => labelsFrame(seq, ...labels));
  }

  /** Sends a frame at the next position. */
  sendFrame(frame: (seq: number) => Uint8Array): void {
    this.#seq += 1;
    this.#frames.push({ seq: this.#seq, frame: frame(this.#seq) });
    for (const connection of this.#open.keys()) this.#deliver(connection);
  }

  /** Begins the sequence again, with nothing in it. */
  startOver(): void {
    this.#frames = [];
    this.#seq = 0;
    this.disconnect();
  }

  /** Forgets the frames up to a position. */
  forget(seq: number): void {
    this.#frames = this.#frames.filter((each) => each.seq > seq);
  }

  /** Ends every connection without a close frame. */
  disconnect(): void {
    for (const { tcp } of this.#open.keys()) tcp.destroy();
    this.#open.clear();
  }

  accept(connection: ScriptedConnection): void {
    const { pathname, searchParams } = new URL(connection.request.url ?? "/", "http://labeler.example.com");
    if (pathname !== "/xrpc/com.atproto.label.subscribeLabels") {
      connection.socket.close(1008, "unknown path");
      return;
    }
    const cursor = searchParams.get("cursor");
    const after = cursor === null ? this.#seq : Number(cursor);
    this.cursors.push(after);
    if (after > this.#seq) {
      connection.socket.send(frameOf({ op: -1 }, { error: "FutureCursor", message: "Cursor in the future." }));
      connection.socket.close();
      return;
    }
    const oldest = this.#frames[0]?.seq ?? this.#seq + 1;
    if (after > 0 && after < oldest - 1) connection.socket.send(messageFrame("#info", { name: "OutdatedCursor" }));
    this.#open.set(connection, after);
    connection.socket.on("close", () => this.#open.delete(connection));
    this.#deliver(connection);
  }

  #deliver(connection: ScriptedConnection): void {
    const after = this.#open.get(connection) ?? this.#seq;
    for (const { frame, seq } of this.#frames) if (seq > after) connection.socket.send(frame);
    this.#open.set(connection, this.#seq);
  }

  static start(maker: LabelMaker): Effect.Effect<LabelerServer, never, Scope.Scope> {
    return Effect.suspend(() => {
      const server = new LabelerServer(maker);
      return Effect.map(
        scriptedWebSocket((connection) => server.accept(connection)),
        ({ url }) => {
          server.#url = url;
          return server;
        }
      );
    });
  }
}

/** Starts a labeler with a new key. It stops when the scope closes. */
export const labelerServer = (did?: Did): Effect.Effect<LabelerServer, never, Scope.Scope> =>
  Effect.flatMap(
    Effect.promise(() => LabelMaker.create(did)),
    LabelerServer.start
  );
