import type { IncomingMessage } from "node:http";
import type { LookupFunction } from "node:net";
import * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import * as Stream from "effect/Stream";
import { WebSocket } from "ws";
import { SourceDisconnected } from "../../../domain/sync/stream/RepoEvents.ts";
import { closed, protocolViolated, refused, unreachable } from "./disconnectReason.ts";
import { type BufferLimits, ReceiveBuffer, type ReceivedMessage } from "./ReceiveBuffer.ts";

export interface WebSocketOptions {
  /** With the scheme ws, wss, http or https. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long a reader waits for a message. Control frames do not count: a stream can be alive and say nothing. */
  readonly idleWithin: Duration.DurationInput;
  /** 4 MiB and 2,000 messages by default. */
  readonly buffer?: BufferLimits;
  /** The maximum size of a message in bytes; 32 MiB by default. */
  readonly maxMessageBytes?: number;
  /** What the address must satisfy if others than the operator supply it. */
  readonly guard?: ConnectionGuard;
}

/** Which addresses may be connected to. */
export interface ConnectionGuard {
  /** Whether a URL with the scheme https or http may be requested. */
  readonly isAllowed: (url: URL) => boolean;
  /** Resolves a name to addresses that may be connected to. */
  readonly lookup: LookupFunction;
}

/** An open connection. It closes with its scope. */
export interface WebSocketConnection {
  /** Delivers the messages in batches that are never empty, and ends with an error. It can be run once. */
  readonly messages: Stream.Stream<ReadonlyArray<ReceivedMessage>, SourceDisconnected>;
  /** Sends text messages, and waits until the operating system has accepted them. */
  readonly send: (texts: ReadonlyArray<string>) => Effect.Effect<void, SourceDisconnected>;
  /** The number of bytes that were received and not yet delivered. */
  readonly bufferedBytes: () => number;
}

const connectWithin = Duration.seconds(10);
const closeTimeout = 1_000;
const defaultLimits: BufferLimits = { bytes: 4 * 1024 * 1024, messages: 2_000 };

/**
 * The maximum size of a message. A larger one ends the connection, because `ws` cannot skip it. Messages of the sources
 * stay far below: a frame of a firehose has 5 MB at most, and a record of 1 MB has 6 MB of JSON if every character is
 * escaped.
 */
const maxPayload = 32 * 1024 * 1024;
const maxRefusalBytes = 1_024;

const settings = {
  perMessageDeflate: false,
  followRedirects: false,
  // Invalid UTF-8 is the fault of one event. By default it would end the connection.
  skipUTF8Validation: true,
  closeTimeout
};

/**
 * Opens a WebSocket (RFC 6455) to a source of live sync. An address from the configuration of the operator may be a
 * private one; one that others supply needs a guard. The connection waits while its reader is slow.
 */
export const openWebSocket: (
  options: WebSocketOptions
) => Effect.Effect<WebSocketConnection, SourceDisconnected, Scope.Scope> = Effect.fnUntraced(function* (options) {
  const buffer = new ReceiveBuffer(options.buffer ?? defaultLimits);
  const socket = yield* Effect.acquireRelease(
    Effect.try({ try: () => connect(options, buffer), catch: unreachable }),
    close
  );
  yield* Effect.timeoutFail(opened(socket, buffer), { duration: connectWithin, onTimeout: connectTimeout });
  const patient = Effect.timeoutFail(buffer.take, { duration: options.idleWithin, onTimeout: silent });
  return {
    messages: Stream.repeatEffect(Effect.suspend(() => (buffer.isReady() ? buffer.take : patient))),
    send: (texts) => send(socket, texts),
    bufferedBytes: () => buffer.size()
  };
});

const connectTimeout = () => new SourceDisconnected({ reason: "unreachable", detail: "timeout" });
const silent = () => new SourceDisconnected({ reason: "silent", detail: null });

/** Messages may arrive together with the handshake, so all listeners are added at once. */
const connect = (
  { guard, headers, maxMessageBytes = maxPayload, url }: WebSocketOptions,
  buffer: ReceiveBuffer
): WebSocket => {
  if (guard !== undefined && !guard.isAllowed(new URL(url.replace(/^ws/, "http")))) throw new Error("address refused");
  const socket = new WebSocket(url, {
    ...settings,
    maxPayload: maxMessageBytes,
    headers: { "user-agent": "tidemark", ...headers },
    ...(guard !== undefined && { lookup: guard.lookup })
  });
  let isOpen = false;
  socket.on("open", () => {
    isOpen = true;
  });
  socket.on("message", (data, isBinary) => {
    if (Buffer.isBuffer(data)) buffer.add({ data, isBinary });
  });
  socket.on("unexpected-response", (request, response) => {
    readRefusal(response, (body) => {
      buffer.end(refused(response.statusCode ?? 0, body));
      request.destroy();
      socket.terminate();
    });
  });
  socket.on("error", (error) => buffer.end(isOpen ? protocolViolated(error) : unreachable(error)));
  socket.on("close", (code, reason) => buffer.end(closed(code, reason)));
  buffer.attach({ pause: () => socket.pause(), resume: () => socket.resume() });
  return socket;
};

const readRefusal = (response: IncomingMessage, done: (body: string) => void): void => {
  const chunks: Array<Buffer> = [];
  let size = 0;
  const finish = () => {
    response.removeAllListeners();
    response.on("error", () => {});
    done(Buffer.concat(chunks).subarray(0, maxRefusalBytes).toString());
  };
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxRefusalBytes) finish();
  });
  response.on("end", finish).on("error", finish).on("close", finish);
};

/** Waits for the end of the handshake. */
const opened = (socket: WebSocket, buffer: ReceiveBuffer): Effect.Effect<void, SourceDisconnected> =>
  Effect.async((resume) => {
    const settle = () => resume(socket.readyState === WebSocket.OPEN ? Effect.void : Effect.asVoid(buffer.take));
    if (socket.readyState !== WebSocket.CONNECTING) return settle();
    socket.once("open", settle).once("close", settle);
    return Effect.sync(() => {
      socket.off("open", settle).off("close", settle);
    });
  });

const send = (socket: WebSocket, texts: ReadonlyArray<string>): Effect.Effect<void, SourceDisconnected> =>
  Effect.async((resume) => {
    const last = texts.length - 1;
    if (last < 0) return resume(Effect.void);
    texts.forEach((text, index) => {
      if (index < last) socket.send(text, ignoreError);
      else
        socket.send(text, (error) => {
          resume(error ? new SourceDisconnected({ reason: "closed", detail: null }) : Effect.void);
        });
    });
  });

/** The last message of the batch fails as well. */
const ignoreError = () => {};

/** Completes the closing handshake (RFC 6455, section 7.1.2) within a second. */
const close = (socket: WebSocket): Effect.Effect<void> =>
  Effect.async((resume) => {
    if (socket.readyState === WebSocket.CLOSED) return resume(Effect.void);
    socket.removeAllListeners("message");
    socket.once("close", () => resume(Effect.void));
    if (socket.readyState === WebSocket.CONNECTING) return socket.terminate();
    socket.close(1000);
    socket.resume();
  });
