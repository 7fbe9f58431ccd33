import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { type FromWorker, ToWorker } from "./workerMessages.ts";

const readMessage = Schema.decodeUnknownOption(ToWorker);

/** Calls a function with each message of the supervisor of this worker. */
export const onMessage = (receive: (message: ToWorker) => void): void => {
  process.on("message", (message: unknown) => {
    const read = readMessage(message);
    if (read._tag === "Some") receive(read.value);
  });
};

/** Sends a message to the supervisor of this worker, and waits until it is sent. */
export const sendToSupervisor = (message: FromWorker): Effect.Effect<void> =>
  Effect.async((resume) => {
    if (process.send === undefined) return resume(Effect.void);
    process.send(message, undefined, undefined, () => resume(Effect.void));
  });
