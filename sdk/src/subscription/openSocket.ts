import type { SubscriptionEnvironment } from "./SubscriptionEnvironment.ts";

/** After how many milliseconds without a message the connection is checked. */
const silenceMs = 30_000;
/** How long the server may take to acknowledge a connection, and to respond to a check, in milliseconds. */
const timeoutMs = 10_000;

/** A message of the server. Those about an operation have an `id`. */
export interface ServerMessage {
  readonly type: "connection_ack" | "ping" | "pong" | "next" | "error" | "complete";
  readonly id?: string;
  readonly payload?: unknown;
}

/** An acknowledged connection. */
export interface LiveSocket {
  readonly send: (message: object) => void;
  readonly close: () => void;
  /** Checks whether the connection still exists. */
  readonly check: () => void;
}

/**
 * Opens a connection with the protocol `graphql-transport-ws`
 * (https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md). `payload` is that of `connection_init`. `onClose` is
 * called once, unless this side closes the connection. Resolves when the connection is acknowledged, and with null if it
 * is closed before.
 */
export const openSocket = (
  environment: SubscriptionEnvironment,
  url: string,
  payload: object | undefined,
  onMessage: (message: ServerMessage) => void,
  onClose: (code: number, reason?: string) => void
): Promise<LiveSocket | null> =>
  new Promise((resolve) => {
    const socket = environment.open(url, "graphql-transport-ws");
    const send = (message: object) => socket.send(JSON.stringify(message));
    const close = () => {
      cancel();
      socket.onmessage = socket.onclose = null;
      socket.close();
    };
    const end = (code: number, reason?: string) => {
      close();
      onClose(code, reason);
      resolve(null);
    };
    /** The browser may notice only minutes later that a connection is lost. */
    const lose = () => end(1006);
    const wait = (milliseconds: number, run: () => void) => {
      cancel();
      cancel = environment.after(milliseconds, run);
    };
    let cancel = environment.after(timeoutMs, lose);
    const check = () => {
      send({ type: "ping" });
      wait(timeoutMs, lose);
    };
    socket.onopen = () => send({ type: "connection_init", payload });
    socket.onclose = ({ code, reason }) => end(code, reason);
    socket.onmessage = ({ data }) => {
      const message: ServerMessage = JSON.parse(String(data));
      wait(silenceMs, check);
      if (message.type === "ping") send({ type: "pong" });
      if (message.type === "connection_ack") resolve({ send, close, check });
      else onMessage(message);
    };
  });
