import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { checkpointText } from "../../../src/domain/transparency/Checkpoint.ts";
import { cosignatureBytes, cosignatureMessage } from "../../../src/domain/transparency/cosignature.ts";
import { noteText, signatureLine } from "../../../src/domain/transparency/SignedNote.ts";
import { type SignatureType, type VerifierKey, verifierKey } from "../../../src/domain/transparency/VerifierKey.ts";

export interface TestKey {
  readonly key: VerifierKey;
  readonly privateKey: KeyObject;
}

/** A new key of a log or of a witness. */
export const testKey = (name: string, type: SignatureType): TestKey => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const raw = new Uint8Array(publicKey.export({ type: "spki", format: "der" }).subarray(-32));
  return { privateKey, key: verifierKey(name, raw, type) };
};

/** The signed note of the checkpoint of a tree, by the key of its log. */
export const checkpointBy = ({ key, privateKey }: TestKey, size: number, rootHash: Uint8Array): string => {
  const text = checkpointText({ origin: key.name, size, rootHash, extensions: [] });
  const signature = new Uint8Array(sign(null, Buffer.from(text), privateKey));
  return noteText({ text, signatures: [{ name: key.name, keyId: key.keyId, signature }] });
};

/** The line of a cosignature of the text of a checkpoint. A false one states another time than it signs. */
export const cosignatureLineBy = ({ key, privateKey }: TestKey, text: string, time: number, stated = time): string => {
  const signature = new Uint8Array(sign(null, cosignatureMessage(text, time), privateKey));
  return signatureLine({ name: key.name, keyId: key.keyId, signature: cosignatureBytes(stated, signature) });
};
