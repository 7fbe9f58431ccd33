import * as Schema from "effect/Schema";

/** An environment that the service cannot start with: one line for each variable, never with its value. */
export class ConfigurationInvalid extends Schema.TaggedError<ConfigurationInvalid>()("ConfigurationInvalid", {
  problems: Schema.NonEmptyArray(Schema.String)
}) {
  override get message(): string {
    return this.problems.join("\n");
  }
}
