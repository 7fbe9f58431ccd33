import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as Schema from "effect/Schema";
import { freePort, isFree } from "./freePort.ts";

const PdsState = Schema.Struct({
  port: Schema.Int,
  adminPassword: Schema.String,
  jwtSecret: Schema.String,
  dpopSecret: Schema.String,
  plcRotationKey: Schema.String
});

/** What one PDS must find again when it is started on the same data. */
export type PdsState = typeof PdsState.Type;

const NetworkState = Schema.Struct({ plcPort: Schema.Int, pdses: Schema.Array(PdsState) });

/** The ports and secrets of a network, kept beside its data. */
export type NetworkState = typeof NetworkState.Type;

const decode = Schema.decodeUnknownSync(Schema.parseJson(NetworkState));
const secret = (bytes: number) => randomBytes(bytes).toString("hex");

/**
 * Reads the state kept in a data directory, or makes a new one, with `count` PDSes.
 *
 * DID documents name the ports, so kept ports are not given up: a kept port that is taken is an error.
 */
export async function openNetworkState(
  directory: string,
  wanted: { count: number; plcPort: number | undefined; pdsPorts: ReadonlyArray<number> }
): Promise<NetworkState> {
  const file = join(directory, "network.json");
  const kept = await readFile(file, "utf8").then(decode, (error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  for (const port of kept === undefined ? [] : [kept.plcPort, ...kept.pdses.map((pds) => pds.port)])
    if (!(await isFree(port))) throw new Error(`Port ${port}, which the data in ${directory} belongs to, is in use`);

  const plcPort = kept?.plcPort ?? (await freePort(wanted.plcPort));
  const pdses = [...(kept?.pdses ?? [])];
  while (pdses.length < wanted.count)
    pdses.push({
      port: await freePort(wanted.pdsPorts[pdses.length]),
      adminPassword: secret(16),
      jwtSecret: secret(32),
      dpopSecret: secret(32),
      plcRotationKey: secret(32)
    });
  const state = { plcPort, pdses };
  await writeFile(file, `${JSON.stringify(state, undefined, 2)}\n`, { mode: 0o600 });
  return state;
}
