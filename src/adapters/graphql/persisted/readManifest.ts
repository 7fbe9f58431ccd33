import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import * as Schema from "effect/Schema";
import { sha256 } from "../../../domain/crypto/sha256.ts";
import type { DocumentFault, PersistedDocument } from "./PersistedDocument.ts";

/** The format of the client preset of GraphQL Code Generator and of the Relay compiler. */
const ByHash = Schema.Record({ key: Schema.String, value: Schema.String });

/** The format of Apollo's `generate-persisted-query-manifest`. */
const Operations = Schema.Struct({
  format: Schema.Literal("apollo-persisted-query-manifest"),
  version: Schema.Literal(1),
  operations: Schema.Array(Schema.Struct({ id: Schema.String, body: Schema.String }))
});

type Entry = readonly [hash: string, text: string];

const Manifest = Schema.parseJson(Schema.Union(Operations, ByHash));

const entriesOf = (manifest: typeof Manifest.Type): ReadonlyArray<Entry> =>
  Array.isArray(manifest.operations)
    ? manifest.operations.map(({ id, body }): Entry => [id, body])
    : Object.entries(manifest).flatMap(([hash, text]) => (typeof text === "string" ? [[hash, text] as const] : []));

const document = (file: string, [hash, text]: Entry): Either.Either<PersistedDocument, DocumentFault> => {
  const name = `${file}, ${hash.slice(0, 64)}`;
  const own = Encoding.encodeHex(sha256(text));
  return hash.toLowerCase() === own
    ? Either.right({ name, text })
    : Either.left({ name, reason: `is not the SHA-256 of its document, which is ${own}` });
};

const noManifest =
  'is no manifest: it must be a JSON object of documents by their SHA-256 in hexadecimal, {"<sha256>": "query …"}';

/** Returns the documents of a manifest, and the faults of invalid entries. */
export const readManifest = (
  file: string,
  text: string
): ReadonlyArray<Either.Either<PersistedDocument, DocumentFault>> =>
  Either.match(Schema.decodeUnknownEither(Manifest)(text), {
    onLeft: () => [Either.left({ name: file, reason: noManifest })],
    onRight: (manifest) => entriesOf(manifest).map((entry) => document(file, entry))
  });
