import type { Connection } from "../http/Connection.ts";
import { TidemarkError } from "../TidemarkError.ts";
import type { Credentials } from "./Credentials.ts";
import { postForm } from "./postForm.ts";

/** A client whose ID is the URL of its metadata must push its requests. */
const mustPush = (clientId: string): boolean => /^https?:/.test(clientId);

/** Returns the URL to redirect the user to: with all parameters, or with the `request_uri` of a pushed request (RFC 9126). */
export const authorizationUrl = async (
  connection: Connection,
  credentials: Credentials,
  parameters: Readonly<Record<string, string>>,
  isPushed?: boolean
): Promise<string> => {
  const authorize = `${connection.server}/oauth/authorize`;
  const { client_id = "" } = parameters;
  if (!isPushed && !mustPush(client_id)) return `${authorize}?${new URLSearchParams(parameters)}`;
  const { request_uri } = await postForm(connection, credentials, "/oauth/par", parameters);
  if (typeof request_uri === "string") return `${authorize}?${new URLSearchParams({ client_id, request_uri })}`;
  throw new TidemarkError("bad_answer", `${connection.server} returned no request_uri.`);
};
