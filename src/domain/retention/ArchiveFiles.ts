import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type * as Stream from "effect/Stream";

type Reason = "missing" | "unreadable" | "unwritable";

const sentences: Readonly<Record<Reason, (at: { readonly file: string; readonly folder: string }) => string>> = {
  missing: ({ file, folder }) =>
    `the archive ${file} is not in ${folder}: put it back, or set AUDIT_ARCHIVES to its folder`,
  unreadable: ({ file, folder }) =>
    `the archive ${file} in ${folder} cannot be read: let the user of the service read the file`,
  unwritable: ({ folder }) =>
    `no archive can be written to ${folder}: set AUDIT_ARCHIVES to a folder that the user of the service may write to`
};

/**
 * An archive cannot be read or written. `missing`: the folder has no such file. `message` is one sentence for the operator.
 */
export class ArchiveUnavailable extends Schema.TaggedError<ArchiveUnavailable>()("ArchiveUnavailable", {
  reason: Schema.Literal("missing", "unreadable", "unwritable"),
  file: Schema.String,
  folder: Schema.String,
  cause: Schema.optional(Schema.Defect)
}) {
  override get message(): string {
    return sentences[this.reason](this);
  }
}

/** A folder of archives. */
export interface ArchiveFolder {
  /** Where the files are, for messages. */
  readonly folder: string;
  /** Returns the archives of another folder. */
  readonly at: (folder: string) => ArchiveFolder;
  /**
   * Writes lines to a new file, and returns its name: the given one, and the beginning of the hash of its bytes, so that no file
   * is ever overwritten with other bytes. It survives a crash when this returns. A failure leaves no file of that name.
   */
  readonly write: <E, R>(
    name: string,
    lines: Stream.Stream<string, E, R>
  ) => Effect.Effect<string, E | ArchiveUnavailable, R>;
  /** Returns the bytes of a file. */
  readonly read: (file: string) => Effect.Effect<Uint8Array, ArchiveUnavailable>;
  /** Returns the names of the archives in the folder; none if there is no folder. */
  readonly names: Effect.Effect<ReadonlyArray<string>, ArchiveUnavailable>;
}

/** The files with archived events. A file is an archive only if an `EventsArchived` event names it. */
export class ArchiveFiles extends Context.Tag("domain/ArchiveFiles")<ArchiveFiles, ArchiveFolder>() {}
