import * as Schema from "effect/Schema";
import type { Pds } from "../pds/connectNetwork.ts";
import { Account } from "../pds/NetworkInfo.ts";

interface Call {
  readonly authorization: string;
  readonly input?: object;
  readonly query?: Readonly<Record<string, string>>;
  readonly car?: ArrayBuffer;
}

const send = async (pds: string, method: string, { authorization, car, input, query }: Call): Promise<Response> => {
  const isQuery = query !== undefined && input === undefined;
  const response = await fetch(`${pds}/xrpc/${method}?${new URLSearchParams(query)}`, {
    method: isQuery ? "GET" : "POST",
    headers: {
      authorization,
      ...(input !== undefined && { "content-type": "application/json" }),
      ...(car !== undefined && { "content-type": "application/vnd.ipld.car" })
    },
    body: car ?? (input === undefined ? null : JSON.stringify(input))
  });
  if (!response.ok) throw new Error(`${method}: ${response.status} ${await response.text()}`);
  return response;
};

const bearer = (token: string): string => `Bearer ${token}`;
const asAdmin = ({ adminPassword }: Pds): string => `Basic ${btoa(`admin:${adminPassword}`)}`;

/** Takes an account down as the operator of its PDS, or ends that. */
export const setTakenDown = async (pds: Pds, { did }: Account, applied: boolean): Promise<void> => {
  const subject = { $type: "com.atproto.admin.defs#repoRef", did };
  const input = { subject, takedown: { applied, ref: "test" } };
  await send(pds.url, "com.atproto.admin.updateSubjectStatus", { authorization: asAdmin(pds), input });
};

/** Deletes an account as the operator of its PDS. */
export const deleteAccount = async (pds: Pds, { did }: Account): Promise<void> => {
  await send(pds.url, "com.atproto.admin.deleteAccount", { authorization: asAdmin(pds), input: { did } });
};

/** Changes the handle of an account. */
export const changeHandle = async ({ accessJwt, pds }: Account, handle: string): Promise<void> => {
  await send(pds, "com.atproto.identity.updateHandle", { authorization: bearer(accessJwt), input: { handle } });
};

const Token = Schema.Struct({ token: Schema.String });
const Operation = Schema.Struct({ operation: Schema.Object });
const Session = Schema.Struct({ did: Schema.String, handle: Schema.String, accessJwt: Schema.String });

const read = async <A, I>(schema: Schema.Schema<A, I>, response: Promise<Response>): Promise<A> =>
  Schema.decodeUnknownSync(schema)(await (await response).json());

/** Moves an account with its repository to another PDS, where it gets another handle (AT Protocol, Account Migration). */
export const moveAccount = async (from: Pds, to: Pds, account: Account, handle: string): Promise<Account> => {
  const { did, password } = account;
  const atOld = { authorization: bearer(account.accessJwt) };
  const lxm = "com.atproto.server.createAccount";
  const { token } = await read(
    Token,
    send(from.url, "com.atproto.server.getServiceAuth", { ...atOld, query: { aud: to.did, lxm } })
  );
  const input = { did, handle, password, email: `${handle}@example.com` };
  const session = await read(Session, send(to.url, lxm, { authorization: bearer(token), input }));
  const atNew = { authorization: bearer(session.accessJwt) };
  const repository = await send(from.url, "com.atproto.sync.getRepo", { ...atOld, query: { did } });
  await send(to.url, "com.atproto.repo.importRepo", { ...atNew, car: await repository.arrayBuffer() });
  await send(from.url, "com.atproto.identity.requestPlcOperationSignature", atOld);
  const [mail] = await from.sql(`select token from email_token where did = '${did}' and purpose = 'plc_operation'`);
  const wanted = await send(to.url, "com.atproto.identity.getRecommendedDidCredentials", { ...atNew, query: {} });
  const credentials: object = await read(Schema.Object, Promise.resolve(wanted));
  const signing = { ...credentials, token: mail?.token };
  const { operation } = await read(
    Operation,
    send(from.url, "com.atproto.identity.signPlcOperation", { ...atOld, input: signing })
  );
  await send(to.url, "com.atproto.identity.submitPlcOperation", { ...atNew, input: { operation } });
  await send(to.url, "com.atproto.server.activateAccount", atNew);
  await send(from.url, "com.atproto.server.deactivateAccount", { ...atOld, input: {} });
  return Account.make({ pds: to.url, password, ...session });
};
