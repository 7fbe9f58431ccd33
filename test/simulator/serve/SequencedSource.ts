import type { IncomingMessage, Server } from "node:http";
import type { WebSocket } from "ws";
import type { RelayEntry } from "../relay/RelayEvent.ts";
import type { Sequence } from "../relay/Sequence.ts";
import { errorFrame, outdatedCursorFrame } from "../wire/firehoseFrames.ts";
import { Connections } from "./Connections.ts";

interface Subscription {
  /** The position up to which the subscriber has the events; null for events from now on. */
  readonly after: number | null;
  readonly wants: (entry: RelayEntry) => boolean;
}

const parametersOf = ({ url = "/" }: IncomingMessage): URLSearchParams => new URL(url, "http://simulated").searchParams;

const firehoseSubscription = (request: IncomingMessage): Subscription => {
  const cursor = parametersOf(request).get("cursor");
  return { after: cursor === null ? null : Number(cursor), wants: () => true };
};

/** A Jetstream begins with the event at the cursor. */
const jetstreamSubscription = (request: IncomingMessage): Subscription => {
  const parameters = parametersOf(request);
  const cursor = parameters.get("cursor");
  const wanted = parameters.getAll("wantedCollections");
  const isWanted = (collection: string): boolean =>
    wanted.some((name) => (name.endsWith("*") ? collection.startsWith(name.slice(0, -1)) : name === collection));
  return {
    after: cursor === null ? null : Number(cursor) - 1,
    wants: ({ event: { collection } }) => collection === null || wanted.length === 0 || isWanted(collection)
  };
};

/** Serves a sequence over WebSockets: a firehose (AT Protocol, Event Stream) or a Jetstream. */
export class SequencedSource {
  readonly connections = new Connections();
  private readonly sequence: Sequence;
  private readonly kind: "firehose" | "jetstream";

  constructor(sequence: Sequence, kind: "firehose" | "jetstream") {
    this.sequence = sequence;
    this.kind = kind;
  }

  serve(server: Server): void {
    this.connections.accept(server, (socket, request) => this.subscribe(socket, request));
  }

  private subscribe(socket: WebSocket, request: IncomingMessage): void {
    const { after, wants } = this.kind === "firehose" ? firehoseSubscription(request) : jetstreamSubscription(request);
    const opening = this.sequence.open(after);
    if (opening._tag === "Future") {
      if (this.kind === "firehose")
        this.connections.send(socket, errorFrame("FutureCursor", "The cursor is in the future"), () =>
          socket.close(1008)
        );
      return;
    }
    if (opening.isOutdated && this.kind === "firehose") this.connections.send(socket, outdatedCursorFrame(), () => {});
    const isMistaken = opening.isMistaken && this.kind === "firehose";
    const deliver = (entry: RelayEntry): void => {
      const sent = (): void => {
        entry.wasSent ||= !isMistaken;
      };
      if (wants(entry)) this.connections.send(socket, entry.message, sent);
      else sent();
    };
    this.sequence.listeners.add(deliver);
    socket.once("close", () => this.sequence.listeners.delete(deliver));
    for (const entry of opening.entries) deliver(entry);
  }
}
