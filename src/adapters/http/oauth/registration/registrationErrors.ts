import * as Schema from "effect/Schema";
import type { RegistrationTokenRefused } from "../../../../application/clients/registration/RegistrationToken.ts";
import type { InvalidClientMetadata } from "../../../../domain/client/registration/ClientMetadata.ts";
import type { ClientNotFound } from "../../../../domain/client/registration/decideClient.ts";
import type { EventLogUnavailable } from "../../../../domain/event/EventLog.ts";
import type { StreamContended } from "../../../../domain/event/StreamContended.ts";
import type { StorageUnavailable } from "../../../../domain/storage/StorageUnavailable.ts";
import type { BodyRefused } from "../../server/request/readRequestBody.ts";
import type { HttpResponse } from "../../server/response/HttpResponse.ts";
import type { OauthError } from "../OauthError.ts";

/** A registration request that is refused before any look-up. */
export class RegistrationRefused extends Schema.TaggedError<RegistrationRefused>()("RegistrationRefused", {
  reason: Schema.Literal("not-json", "token-missing", "initial-token-refused")
}) {}

/** The instance does not let clients register themselves. */
export class RegistrationClosed extends Schema.TaggedError<RegistrationClosed>()("RegistrationClosed", {}) {}

/** The failures of a registration request. */
export type RegistrationFailure =
  | BodyRefused
  | ClientNotFound
  | EventLogUnavailable
  | InvalidClientMetadata
  | RegistrationRefused
  | RegistrationTokenRefused
  | StorageUnavailable
  | StreamContended;

const longest = 4000;

/** RFC 6749 section 5.2 allows printable ASCII without quotation mark and backslash. */
const describe = (text: string): string =>
  text
    .slice(0, longest)
    .replaceAll('"', "'")
    .replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "?");

const refuse = (
  status: number,
  error: string,
  description: string,
  headers: HttpResponse["headers"] = {},
  more: OauthError["more"] = {}
): OauthError => ({ status, error, description: describe(description), headers, more });

const challenge = { "www-authenticate": 'Bearer realm="tidemark", error="invalid_token"' };

/** The error code is that of the first fault. Every fault is listed with its own code. */
const metadataRefused = ({ faults, message }: InvalidClientMetadata): OauthError =>
  refuse(
    400,
    faults[0].error,
    message,
    {},
    {
      faults: faults.map(({ error, member, message: fix }) => ({ error, member, message: fix }))
    }
  );

const refused = (reason: RegistrationRefused["reason"]): OauthError => {
  switch (reason) {
    case "not-json":
      return refuse(
        400,
        "invalid_client_metadata",
        "The body must be a JSON object with no member twice, sent as application/json."
      );
    case "token-missing":
      return refuse(401, "invalid_token", "Send the registration access token as Authorization: Bearer.", {
        "www-authenticate": 'Bearer realm="tidemark"'
      });
    case "initial-token-refused":
      return refuse(
        401,
        "invalid_token",
        "Registration at this instance requires an initial access token. Ask its operator for one.",
        challenge
      );
  }
};

/** Maps failures to errors of the registration endpoints (RFC 7591 section 3.2.2, RFC 6750 section 3). */
export const registrationError = (failure: RegistrationFailure): OauthError => {
  switch (failure._tag) {
    case "RegistrationRefused":
      return refused(failure.reason);
    case "InvalidClientMetadata":
      return metadataRefused(failure);
    case "RegistrationTokenRefused":
    case "ClientNotFound":
      return refuse(
        401,
        "invalid_token",
        "No client is managed with this token: it was replaced, or the client is gone.",
        challenge
      );
    case "BodyRefused":
      return failure.reason === "too-large"
        ? refuse(413, "invalid_client_metadata", `The metadata must have at most ${failure.limit} bytes.`)
        : refuse(400, "invalid_client_metadata", "The body ended early.");
    case "StreamContended":
      return refuse(503, "temporarily_unavailable", failure.message, { "retry-after": "1" });
    case "EventLogUnavailable":
    case "StorageUnavailable":
      return refuse(503, "temporarily_unavailable", "Repeat the request after a short time.", { "retry-after": "1" });
  }
};
