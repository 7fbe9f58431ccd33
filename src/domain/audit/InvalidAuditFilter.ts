import * as Schema from "effect/Schema";

/** What a filter is made of, as it is named in programs. */
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
  "uri",
  "first",
  "after"
);
export type AuditArgument = typeof AuditArgument.Type;

/** A filter, or a page of it, that cannot be meant. `problem` goes on after the name of the argument. */
export class InvalidAuditFilter extends Schema.TaggedError<InvalidAuditFilter>()("InvalidAuditFilter", {
  argument: AuditArgument,
  problem: Schema.String
}) {
  override get message(): string {
    return `${this.argument} ${this.problem}`;
  }
}
