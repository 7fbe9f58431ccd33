import type { WorkerRole } from "./WorkerRole.ts";

/** Connections for migrations, commands and superusers, in addition to those of the pools. */
const others = 30;

/** Each process has two pools, and listens over two connections. */
const pools = 2;
const listeners = 2;

const background = 10;

/** The workers for requests share what one process would need, but a pool of fewer than four makes requests wait. */
const ofRequestWorker = (workers: number): number => Math.max(4, Math.ceil(12 / workers));

/** Returns the size of each pool of a worker. */
export const poolSizeOf = (role: WorkerRole, workers: number): number =>
  role._tag === "BackgroundWorker" ? background : ofRequestWorker(workers);

/** Returns the number of connections that an instance with workers can have open. */
export const connectionsOfWorkers = (workers: number): number =>
  workers * (pools * ofRequestWorker(workers) + listeners) + pools * background + listeners + others;
