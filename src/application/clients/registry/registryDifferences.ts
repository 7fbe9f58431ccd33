import type { RegisteredClient } from "../../../domain/client/Client.ts";

/** A member of a client that differs from the log; `member` is null for a client that only one side has. */
export interface RegistryDifference {
  readonly clientId: string;
  readonly member: string | null;
  readonly log: string | null;
  readonly live: string | null;
}

type Members = Readonly<Record<string, unknown>>;

/** Hashes of secrets: a difference is reported without the values. */
const secretMembers: ReadonlySet<string> = new Set(["secret", "registrationTokenHash"]);

/** Formats a value as JSON with sorted members, so that equal values have equal texts; undefined becomes null. */
const textOf = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
      : inner
  );

const shown = (member: string, text: string): string =>
  secretMembers.has(member) && text !== "null" ? "(a hash)" : text;

const inMembers = (clientId: string, log: Members, live: Members): ReadonlyArray<RegistryDifference> =>
  [...new Set([...Object.keys(log), ...Object.keys(live)])].sort().flatMap((member) => {
    const [ofLog, ofLive] = [textOf(log[member]), textOf(live[member])];
    return ofLog === ofLive ? [] : [{ clientId, member, log: shown(member, ofLog), live: shown(member, ofLive) }];
  });

const nameOf = (client: Members | undefined): string | null =>
  client === undefined ? null : textOf(client.name ?? client.clientId);

/** Returns how a registry differs from the log, client by client and member by member. */
export const registryDifferences = (
  log: ReadonlyArray<RegisteredClient>,
  live: ReadonlyArray<Members>
): ReadonlyArray<RegistryDifference> => {
  const ofLog = new Map<string, Members>(log.map((client) => [client.clientId, { ...client }]));
  const ofLive = new Map(live.map((client) => [String(client.clientId), client]));
  return [...new Set([...ofLog.keys(), ...ofLive.keys()])].flatMap((clientId) => {
    const [before, now] = [ofLog.get(clientId), ofLive.get(clientId)];
    return before === undefined || now === undefined
      ? [{ clientId, member: null, log: nameOf(before), live: nameOf(now) }]
      : inMembers(clientId, before, now);
  });
};
