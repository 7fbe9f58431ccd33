import * as Context from "effect/Context";
import type { OpenCollections } from "../../../domain/sync/stream/openCollections.ts";

/** What the operator configured for live sync. */
export class LiveSyncSettings extends Context.Tag("application/LiveSyncSettings")<
  LiveSyncSettings,
  { readonly openCollections: OpenCollections }
>() {}
