import * as Schema from "effect/Schema";
import type { Account } from "./NetworkInfo.ts";

export interface NewAccount {
  readonly handle: string;
  readonly password?: string | undefined;
  readonly email?: string | undefined;
}

const decodeSession = Schema.decodeUnknownSync(
  Schema.Struct({ handle: Schema.String, did: Schema.String, accessJwt: Schema.String })
);
const saysHandleIsTaken = Schema.is(
  Schema.Struct({ message: Schema.TemplateLiteral("Handle already taken", Schema.String) })
);

// Bound when the module loads, so that the harness's own requests stay out of the fetch log.
const fetchDirectly = globalThis.fetch;

/** Creates an account on a PDS; signs in instead if it exists with the same password. */
export async function ensureAccount(
  pds: string,
  { handle, password = "hunter2-hunter2", email = `${handle.replaceAll(".", "-")}@example.com` }: NewAccount
): Promise<Account> {
  const created = await call(pds, "com.atproto.server.createAccount", { handle, password, email });
  const reply = saysHandleIsTaken(created.body)
    ? await call(pds, "com.atproto.server.createSession", { identifier: handle, password })
    : created;
  if (reply.status !== 200) throw new Error(`Account ${handle}: ${reply.status} ${JSON.stringify(reply.body)}`);
  const session = decodeSession(reply.body);
  return { pds, handle: session.handle, did: session.did, password, accessJwt: session.accessJwt };
}

async function call(pds: string, method: string, input: object): Promise<{ status: number; body: unknown }> {
  const response = await fetchDirectly(`${pds}/xrpc/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input)
  });
  return { status: response.status, body: await response.json() };
}
