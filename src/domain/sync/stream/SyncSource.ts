import * as Schema from "effect/Schema";

/** The kinds of services that deliver the changes of repositories. */
export const SyncSourceKind = Schema.Literal("jetstream", "firehose", "tap");
export type SyncSourceKind = typeof SyncSourceKind.Type;

/** A service that is followed. Cursors belong to an address. */
export interface SyncSource {
  readonly kind: SyncSourceKind;
  /** The WebSocket address without its query, such as wss://relay.example.com/xrpc/com.atproto.sync.subscribeRepos. */
  readonly address: string;
}

/** The source of live sync changed. `kind` and `address` are null if none is followed any longer. */
export class SyncSourceChanged extends Schema.TaggedClass<SyncSourceChanged>()("SyncSourceChanged.v1", {
  kind: Schema.NullOr(SyncSourceKind),
  address: Schema.NullOr(Schema.String)
}) {}

/** Returns the current source after an event. */
export const evolveSyncSource = (_: SyncSource | null, { address, kind }: SyncSourceChanged): SyncSource | null =>
  kind === null || address === null ? null : { kind, address };

export const initialSyncSource: SyncSource | null = null;
