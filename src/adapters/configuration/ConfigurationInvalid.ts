import * as Schema from "effect/Schema";

/** The service cannot start with this environment. `problems` has one line per variable, never with its value. */
export class ConfigurationInvalid extends Schema.TaggedError<ConfigurationInvalid>()("ConfigurationInvalid", {
  problems: Schema.NonEmptyArray(Schema.String)
}) {
  override get message(): string {
    return this.problems.join("\n");
  }
}
