import * as Schema from "effect/Schema";

/** The arguments of a filter, by the names that programs use. */
export const AuditArgument = Schema.Literal(
  "did",
  "clientId",
  "types",
  "authorizationId",
  "outcome",
  "reason",
  "stream",
  "requestId",
  "since",
  "until",
  "on",
  "uri",
  "text",
  "first",
  "after"
);
export type AuditArgument = typeof AuditArgument.Type;

/** An argument of a filter or of its page is invalid. `problem` is the predicate of a sentence about it. */
export class InvalidAuditFilter extends Schema.TaggedError<InvalidAuditFilter>()("InvalidAuditFilter", {
  argument: AuditArgument,
  problem: Schema.String
}) {
  override get message(): string {
    return `${this.argument} ${this.problem}`;
  }
}
