import { type Keypair, P256Keypair, Secp256k1Keypair } from "@atproto/crypto";
import { encode } from "@ipld/dag-cbor";
import { Did } from "../../src/domain/atproto/Did.ts";
import { messageFrame } from "./firehoseFrames.ts";

/** The fields of a label as its labeler writes them (`com.atproto.label.defs#label`). */
export interface LabelFields {
  readonly ver?: number;
  readonly src?: string;
  readonly uri: string;
  readonly cid?: string;
  readonly val: string;
  readonly neg?: boolean;
  readonly cts?: string;
  readonly exp?: string;
}

/** A label with its signature, as it is sent. */
export type SentLabel = Readonly<Record<string, unknown>>;

const defaultDid = Did.make("did:plc:labeler2labeler2labeler2");

/** A labeler that signs labels with the packages of the reference implementation. */
export class LabelMaker {
  readonly did: Did;
  #keypair: Keypair;

  private constructor(did: Did, keypair: Keypair) {
    this.did = did;
    this.#keypair = keypair;
  }

  /** Makes a labeler with a new key. */
  static async create(did: Did = defaultDid, curve: "k256" | "p256" = "k256"): Promise<LabelMaker> {
    return new LabelMaker(did, await newKey(curve));
  }

  /** Makes a labeler with a key. */
  static of(did: Did, keypair: Keypair): LabelMaker {
    return new LabelMaker(did, keypair);
  }

  /** The present key, as a Multikey. */
  get key(): string {
    return this.#keypair.did().slice("did:key:".length);
  }

  /** Replaces the key. */
  async rotate(curve: "k256" | "p256" = "k256"): Promise<void> {
    this.#keypair = await newKey(curve);
  }

  /** Signs a label. The source and the time of creation have default values. */
  async sign(fields: LabelFields): Promise<SentLabel> {
    const label = { ver: 1, src: this.did, cts: "2026-11-28T12:00:00.000Z", ...fields };
    return { ...label, sig: await this.#keypair.sign(encode(label)) };
  }
}

const newKey = (curve: "k256" | "p256"): Promise<Keypair> =>
  (curve === "k256" ? Secp256k1Keypair : P256Keypair).create({ exportable: true });

/** Makes a frame of `com.atproto.label.subscribeLabels`. */
export const labelsFrame = (seq: number, ...labels: ReadonlyArray<unknown>): Uint8Array =>
  messageFrame("#labels", { seq, labels });
