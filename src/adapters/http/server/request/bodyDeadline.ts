import type { IncomingMessage } from "node:http";

/** The time limit of a body: Node's own holds for every request of a server alike. */
export interface BodyDeadline {
  /** Leaves it to who reads the body as a stream how long it may take. */
  readonly lift: () => void;
  /** Sets the limit again, from now on. */
  readonly set: () => void;
}

const none: BodyDeadline = { lift: () => undefined, set: () => undefined };

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

/** Cuts the connection of a request whose body is not whole in time, so that slow senders hold nothing. */
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
