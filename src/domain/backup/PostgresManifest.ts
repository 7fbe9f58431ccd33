import * as Either from "effect/Either";
import * as Schema from "effect/Schema";

const File = Schema.Struct({
  Path: Schema.optional(Schema.String),
  "Encoded-Path": Schema.optional(Schema.String),
  Size: Schema.Int,
  "Checksum-Algorithm": Schema.optional(Schema.String),
  Checksum: Schema.optional(Schema.String)
});

const Manifest = Schema.parseJson(Schema.Struct({ Files: Schema.Array(File) }));

/** What PostgreSQL states about a file of a backup. */
export interface StatedFile {
  readonly size: number;
  /** SHA-256 in hexadecimal. */
  readonly sha256: string;
}

/** PostgreSQL's manifest of a backup cannot be read, or lacks SHA-256 checksums. */
export class PostgresManifestInvalid extends Schema.TaggedError<PostgresManifestInvalid>()(
  "PostgresManifestInvalid",
  {}
) {}

/**
 * Reads `backup_manifest`, which PostgreSQL writes for a base backup: each file by its path, except those of the
 * write-ahead log, which have checksums of their own.
 */
export const parsePostgresManifest = (
  text: string
): Either.Either<ReadonlyMap<string, StatedFile>, PostgresManifestInvalid> =>
  Schema.decodeUnknownEither(Manifest)(text).pipe(
    Either.flatMap(({ Files }) =>
      Either.all(
        Files.map((file) =>
          file.Path === undefined || file.Checksum === undefined || file["Checksum-Algorithm"] !== "SHA256"
            ? Either.left(new PostgresManifestInvalid())
            : Either.right([file.Path, { size: file.Size, sha256: file.Checksum }] as const)
        )
      )
    ),
    Either.mapBoth({ onLeft: () => new PostgresManifestInvalid(), onRight: (entries) => new Map(entries) })
  );
