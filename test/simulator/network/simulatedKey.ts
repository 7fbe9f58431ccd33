import { type Keypair, P256Keypair, Secp256k1Keypair } from "@atproto/crypto";
import { sha256 } from "../../../src/domain/crypto/sha256.ts";

/** The signing key of a repository. */
export interface SimulatedKey {
  readonly pair: Keypair;
  /** The public key as a Multikey, as a DID document states it. */
  readonly multikey: string;
}

/** Derives a key from a name; both curves of AT Protocol occur. */
export const simulatedKey = async (name: string): Promise<SimulatedKey> => {
  const secret = sha256(`a simulated key: ${name}`);
  const isK256 = (secret[0] ?? 0) % 2 === 0;
  const pair = isK256 ? await Secp256k1Keypair.import(secret) : await P256Keypair.import(secret);
  return { pair, multikey: pair.did().slice("did:key:".length) };
};
