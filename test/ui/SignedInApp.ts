import { App, type Tokens } from "../flows/App.ts";
import type { Account } from "../pds/NetworkInfo.ts";
import type { SettingsInBrowser } from "./SettingsInBrowser.ts";

/** A user who signed in to an app of the instance and wrote a record through it. */
export interface SignedInApp {
  readonly app: App;
  readonly account: Account;
  readonly tokens: Tokens;
  readonly clientId: string;
  /** The URI of the record. */
  readonly uri: string;
}

const write = `mutation ($now: DateTime!) {
  createXyzStatusphereStatus(input: { status: "🐢", createdAt: $now }) { uri }
}`;

const uriIn = (data: unknown): string => /at:\/\/[^"]+/.exec(JSON.stringify(data))?.[0] ?? "";

/** Signs a new account in to a new app and writes a record. */
export const signInToApp = async (settings: SettingsInBrowser, handle: string): Promise<SignedInApp> => {
  const registration = await settings.running.register("public", "http://127.0.0.1:4321/callback");
  const account = await settings.network.pdses[0].createAccount({ handle });
  const app = await App.make(settings.running.service, registration);
  const tokens = await app.login(account);
  const { data } = await app.graphql(write, { now: new Date().toISOString() }, tokens);
  return { app, account, tokens, clientId: registration.clientId, uri: uriIn(data) };
};
