import { Socket } from "node:net";
import * as Effect from "effect/Effect";

/** What the sockets of this process did while they were watched. */
export interface SocketSpy {
  /** Sockets that were told to connect, whatever became of it. */
  sockets: number;
  /** The IP addresses that a connection was attempted to, in order. */
  readonly dialled: Array<string>;
}

/** Watches every TCP socket of the process, below every library, until the scope closes. */
export const socketSpy = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => {
      const spy: SocketSpy = { sockets: 0, dialled: [] };
      const { connect } = Socket.prototype;
      Object.defineProperty(Socket.prototype, "connect", {
        configurable: true,
        writable: true,
        value: function (this: Socket, ...given: ReadonlyArray<unknown>) {
          spy.sockets += 1;
          this.on("connectionAttempt", (address: string) => spy.dialled.push(address));
          return Reflect.apply(connect, this, given);
        }
      });
      return { spy, connect };
    }),
    ({ connect }) => Effect.sync(() => Object.assign(Socket.prototype, { connect }))
  ),
  ({ spy }) => spy
);
