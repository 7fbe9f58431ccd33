import { createHash } from "node:crypto";
import { Secp256k1Keypair } from "@atproto/crypto";
import { encode } from "@ipld/dag-cbor";
import { base32 } from "multiformats/bases/base32";
import { CID } from "multiformats/cid";
import { create } from "multiformats/hashes/digest";
import { Did } from "../../src/domain/atproto/Did.ts";
import { LabelMaker } from "../support/labelMaker.ts";

type Operation = Readonly<Record<string, unknown>>;

const sha256 = (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest();

const cidOf = (operation: Operation): string => CID.createV1(0x71, create(0x12, sha256(encode(operation)))).toString();

const post = async (plcUrl: string, did: string, operation: Operation): Promise<void> => {
  const response = await fetch(`${plcUrl}/${did}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(operation)
  });
  if (!response.ok) throw new Error(`The directory refused the operation: ${await response.text()}`);
};

/** A labeler whose DID is in the PLC directory of a test. */
export class LabelerAtPlc {
  readonly maker: LabelMaker;
  readonly #plcUrl: string;
  readonly #rotationKey: Secp256k1Keypair;
  #last: Operation;

  private constructor(maker: LabelMaker, plcUrl: string, rotationKey: Secp256k1Keypair, last: Operation) {
    this.maker = maker;
    this.#plcUrl = plcUrl;
    this.#rotationKey = rotationKey;
    this.#last = last;
  }

  /** Registers a labeler at an endpoint. */
  static async register(plcUrl: string, endpoint: string): Promise<LabelerAtPlc> {
    const rotationKey = await Secp256k1Keypair.create();
    const labelKey = await Secp256k1Keypair.create();
    const operation = await signed(rotationKey, operationOf(rotationKey, labelKey.did(), endpoint, null));
    const did = Did.make(`did:plc:${base32.encode(sha256(encode(operation))).slice(1, 25)}`);
    await post(plcUrl, did, operation);
    return new LabelerAtPlc(LabelMaker.of(did, labelKey), plcUrl, rotationKey, operation);
  }

  /** Changes the key that labels are signed with. */
  async rotate(endpoint: string): Promise<void> {
    await this.maker.rotate();
    const key = `did:key:${this.maker.key}`;
    const next = operationOf(this.#rotationKey, key, endpoint, cidOf(this.#last));
    this.#last = await signed(this.#rotationKey, next);
    await post(this.#plcUrl, this.maker.did, this.#last);
  }
}

const operationOf = (
  rotationKey: Secp256k1Keypair,
  labelKey: string,
  endpoint: string,
  prev: string | null
): Operation => ({
  type: "plc_operation",
  rotationKeys: [rotationKey.did()],
  verificationMethods: { atproto_label: labelKey },
  alsoKnownAs: [],
  services: { atproto_labeler: { type: "AtprotoLabeler", endpoint } },
  prev
});

const signed = async (rotationKey: Secp256k1Keypair, operation: Operation): Promise<Operation> => ({
  ...operation,
  sig: Buffer.from(await rotationKey.sign(encode(operation))).toString("base64url")
});
