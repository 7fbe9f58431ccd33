import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import * as Either from "effect/Either";
import { recordCid } from "../../src/domain/record/value/recordCid.ts";
import { json } from "../support/scriptedServer.ts";
import type { ReleaseFacts } from "./ReleaseFacts.ts";

/** A server in place of the PDS and the PLC directory that a release wrote to. */
export interface PdsStandIn {
  readonly port: number;
  readonly stop: () => void;
}

type Answer = (body: string) => readonly [status: number, body: unknown];

/** Refreshes only what the PDS had issued: the service must still be able to decrypt it. */
const refresh =
  ({ sessions }: ReleaseFacts["pds"]): Answer =>
  (body) => {
    const given = new URLSearchParams(body).get("refresh_token");
    const session = sessions.find(({ refreshToken }) => refreshToken === given);
    if (session === undefined) return [400, { error: "invalid_grant" }];
    const { did: sub, refreshToken: refresh_token } = session;
    const scope = "atproto transition:generic";
    return [200, { access_token: `access-${sub}`, token_type: "DPoP", refresh_token, expires_in: 3600, scope, sub }];
  };

const createRecord: Answer = (body) => {
  const { collection, record, repo, rkey } = JSON.parse(body);
  const cid = Either.getOrThrow(recordCid(record));
  return [200, { uri: `at://${repo}/${collection}/${rkey}`, cid, commit: { cid, rev: "3zzzzzzzzzzz2" } }];
};

const answersOf = (pds: ReleaseFacts["pds"]): Readonly<Record<string, Answer>> => ({
  "/.well-known/oauth-protected-resource": () => [200, { resource: pds.url, authorization_servers: [pds.url] }],
  "/.well-known/oauth-authorization-server": () => [200, pds.metadata],
  "/oauth/token": refresh(pds),
  "/oauth/revoke": () => [200, {}],
  "/xrpc/com.atproto.repo.createRecord": createRecord,
  ...Object.fromEntries(Object.entries(pds.documents).map(([did, document]) => [`/${did}`, () => [200, document]]))
});

/** Everything else is away for now, which never means that an account was deleted. */
const away: Answer = () => [503, { error: "Unavailable" }];

/** Starts a stand-in on a free port. */
export const startPdsStandIn = async (pds: ReleaseFacts["pds"]): Promise<PdsStandIn> => {
  const answers = answersOf(pds);
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "", pds.url);
    const [status, body] = (answers[decodeURIComponent(pathname)] ?? away)(await text(request));
    json(response, body, status);
  };
  const server = createServer((request, response) => void respond(request, response).catch(() => response.destroy()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port }: AddressInfo = Object(server.address());
  return {
    port,
    stop: () => {
      server.close();
      server.closeAllConnections();
    }
  };
};
