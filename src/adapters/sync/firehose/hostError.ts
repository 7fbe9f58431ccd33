import { SourceDisconnected } from "../../../domain/sync/stream/RepoEvents.ts";
import { printable } from "../connection/disconnectReason.ts";
import type { ErrorFrame } from "./decodeFrame.ts";

/** Returns the error for an error frame (`com.atproto.sync.subscribeRepos`). */
export const hostError = ({ error, message }: ErrorFrame): SourceDisconnected => {
  const detail = printable([error, message].filter((text) => text !== null).join(": "));
  switch (error) {
    case "FutureCursor":
      return new SourceDisconnected({ reason: "future-cursor", detail });
    case "ConsumerTooSlow":
      return new SourceDisconnected({ reason: "consumer-too-slow", detail });
    default:
      return new SourceDisconnected({ reason: "source-error", detail });
  }
};
