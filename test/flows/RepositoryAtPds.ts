import { tid } from "../../src/domain/atproto/tid.ts";
import type { Network } from "../pds/connectNetwork.ts";
import type { Account } from "../pds/NetworkInfo.ts";

/** One write of a batch, as `com.atproto.repo.applyWrites` takes it. */
export type WriteAtPds =
  | { readonly action: "create" | "update"; readonly collection: string; readonly rkey: string; readonly value: object }
  | { readonly action: "delete"; readonly collection: string; readonly rkey: string };

const inOneCommit = 200;

const post = async (account: Account, method: string, input: object | null): Promise<void> => {
  const response = await fetch(`${account.pds}/xrpc/${method}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${account.accessJwt}`,
      ...(input !== null && { "content-type": "application/json" })
    },
    body: input === null ? null : JSON.stringify(input)
  });
  if (!response.ok) throw new Error(`${method}: ${response.status} ${await response.text()}`);
};

/** Writes to somebody's repository behind the back of the service, by as few commits as the PDS allows. */
export const writeAtPds = async (account: Account, writes: ReadonlyArray<WriteAtPds>): Promise<void> => {
  for (let at = 0; at < writes.length; at += inOneCommit) {
    const batch = writes.slice(at, at + inOneCommit).map(({ action, ...write }) => ({
      $type: `com.atproto.repo.applyWrites#${action}`,
      ...write
    }));
    await post(account, "com.atproto.repo.applyWrites", { repo: account.did, writes: batch });
  }
};

/** Takes an account out of use at its PDS, or puts it back. */
export const setActive = (account: Account, active: boolean): Promise<void> =>
  active
    ? post(account, "com.atproto.server.activateAccount", null)
    : post(account, "com.atproto.server.deactivateAccount", {});

/** An account that holds that many statuses, numbered from 0. */
export const accountWithStatuses = async (network: Network, handle: string, count: number): Promise<Account> => {
  const account = await network.pdses[0].createAccount({ handle });
  const statuses = Array.from({ length: count }, (_, at) => statusWrite("create", at, `old ${at}`));
  await writeAtPds(account, statuses);
  return account;
};

/** A write of the status of a number. */
export const statusWrite = (action: "create" | "update", at: number, text: string): WriteAtPds => ({
  action,
  collection: "xyz.statusphere.status",
  rkey: statusKey(at),
  // A valid status is one character. The text makes the versions differ.
  value: { $type: "xyz.statusphere.status", status: "🚆", text, createdAt: "2026-11-27T12:00:00.000Z" }
});

/** The key of the status of a number: later ones sort after earlier ones. */
export const statusKey = (at: number): string => tid(1_790_000_000_000_000n + BigInt(at), 0);
