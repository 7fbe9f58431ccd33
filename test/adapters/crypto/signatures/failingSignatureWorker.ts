/** A thread that ends when it gets signatures to verify. */
import { parentPort } from "node:worker_threads";

parentPort?.on("message", () => process.exit(3));
parentPort?.postMessage({ _tag: "Ready" });
