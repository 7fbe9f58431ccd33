import type { SyncSource, SyncSourceKind } from "../../domain/sync/stream/SyncSource.ts";
import type { SyncSettings } from "./variables/syncVariables.ts";

/** Returns the WebSocket address for an HTTP one. */
const webSocketOf = (url: string): string => url.replace(/^http/, "ws");

/** The settings that name the source. */
type SourceSettings = Pick<SyncSettings, "source" | "jetstreamUrl" | "relayUrl" | "tapUrl">;

const addressOf = ({ jetstreamUrl, relayUrl, tapUrl }: SourceSettings): Readonly<Record<SyncSourceKind, string>> => ({
  jetstream: jetstreamUrl,
  firehose: `${relayUrl}/xrpc/com.atproto.sync.subscribeRepos`,
  tap: `${webSocketOf(tapUrl ?? "")}/channel`
});

/** Writes an address as URLs are written, so that there is one cursor however it was typed. */
const normalized = (address: string): string => Object.assign(new URL(address), { search: "", hash: "" }).href;

/** Returns the source that is configured; null if live sync is off. */
export const followedSource = (settings: SourceSettings): SyncSource | null =>
  settings.source === null
    ? null
    : { kind: settings.source, address: normalized(addressOf(settings)[settings.source]) };
