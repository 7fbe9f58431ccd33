import { startSourceScript } from "../sync/startSource.ts";
import { spacing } from "./statusEvents.ts";

/** Starts a Jetstream of statuses, which are created when they are sent (`now`), or at a time of their own (`fixed`). */
export const startStatuses = (createdAt: "now" | "fixed") =>
  startSourceScript("jetstream", new URL("serveStatuses.ts", import.meta.url), [createdAt], spacing);
