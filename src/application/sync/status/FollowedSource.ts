import * as Context from "effect/Context";
import type { SyncSource } from "../../../domain/sync/stream/SyncSource.ts";

/** The source that this instance is configured to follow; null if live sync is off. */
export class FollowedSource extends Context.Tag("application/FollowedSource")<FollowedSource, SyncSource | null>() {}
