/**
 * Loaded into a service before all else (`--import`): what it sends to one port of this machine goes to another one, so
 * that a test can stand between it and a PDS whose address must stay the same.
 */
import { Socket } from "node:net";

const { REDIRECT_FROM: from, REDIRECT_TO: to } = process.env;
const connect = Socket.prototype.connect;

Reflect.set(Socket.prototype, "connect", function redirected(this: Socket, ...given: ReadonlyArray<unknown>): unknown {
  const [first] = given;
  const options: unknown = Array.isArray(first) ? first[0] : first;
  if (typeof options === "object" && options !== null && "port" in options && String(options.port) === from)
    options.port = Number(to);
  return Reflect.apply(connect, this, given);
});
