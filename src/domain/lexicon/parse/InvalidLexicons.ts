import * as Schema from "effect/Schema";

/** Lexicons that do not make a sound set, with every fault. The set in force stays. */
export class InvalidLexicons extends Schema.TaggedError<InvalidLexicons>()("InvalidLexicons", {
  faults: Schema.NonEmptyArray(Schema.Struct({ file: Schema.String, path: Schema.String, reason: Schema.String }))
}) {
  override get message(): string {
    return this.faults
      .map(({ file, path, reason }) => `${file}${path === "" ? "" : `, ${path}`}: ${reason}`)
      .join("\n");
  }
}

/** The one fault of a whole source of Lexicons: a folder, an archive. */
export const unusableSource = (file: string, reason: string): InvalidLexicons =>
  new InvalidLexicons({ faults: [{ file, path: "", reason }] });
