import { SourceDisconnected } from "../../../domain/sync/stream/RepoEvents.ts";
import { printable } from "./disconnectReason.ts";

/** An error with which a host ends a subscription. Both are texts of the host. */
export interface StatedError {
  readonly error: string | null;
  readonly message: string | null;
}

/** Returns why a subscription ended, for the error that the host sent (AT Protocol, Event Stream). */
export const hostError = ({ error, message }: StatedError): SourceDisconnected => {
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
