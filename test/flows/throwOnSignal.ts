import { EventEmitter } from "node:events";

/** What a service is made to suffer with each SIGUSR2, one after the other. */
const faults: Array<() => void> = [
  () => new EventEmitter().emit("error", Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" })),
  () => new EventEmitter().emit("error", new Error("Connection terminated unexpectedly")),
  () => void Promise.reject(new Error("nobody waited for this")),
  () => {
    throw new TypeError("a fault of the program");
  }
];

process.on("SIGUSR2", () => setImmediate(() => faults.shift()?.()));
