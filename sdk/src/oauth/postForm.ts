import type { Connection } from "../http/Connection.ts";
import type { ParsedResponse } from "../http/ParsedResponse.ts";
import { sendSigned } from "../http/sendSigned.ts";
import { throwIfUnavailable } from "../http/throwIfUnavailable.ts";
import { withRetries } from "../http/withRetries.ts";
import { TidemarkError } from "../TidemarkError.ts";
import type { Credentials } from "./Credentials.ts";

/**
 * An answer that was lost is repeated by the server for 30 seconds, and after that the repeated request ends the
 * login: so nothing is sent again later than this after the first time.
 */
const retryPolicy = { waits: [500, 1500, 4000, 8000], until: 25_000 };
const timeout = 10_000;

const textIn = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const refused = ({ loginMethod, server }: Connection, { body, error, status }: ParsedResponse): TidemarkError => {
  const description = textIn(body.error_description);
  const said = `${error ?? status}${description === undefined ? "" : `: ${description}`}`;
  if (error === "invalid_grant") {
    return new TidemarkError("login_expired", `The login is over (${said}). Call ${loginMethod} again.`, {
      code: error,
      endReason: textIn(body.end_reason)
    });
  }
  if (error === undefined) {
    return new TidemarkError("bad_answer", `${server} does not answer like an instance (${status}). Check server.`);
  }
  return new TidemarkError(
    "client_refused",
    `${server} does not accept the request (${said}). Check clientId, redirectUri and scope.`,
    {
      code: error
    }
  );
};

/** Posts a form to an OAuth endpoint as the client, with retries; returns the body of an answer that is good. */
export const postForm = (
  connection: Connection,
  credentials: Credentials,
  path: string,
  form: Readonly<Record<string, string>>
): Promise<ParsedResponse["body"]> =>
  withRetries(connection.platform, retryPolicy, async () => {
    const answer = await sendSigned(connection, path, async (url) => {
      const own = await credentials.atServer(url);
      return {
        method: "POST",
        headers: own.headers,
        body: new URLSearchParams({ ...form, ...own.form }),
        keepalive: true,
        timeout
      };
    });
    throwIfUnavailable(connection, answer);
    if (answer.status >= 300) throw refused(connection, answer);
    return answer.body;
  });
