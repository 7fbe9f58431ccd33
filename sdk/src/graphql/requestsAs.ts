import { randomText } from "../base64Url.ts";
import type { AnyDocument } from "../document/TypedDocument.ts";
import { hasReason } from "../hasReason.ts";
import type { Connection } from "../http/Connection.ts";
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
import { failureOf } from "./failureOf.ts";
import { graphqlBody } from "./graphqlBody.ts";
import type { BlobReference, Requests } from "./Requests.ts";

/** The delays before a request without a response is sent again. The idempotency key ensures that a mutation is performed once. */
const retryPolicy = { waits: [500, 1500], until: 25_000 };

const proofRefused = (connection: Connection): TidemarkError =>
  new TidemarkError(
    "client_refused",
    `${connection.server} refused the DPoP proof of this request. Set server to exactly the issuer in /.well-known/oauth-authorization-server.`,
    { code: "invalid_dpop_proof" }
  );

/** The requests of the user of a session, with its credentials. */
export const requestsAs = (connection: Connection, credentials: Credentials, session: Session): Requests => {
  const forgetAfter = async (login: StoredLogin, error: TidemarkError) => {
    await session.forget(login);
    return error;
  };

  const sendAs = (login: StoredLogin, path: string, init: RequestInit): Promise<ParsedResponse> =>
    sendSigned(connection, path, async (url) => {
      const headers = await credentials.atResource(url, login.accessToken).catch(async (error: unknown) => {
        throw hasReason(error, "login_expired") ? await forgetAfter(login, error) : error;
      });
      return { ...init, headers: { ...init.headers, ...headers } };
    });

  /** Sends a request with a valid token, and again with a new one if the server refuses it. */
  const send = async (path: string, init: RequestInit): Promise<ParsedResponse["body"]> => {
    let login = await session.fresh();
    return withRetries(connection.platform, retryPolicy, async () => {
      let response = await sendAs(login, path, init);
      if (response.isChallenged) {
        login = await session.fresh(login.accessToken);
        response = await sendAs(login, path, init);
      }
      throwIfUnavailable(connection, response);
      if (response.isChallenged && response.error === "invalid_token") {
        throw await forgetAfter(
          login,
          new TidemarkError("login_expired", `The login has ended. Call ${connection.loginMethod} again.`)
        );
      }
      if (response.isChallenged) throw proofRefused(connection);
      const failure = failureOf(connection, response);
      if (failure === undefined) return response.body;
      throw failure.reason === "login_expired" ? await forgetAfter(login, failure) : failure;
    });
  };

  const execute = <Result>(document: AnyDocument, variables?: object, options: MutationOptions = {}): Promise<Result> =>
    onlyTidemarkErrors(async () => {
      const { idempotencyKey = randomText(16), signal } = options;
      const { headers, ...init } = graphqlBody(document, variables, signal);
      const { data } = await send("/graphql", { ...init, headers: { ...headers, "idempotency-key": idempotencyKey } });
      // A typed document was generated from the schema of the instance, which guarantees the type.
      return data as Result;
    }, options.signal);

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
