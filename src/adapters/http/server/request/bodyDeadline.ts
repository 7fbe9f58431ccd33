import type { IncomingMessage } from "node:http";

/** The time limit of a body. Node's own limit applies to all requests of a server. */
export interface BodyDeadline {
  /** Suspends the limit, so that the reader of the stream controls it. */
  readonly lift: () => void;
  /** Restarts the limit. */
  readonly set: () => void;
}

const none: BodyDeadline = { lift: () => undefined, set: () => undefined };

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

/** Closes the connection of a request whose body is not complete in time, so that slow senders hold no resources. */
export const bodyDeadline = (incoming: IncomingMessage, milliseconds: number): BodyDeadline => {
  if (!hasBody(incoming)) return none;
  let timer: NodeJS.Timeout | undefined;
  const lift = () => clearTimeout(timer);
  const set = () => {
    lift();
    if (!incoming.complete) timer = setTimeout(() => incoming.socket.destroy(), milliseconds).unref();
  };
  set();
  incoming.once("close", lift);
  return { lift, set };
};
