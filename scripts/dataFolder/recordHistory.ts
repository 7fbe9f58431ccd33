import { AdminBrowser } from "../../test/flows/AdminBrowser.ts";
import type { Registration } from "../../test/flows/App.ts";
import type { ServiceProcess } from "../../test/flows/ServiceProcess.ts";
import type { Account } from "../../test/pds/NetworkInfo.ts";
import type { Recording } from "./Recording.ts";

const status = (text: string): string =>
  `mutation { createXyzStatusphereStatus(input: { status: "${text}", createdAt: "2026-11-27T12:00:00Z" }) { uri } }`;

const profile = `mutation {
  createAppNeutralActorProfile(rkey: "self", input: { displayName: "Alice", description: "Keeps tortoises." }) { uri }
}`;

const queries: ReadonlyArray<string> = [
  `{ xyzStatusphereStatus(sortBy: [{ field: status }]) {
    totalCount edges { node { uri cid did collection rkey status createdAt } }
  } }`,
  `{ xyzStatusphereStatus(where: { status: { eq: "🐢" } }) { edges { node { actorHandle status } } } }`,
  "{ appNeutralActorProfile { totalCount edges { node { uri cid displayName description } } } }"
];

const administer = async (service: ServiceProcess, admin: Account, other: Account, endedClient: string) => {
  const browser = new AdminBrowser(service);
  await browser.signIn(admin);
  const send = async (mutation: string): Promise<void> => {
    const { errors } = await browser.graphql(`mutation { ${mutation} }`);
    if (errors !== undefined) throw new Error(`${mutation}: ${JSON.stringify(errors)}`);
  };
  await send(`addAdmin(account: "${other.handle}") { did }`);
  await send(`endAuthorizationsOf(clientId: "${endedClient}", did: "${other.did}")`);
  await send(`setOAuthClientLifetimes(clientId: "${endedClient}", refreshTokenSeconds: 86400) { clientId }`);
  await send(
    'createOAuthClient(clientName: "From the settings", redirectUris: ["https://app.example/back"]) { clientId }'
  );
};

interface People {
  readonly alice: Account;
  readonly bob: Account;
  readonly carol: Account;
}

/** A person is erased, where the version can do so. Their records are not in what is noted afterwards. */
const erase = async (recording: Recording, registration: Registration, account: Account): Promise<void> => {
  if (!(await recording.knows("audit erase"))) return;
  await recording.write(await recording.logIn(registration, account), status("🕯️"));
  await recording.command("audit", "erase", account.did, "--reason", "asked by mail", "--yes");
};

/**
 * What an instance goes through before its data folder is stored. A step that the first release cannot do asks the
 * recording whether the version knows it.
 */
export const recordHistory = async (
  recording: Recording,
  service: ServiceProcess,
  { alice, bob, carol }: People
): Promise<void> => {
  await recording.importLexicons();
  const ofPublic = await recording.register("public");
  const ofConfidential = await recording.register("confidential");
  const ofEnded = await recording.register("public");
  const deleted = await recording.register("public");
  await recording.registerItself();
  await recording.command("clients", "update", ofPublic.clientId, "--name", "Renamed");
  await recording.command("clients", "delete", deleted.clientId, "--yes");

  const first = await recording.logIn(ofPublic, alice);
  const second = await recording.logIn(ofConfidential, bob);
  const revoked = await recording.logIn(ofPublic, bob);
  const ended = await recording.logIn(ofEnded, bob);
  await recording.write(first, profile);
  await recording.write(first, status("🐢"));
  await recording.write(first, status("🌊"));
  await recording.write(second, status("🦀"));
  await recording.revoke(revoked);
  await administer(service, alice, bob, ofEnded.clientId);
  await erase(recording, ofPublic, carol);

  recording.noteSession(first, null);
  recording.noteSession(second, null);
  recording.noteSession(revoked, "revoked-by-client");
  recording.noteSession(ended, "revoked-by-admin");
  for (const query of queries) await recording.noteQuery(first, query);
};
