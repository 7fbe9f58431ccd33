import * as Arr from "effect/Array";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { base58btc } from "multiformats/bases/base58";
import type { DidDocument } from "./DidDocument.ts";

/** Decoding base58 takes quadratic time; a curve key has about 50 characters. */
const Multibase = Schema.String.pipe(Schema.maxLength(256));

const isMethod = Schema.is(Schema.Struct({ id: Schema.String, type: Schema.String, publicKeyMultibase: Multibase }));

/** The multicodec prefixes that turn the bytes of an older key type into a Multikey. */
const prefixes: Readonly<Record<string, ReadonlyArray<number>>> = {
  Multikey: [],
  EcdsaSecp256k1VerificationKey2019: [0xe7, 0x01],
  EcdsaSecp256r1VerificationKey2019: [0x80, 0x24]
};

const multikey = (type: string, multibase: string): Option.Option<string> => {
  const prefix = prefixes[type];
  if (prefix === undefined) return Option.none();
  return Option.liftThrowable(() => base58btc.encode(Uint8Array.from([...prefix, ...base58btc.decode(multibase)])))();
};

const keyOf = ({ id, verificationMethod }: DidDocument, fragment: string): Option.Option<string> =>
  Arr.findFirst(
    verificationMethod,
    (method) => isMethod(method) && (method.id === `#${fragment}` || method.id === `${id}#${fragment}`)
  ).pipe(
    Option.filter(isMethod),
    Option.flatMap(({ type, publicKeyMultibase }) => multikey(type, publicKeyMultibase))
  );

/** Returns the signing key of the repository of an account: that of the first `#atproto` method (AT Protocol, DID). */
export const signingKeyOf = (document: DidDocument): { readonly signingKey?: string } =>
  Option.match(keyOf(document, "atproto"), { onNone: () => ({}), onSome: (signingKey) => ({ signingKey }) });

/** Returns the key that a labeler signs with: that of the first `#atproto_label` method (AT Protocol, Label). */
export const labelKeyOf = (document: DidDocument): Option.Option<string> => keyOf(document, "atproto_label");
