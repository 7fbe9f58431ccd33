import type { Account } from "../../pds/NetworkInfo.ts";

const send = async (url: string, authorization: string, input: object | null): Promise<void> => {
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization, ...(input !== null && { "content-type": "application/json" }) },
    body: input === null ? null : JSON.stringify(input)
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
};

/** Calls a procedure of a PDS as an account. */
export const callAsAccount = ({ accessJwt, pds }: Account, method: string, input: object | null): Promise<void> =>
  send(`${pds}/xrpc/${method}`, `Bearer ${accessJwt}`, input);

/** Calls a procedure of a PDS as its operator. */
export const callAsOperator = (
  { adminPassword, url }: { readonly url: string; readonly adminPassword: string },
  method: string,
  input: object
): Promise<void> => send(`${url}/xrpc/${method}`, `Basic ${btoa(`admin:${adminPassword}`)}`, input);
