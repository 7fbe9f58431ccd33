import { hasReason } from "../hasReason.ts";
import type { Connection } from "../http/Connection.ts";
import type { Credentials } from "../oauth/Credentials.ts";
import { postForm } from "../oauth/postForm.ts";

/** `later`: the server could not be asked, so that another attempt makes sense. */
export type RevocationOutcome = "revoked" | "refused" | "later";

/** Tells the server that a login is over (RFC 7009). A refresh token of any generation ends the whole login. */
export const revokeToken = (
  connection: Connection,
  credentials: Credentials,
  refreshToken: string
): Promise<RevocationOutcome> =>
  postForm(connection, credentials, "/oauth/revoke", { token: refreshToken }).then(
    () => "revoked",
    (error: unknown) => (hasReason(error, "client_refused", "login_expired", "insecure_context") ? "refused" : "later")
  );
