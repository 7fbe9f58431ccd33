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

/** Pauses before something is sent again that got no answer. A mutation bears a key by which it is done once. */
const retryPolicy = { waits: [500, 1500], until: 25_000 };

const proofRefused = (connection: Connection): TidemarkError =>
  new TidemarkError(
    "client_refused",
    `${connection.server} does not accept the proof of this request. Use exactly the address that the instance calls itself (issuer, in /.well-known/oauth-authorization-server).`,
    { code: "invalid_dpop_proof" }
  );

export const requestsAs = (connection: Connection, credentials: Credentials, session: Session): Requests => {
  const over = async (login: StoredLogin, error: TidemarkError) => {
    await session.forget(login);
    return error;
  };

  const sendAs = (login: StoredLogin, path: string, init: RequestInit): Promise<ParsedResponse> =>
    sendSigned(connection, path, async (url) => {
      const proven = await credentials.atResource(url, login.accessToken).catch(async (error: unknown) => {
        throw hasReason(error, "login_expired") ? await over(login, error) : error;
      });
      return { ...init, headers: { ...init.headers, ...proven } };
    });

  /** Sends with a token that is good, and once more with another where the server does not accept it. */
  const send = async (path: string, init: RequestInit): Promise<ParsedResponse["body"]> => {
    let login = await session.fresh();
    return withRetries(connection.platform, retryPolicy, async () => {
      let answer = await sendAs(login, path, init);
      if (answer.isChallenged) {
        login = await session.fresh(login.accessToken);
        answer = await sendAs(login, path, init);
      }
      throwIfUnavailable(connection, answer);
      if (answer.isChallenged && answer.error === "invalid_token") {
        throw await over(
          login,
          new TidemarkError("login_expired", `The login is over. Call ${connection.loginMethod} again.`)
        );
      }
      if (answer.isChallenged) throw proofRefused(connection);
      const failure = failureOf(connection, answer);
      if (failure === undefined) return answer.body;
      throw failure.reason === "login_expired" ? await over(login, failure) : failure;
    });
  };

  const ask = <Result>(document: AnyDocument, variables?: object, options: MutationOptions = {}): Promise<Result> =>
    onlyTidemarkErrors(async () => {
      const { idempotencyKey = randomText(16), signal } = options;
      const { headers, ...init } = graphqlBody(document, variables, signal);
      const { data } = await send("/graphql", { ...init, headers: { ...headers, "idempotency-key": idempotencyKey } });
      // What the schema of the instance says: a document with types was made from it.
      return data as Result;
    }, options.signal);

  return {
    query: ask,
    mutate: ask,
    uploadBlob: (file, { signal } = {}) =>
      onlyTidemarkErrors(async () => {
        const headers = { "content-type": file.type || "application/octet-stream" };
        const { blob } = await send("/blobs", { method: "POST", headers, body: file, signal: signal ?? null });
        return blob as BlobReference;
      }, signal)
  };
};
