import { fileURLToPath } from "node:url";
import * as Arr from "effect/Array";
import * as Either from "effect/Either";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { Did } from "../../../domain/atproto/Did.ts";
import type { AnchorLocation } from "../../../domain/transparency/publishing/AnchorLocation.ts";
import type { AskedWitness } from "../../../domain/transparency/publishing/Witnesses.ts";
import { parseVerifierKey, type VerifierKeyInvalid } from "../../../domain/transparency/VerifierKey.ts";
import { parseItems } from "../parse/parseList.ts";
import { parseServerUrl } from "../parse/parseUrl.ts";
import { optional, variable, withDefault } from "./Variable.ts";

/** Parses each item. A fault names the number of its item. */
const parseEach =
  <A>(parse: (item: string) => Either.Either<A, string>) =>
  (items: ReadonlyArray<string>): Either.Either<ReadonlyArray<A>, string> =>
    Either.all(
      items.map((item, at) => Either.mapLeft(parse(item), (reason) => `has an entry (number ${at + 1}) that ${reason}`))
    );

const keyFaults: Readonly<Record<VerifierKeyInvalid["reason"], string>> = {
  form: "has no verifier key after the #: copy the line that tidemark audit witness prints",
  name: "has a verifier key with a name that no key can have",
  key: "has a verifier key that is not an Ed25519 key in base64: copy it again",
  type: "has a verifier key of a type that is not supported: it must be an Ed25519 key for cosignatures (type 0x04)",
  "key-id": "has a verifier key whose id does not belong to its name and key: copy it again"
};

const parseWitness =
  (production: boolean) =>
  (item: string): Either.Either<AskedWitness, string> => {
    const end = item.indexOf("#");
    if (end === -1) return Either.left("must be <address>#<verifier key>");
    return Either.flatMap(parseServerUrl(production)(item.slice(0, end)), (address) =>
      parseVerifierKey(item.slice(end + 1)).pipe(
        Either.mapLeft(({ reason }) => keyFaults[reason]),
        Either.filterOrLeft(
          ({ type }) => type === "cosignature",
          () => "has the key of a log, and not of a witness: copy the line that tidemark audit witness prints"
        ),
        Either.map((key) => ({ address, key }))
      )
    );
  };

const parseWitnesses = (production: boolean) =>
  parseItems((items) =>
    Either.filterOrLeft(
      parseEach(parseWitness(production))(items),
      (witnesses) =>
        Arr.dedupeWith(witnesses, (one, other) => one.key.name === other.key.name).length === witnesses.length,
      () => "has two witnesses of the same name: remove one"
    )
  );

const isDid = Schema.is(Did);

const parseFileAnchor = (address: string): Either.Either<AnchorLocation, string> => {
  const url = URL.parse(address);
  const isAbsolute = /^file:\/\/\/[^?#]*[^/?#]$/.test(address);
  if (url === null || !isAbsolute || url.host !== "")
    return Either.left("must be file:/// and the absolute path of a file");
  return Either.right({ _tag: "FileAnchor", address, path: fileURLToPath(url) });
};

const parseAnchor = (address: string): Either.Either<AnchorLocation, string> => {
  if (address.startsWith("file:")) return parseFileAnchor(address);
  const did = address.replace(/^atproto:\/\//, "");
  if (did === address) return Either.left("must begin with file:/// or atproto://");
  return isDid(did)
    ? Either.right({ _tag: "RepositoryAnchor", address, did })
    : Either.left("must be atproto:// and the DID of an account of the service's own");
};

const parseAnchors = parseItems((items) =>
  Either.filterOrLeft(
    parseEach(parseAnchor)(items),
    (anchors) => anchors.filter(({ _tag }) => _tag === "RepositoryAnchor").length < 2,
    () => "has two repositories, but there is one AUDIT_ANCHOR_PASSWORD: remove one"
  )
);

/** The variables of publishing checkpoints, by the member of the configuration that they set. */
export const publishingVariables = (production: boolean) => ({
  auditWitnesses: variable(
    "AUDIT_WITNESSES",
    "https://witness.example.org#witness.example.org+e35e7b3b+BJ…",
    withDefault<ReadonlyArray<AskedWitness>>([], parseWitnesses(production))
  ),
  auditAnchors: variable(
    "AUDIT_ANCHORS",
    "file:///mnt/worm/tidemark.log",
    withDefault<ReadonlyArray<AnchorLocation>>([], parseAnchors)
  ),
  auditAnchorPassword: variable(
    "AUDIT_ANCHOR_PASSWORD",
    "abcd-efgh-ijkl-mnop",
    optional((text) => Either.right(Redacted.make(text)))
  )
});
