import * as Schema from "effect/Schema";

/** Lexicons that do not form a valid set, with every fault. The active set does not change. */
export class InvalidLexicons extends Schema.TaggedError<InvalidLexicons>()("InvalidLexicons", {
  faults: Schema.NonEmptyArray(Schema.Struct({ file: Schema.String, path: Schema.String, reason: Schema.String }))
}) {
  override get message(): string {
    return this.faults
      .map(({ file, path, reason }) => `${file}${path === "" ? "" : `, ${path}`}: ${reason}`)
      .join("\n");
  }
}

/** Returns the error for a whole source of Lexicons, such as a folder or an archive. */
export const unusableSource = (file: string, reason: string): InvalidLexicons =>
  new InvalidLexicons({ faults: [{ file, path: "", reason }] });
