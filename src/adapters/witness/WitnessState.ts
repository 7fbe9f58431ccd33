import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { parseCheckpoint } from "../../domain/transparency/Checkpoint.ts";
import type { TreeHead } from "../../domain/transparency/consistencyProof.ts";

/** The content of the state file of a witness. */
export interface WitnessState {
  readonly name: string;
  readonly privateKey: KeyObject;
  /** The text of the checkpoint that was cosigned last, by the origin of its log. */
  readonly logs: ReadonlyMap<string, string>;
}

const StateFile = Schema.parseJson(
  Schema.Struct({
    version: Schema.Literal(1),
    name: Schema.String,
    privateKey: Schema.String,
    logs: Schema.Record({ key: Schema.String, value: Schema.String })
  })
);

/** Returns the head that a stored checkpoint states, or null if it is none of this log. */
export const headOf = (origin: string, text: string): TreeHead | null => {
  const checkpoint = Either.getOrNull(parseCheckpoint(text));
  return checkpoint?.origin === origin ? checkpoint : null;
};

/** A new state with a new key, which has cosigned nothing. */
export const newState = (name: string): WitnessState => ({
  name,
  privateKey: generateKeyPairSync("ed25519").privateKey,
  logs: new Map()
});

/** The public key: 32 bytes. */
export const publicKeyOf = (privateKey: KeyObject): Uint8Array =>
  new Uint8Array(createPublicKey(privateKey).export({ type: "spki", format: "der" }).subarray(-32));

/** Returns the text of the state file. */
export const stateText = ({ logs, name, privateKey }: WitnessState): string =>
  `${JSON.stringify(
    {
      version: 1,
      name,
      privateKey: privateKey.export({ type: "pkcs8", format: "pem" }),
      logs: Object.fromEntries(logs)
    },
    null,
    2
  )}\n`;

const parseKey = (pem: string): KeyObject | null => {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === "ed25519" ? key : null;
  } catch {
    return null;
  }
};

/** Reads the text of a state file, or returns null if any of it is wrong: a part that is lost must not be ignored. */
export const parseState = (text: string): WitnessState | null => {
  const state = Either.getOrNull(Schema.decodeUnknownEither(StateFile)(text));
  const privateKey = state === null ? null : parseKey(state.privateKey);
  if (state === null || privateKey === null) return null;
  const logs = Object.entries(state.logs);
  return logs.every(([origin, checkpoint]) => headOf(origin, checkpoint) !== null)
    ? { name: state.name, privateKey, logs: new Map(logs) }
    : null;
};
