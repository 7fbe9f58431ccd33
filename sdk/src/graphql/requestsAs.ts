import { randomText } from "../base64Url.ts";
import type { AnyDocument } from "../document/TypedDocument.ts";
import { hasReason } from "../hasReason.ts";
import type { Connection } from "../http/Connection.ts";
import { loginExpired } from "../http/loginExpired.ts";
import type { ParsedResponse } from "../http/ParsedResponse.ts";
import { sendSigned } from "../http/sendSigned.ts";
import { throwIfUnavailable } from "../http/throwIfUnavailable.ts";
import { withRetries } from "../http/withRetries.ts";
import type { Credentials } from "../oauth/Credentials.ts";
import { onlyTidemarkErrors } from "../onlyTidemarkErrors.ts";
import type { Session } from "../session/Session.ts";
import type { StoredLogin } from "../session/StoredLogin.ts";
import { TidemarkError } from "../TidemarkError.ts";
import type { MutationOptions } from "./Execute.ts";
import { executeBy, type Send } from "./executeBy.ts";
import { failureOf } from "./failureOf.ts";
import type { BlobReference, Requests } from "./Requests.ts";

const proofRefused = (connection: Connection): TidemarkError =>
  new TidemarkError(
    "client_refused",
    `${connection.server} refused the DPoP proof. Set server to exactly the issuer of the instance.`,
    { code: "invalid_dpop_proof" }
  );

/** The requests of the user of a session, with its credentials. */
export const requestsAs = (
  connection: Connection,
  credentials: Credentials,
  session: Session
): Omit<Requests, "subscribe"> => {
  const sendAs = (login: StoredLogin, path: string, init: RequestInit): Promise<ParsedResponse> =>
    sendSigned(connection, path, async (url) => {
      const headers = await credentials.atResource(url, login.accessToken);
      return { ...init, headers: { ...init.headers, ...headers } };
    });

  /**
   * Sends a request with a valid token, and again with a new one if the server refuses it. A request without a response is
   * repeated: the idempotency key ensures that a mutation is performed once.
   */
  const send: Send = async (path, init) => {
    let login = await session.fresh();
    const attempt = async () => {
      let response = await sendAs(login, path, init);
      if (response.isChallenged) {
        login = await session.fresh(login.accessToken);
        response = await sendAs(login, path, init);
      }
      throwIfUnavailable(connection, response);
      if (response.isChallenged && response.error === "invalid_token") throw loginExpired(connection);
      if (response.isChallenged) throw proofRefused(connection);
      const failure = failureOf(connection, response);
      if (failure !== undefined) throw failure;
      return response.body;
    };
    return withRetries(connection.platform, () =>
      attempt().catch(async (error: unknown) => {
        if (hasReason(error, "login_expired")) await session.forget(login);
        throw error;
      })
    );
  };

  const executeOnce = executeBy(send);
  const execute = <Result>(document: AnyDocument, variables?: object, options: MutationOptions = {}): Promise<Result> =>
    executeOnce(document, variables, { ...options, idempotencyKey: options.idempotencyKey ?? randomText(16) });

  return {
    query: execute,
    mutate: execute,
    uploadBlob: (file, { signal } = {}) =>
      onlyTidemarkErrors(async () => {
        const headers = { "content-type": file.type || "application/octet-stream" };
        const { blob } = await send("/blobs", { method: "POST", headers, body: file, signal: signal ?? null });
        return blob as BlobReference;
      }, signal)
  };
};
