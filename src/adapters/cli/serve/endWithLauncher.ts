/**
 * Loaded into a process before all else (`--import`): stops it in order when the process that started it is gone, which had
 * no time to do so if it was killed. The two are connected by the IPC channel of Node.js.
 */
import cluster from "node:cluster";
import { isMainThread } from "node:worker_threads";

// Threads and workers of a cluster inherit the options of their process.
if (isMainThread && cluster.isPrimary && process.channel) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // The listener alone would keep the process alive.
  process.channel.unref();
}
