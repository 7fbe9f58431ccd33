import { parentPort } from "node:worker_threads";

/** A thread that ends when it is asked for something. */
parentPort?.on("message", () => process.exit(1));
