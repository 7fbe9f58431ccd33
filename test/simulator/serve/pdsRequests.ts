import type { ServerResponse } from "node:http";
import { blocksToCarFile } from "@atproto/repo";
import { CID } from "multiformats/cid";
import type { Network, SimulatedAccount } from "../network/Network.ts";

/** Answers a request of XRPC (AT Protocol, HTTP API). */
type Answer = (network: Network, host: string, parameters: URLSearchParams, response: ServerResponse) => unknown;

const json = (response: ServerResponse, body: unknown, status = 200): unknown =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

const refuse = (response: ServerResponse, error: string): unknown =>
  json(response, { error, message: `Refused: ${error}` }, 400);

const car = (response: ServerResponse, bytes: Uint8Array): unknown =>
  response.writeHead(200, { "content-type": "application/vnd.ipld.car" }).end(bytes);

/** The error of a PDS for each status of an account; it answers `RepoDeactivated` for any other. */
const errors: Readonly<Record<string, string>> = {
  takendown: "RepoTakendown",
  suspended: "RepoSuspended",
  deleted: "RepoNotFound"
};

/** Answers for an account that a PDS hosts and serves, and refuses for any other. */
const forServed =
  (answer: (account: SimulatedAccount, parameters: URLSearchParams, response: ServerResponse) => unknown): Answer =>
  (network, host, parameters, response) => {
    const account = network.accounts.get(parameters.get("did") ?? parameters.get("repo") ?? "");
    if (account === undefined) return refuse(response, "RepoNotFound");
    if (account.host !== host) return refuse(response, "RepoDeactivated");
    if (account.isTombstoned) return refuse(response, "RepoNotFound");
    if (account.status !== null) return refuse(response, errors[account.status] ?? "RepoDeactivated");
    return answer(account, parameters, response);
  };

/** An account that moved away is deactivated at its former PDS. */
const repoStatus: Answer = (network, host, parameters, response) => {
  const did = parameters.get("did") ?? "";
  const account = network.accounts.get(did);
  if (account === undefined || account.isTombstoned) return refuse(response, "RepoNotFound");
  const status = account.host === host ? account.status : "deactivated";
  return json(response, {
    did,
    active: status === null,
    ...(status === null ? { rev: account.repository.rev } : { status })
  });
};

const listed = (network: Network, isListed: (account: SimulatedAccount) => boolean): ReadonlyArray<SimulatedAccount> =>
  [...network.accounts.values()].filter((account) => !account.isTombstoned && isListed(account));

const statusOf = ({ status }: SimulatedAccount) => ({
  active: status === null,
  ...(status === null ? {} : { status })
});

const hasCollection = ({ repository }: SimulatedAccount, collection: string): boolean =>
  [...repository.records.keys()].some((path) => path.startsWith(`${collection}/`));

/** The queries that PDSes and relays answer, by name. */
const answers: Readonly<Record<string, Answer>> = {
  "com.atproto.sync.getRepo": forServed(async ({ repository }, _, response) => car(response, await repository.car())),
  "com.atproto.sync.getLatestCommit": forServed(({ repository }, _, response) =>
    json(response, { cid: repository.commit.toString(), rev: repository.rev })
  ),
  "com.atproto.sync.getBlocks": forServed(async ({ repository }, parameters, response) => {
    const cids = parameters.getAll("cids").map((text) => CID.parse(text));
    const all = await repository.allBlocks();
    if (cids.some((cid) => !all.has(cid.toString()))) return refuse(response, "BlockNotFound");
    const { blocks } = await repository.blocksOf(cids);
    return car(response, await blocksToCarFile(null, blocks));
  }),
  "com.atproto.sync.getRecord": forServed(async ({ repository }, parameters, response) => {
    const [collection = "", rkey = ""] = [parameters.get("collection"), parameters.get("rkey")].map(
      (text) => text ?? ""
    );
    return car(response, await repository.proof(collection, rkey));
  }),
  "com.atproto.sync.getRepoStatus": repoStatus,
  "com.atproto.sync.listRepos": (network, host, _, response) =>
    json(response, {
      repos: listed(network, (account) => host === "relay" || account.host === host).map((account) => ({
        did: account.did,
        head: account.repository.commit.toString(),
        rev: account.repository.rev,
        ...statusOf(account)
      }))
    }),
  "com.atproto.sync.listReposByCollection": (network, _, parameters, response) =>
    json(response, {
      repos: listed(network, (account) => hasCollection(account, parameters.get("collection") ?? "")).map(
        ({ did }) => ({
          did
        })
      )
    }),
  "com.atproto.repo.getRecord": forServed(({ did, repository }, parameters, response) => {
    const path = `${parameters.get("collection")}/${parameters.get("rkey")}`;
    const record = repository.records.get(path);
    if (record === undefined || record.json === null) return refuse(response, "RecordNotFound");
    return json(response, { uri: `at://${did}/${path}`, cid: record.cid.toString(), value: JSON.parse(record.json) });
  }),
  "com.atproto.repo.listRecords": forServed(({ did, repository }, parameters, response) => {
    const prefix = `${parameters.get("collection")}/`;
    const records = [...repository.records].flatMap(([path, { cid, json: value }]) =>
      path.startsWith(prefix) && value !== null
        ? [{ uri: `at://${did}/${path}`, cid: cid.toString(), value: JSON.parse(value) }]
        : []
    );
    return json(response, { records });
  }),
  "com.atproto.identity.resolveHandle": (network, _, parameters, response) => {
    const did = network.handles.get((parameters.get("handle") ?? "").toLowerCase());
    if (did === undefined) return json(response, { error: "InvalidRequest", message: "Unable to resolve handle" }, 400);
    return json(response, { did });
  },
  "com.atproto.server.describeServer": (_, host, __, response) =>
    json(response, { did: `did:web:${host}.waves.test`, availableUserDomains: [".waves.test"] })
};

/** Answers a request to a PDS, or to a relay under the name `relay`. */
export const answerPds = async (
  network: Network,
  host: string,
  url: URL,
  response: ServerResponse
): Promise<unknown> => {
  const answer = answers[/^\/xrpc\/([\w.]+)$/.exec(url.pathname)?.[1] ?? ""];
  if (answer === undefined) return json(response, { error: "MethodNotImplemented" }, 501);
  return answer(network, host, url.searchParams, response);
};

/** Answers a request to the PLC directory. */
export const answerDirectory = (
  network: Network,
  origins: ReadonlyMap<string, string>,
  url: URL,
  response: ServerResponse
): unknown => {
  const account = network.accounts.get(decodeURIComponent(url.pathname.slice(1)));
  if (account === undefined) return json(response, { message: "DID not registered" }, 404);
  if (account.isTombstoned) return json(response, { message: "DID not available" }, 410);
  const { did, handle, host, key } = account;
  return json(response, {
    "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"],
    id: did,
    alsoKnownAs: [`at://${handle}`],
    verificationMethod: [{ id: `${did}#atproto`, type: "Multikey", controller: did, publicKeyMultibase: key.multikey }],
    service: [{ id: "#atproto_pds", type: "AtprotoPersonalDataServer", serviceEndpoint: origins.get(host) }]
  });
};
