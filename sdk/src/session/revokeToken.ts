import { hasReason } from "../hasReason.ts";
import type { Connection } from "../http/Connection.ts";
import type { Credentials } from "../oauth/Credentials.ts";
import { postForm } from "../oauth/postForm.ts";

/** The outcome of a revocation; `later` if the server could not be reached, so that it must be repeated. */
export type RevocationOutcome = "revoked" | "refused" | "later";

/** Revokes a login at the server (RFC 7009). A refresh token of any generation ends the whole login. */
export const revokeToken = (
  connection: Connection,
  credentials: Credentials,
  refreshToken: string
): Promise<RevocationOutcome> =>
  postForm(connection, credentials, "/oauth/revoke", { token: refreshToken }).then(
    () => "revoked",
    (error: unknown) => (hasReason(error, "client_refused", "login_expired", "insecure_context") ? "refused" : "later")
  );
