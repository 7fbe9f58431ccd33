import { left, type MoveInOutcome, type MoveInRow } from "./MoveInRow.ts";

/** The settings that the other software stores at its first start, with the values that it chooses. */
const defaults: ReadonlyMap<string, string> = new Map([
  ["relay_url", "https://relay1.us-west.bsky.network"],
  ["plc_directory_url", "https://plc.directory"],
  ["jetstream_url", "wss://jetstream2.us-west.bsky.network/subscribe"]
]);

const environment = (variable: string, value: string): MoveInOutcome => ({ _tag: "Environment", variable, value });

/** Relays are addressed by the scheme of their WebSocket here, without a path. */
const relayUrl = (url: string): string => url.replace(/^http/, "ws").replace(/\/+$/, "");

/** Which outcome each setting has; the admins have rows of their own. */
const outcomes: Readonly<Record<string, (value: string) => MoveInOutcome>> = {
  domain_authority: (value) => environment("SYNC_AUTHORITIES", value),
  relay_url: (value) => environment("RELAY_URL", relayUrl(value)),
  plc_directory_url: (value) => environment("PLC_DIRECTORY_URL", value),
  jetstream_url: (value) => environment("JETSTREAM_URL", value)
};

const outcomeOf = (key: string, value: string): MoveInOutcome => {
  if (defaults.get(key) === value) return left("default");
  const outcome = Object.hasOwn(outcomes, key) ? outcomes[key] : undefined;
  return outcome === undefined || value.trim() === "" ? left("no-counterpart") : outcome(value.trim());
};

/**
 * Returns the rows of the settings of another instance. Settings that change how an instance reaches the network are
 * variables of the environment here. That instance always follows a Jetstream, which is a choice here.
 */
export const moveSettings = (settings: ReadonlyMap<string, string>): ReadonlyArray<MoveInRow> => [
  { kind: "setting", id: "live sync", outcome: environment("SYNC_SOURCE", "jetstream") },
  ...[...settings]
    .filter(([key]) => key !== "admin_dids")
    .map(([key, value]): MoveInRow => ({ kind: "setting", id: key, outcome: outcomeOf(key, value) }))
];

/** Returns the admins of another instance: accounts separated by commas, without repetitions. */
export const otherAdmins = (settings: ReadonlyMap<string, string>): ReadonlyArray<string> => [
  ...new Set(
    (settings.get("admin_dids") ?? "")
      .split(",")
      .map((did) => did.trim())
      .filter((did) => did !== "")
  )
];
