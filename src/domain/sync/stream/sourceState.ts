import * as Data from "effect/Data";
import * as Option from "effect/Option";
import type { StoredSyncReport } from "./SyncReports.ts";

/** How live sync is connected to its source, as far as the last report says. Times are in Unix milliseconds. */
export type SourceState = Data.TaggedEnum<{
  /** `silentSince` is when the last event of this connection arrived, or when it was established. */
  Connected: { readonly since: number; readonly silentSince: number };
  /** A process tries to connect. */
  Disconnected: { readonly since: number };
  /** No process reports about the source any longer; `since` is null if none ever did. */
  Unattended: { readonly since: number | null };
}>;
export const SourceState = Data.taggedEnum<SourceState>();

/** Milliseconds without a report after which no process is taken to follow the source. */
export const reportTimeout = 15_000;

const stateOf = (report: StoredSyncReport, now: number): SourceState => {
  const { at, connected, lastEventAt, since } = report;
  if (now - at > reportTimeout) return SourceState.Unattended({ since: at });
  return connected
    ? SourceState.Connected({ since, silentSince: Math.max(since, lastEventAt ?? since) })
    : SourceState.Disconnected({ since });
};

/**
 * Returns the state of a source. It depends only on what the process that follows the source reports, so that other
 * activity of the instance cannot make a dead source look alive.
 */
export const sourceState = (report: Option.Option<StoredSyncReport>, now: number): SourceState =>
  Option.match(report, {
    onNone: () => SourceState.Unattended({ since: null }),
    onSome: (known) => stateOf(known, now)
  });
