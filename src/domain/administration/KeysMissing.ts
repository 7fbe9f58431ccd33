import * as Schema from "effect/Schema";

/** What a key is for: encrypting the tokens issued by PDSes, or authenticating the service to PDSes. */
export const KeyUse = Schema.Literal("seals", "signs");
export type KeyUse = typeof KeyUse.Type;

/** Keys that stored sessions need but this environment does not provide, with the number of those sessions. */
export class KeysMissing extends Schema.TaggedError<KeysMissing>()("KeysMissing", {
  use: KeyUse,
  keyIds: Schema.NonEmptyArray(Schema.String),
  sessions: Schema.Int
}) {
  override get message(): string {
    return `${this.problem}; ${this.remedy}`;
  }

  /** Returns what is wrong, naming the variable and the ids of the keys. */
  get problem(): string {
    const { keyIds, sessions, use } = this;
    const people = sessions === 1 ? "one sign-in" : `${sessions} sign-ins`;
    const keys = `${keyIds.length === 1 ? "the key" : "the keys"} ${keyIds.join(", ")}`;
    return use === "seals"
      ? `SECRET_KEY_BASE (or OAUTH_SIGNING_KEY, where it is not set) lacks ${keys}, under which the tokens of ${people} are sealed`
      : `OAUTH_SIGNING_KEY lacks ${keys}, to which the servers of people have bound ${people}`;
  }

  /** Returns the two possible remedies. */
  get remedy(): string {
    const { keyIds, use } = this;
    const variable = use === "seals" ? "SECRET_KEY_BASE" : "OAUTH_SIGNING_KEY";
    const which = keyIds.length === 1 ? "the old one" : "the old ones";
    return `put ${which} back behind the new one (${variable}=<new>,<old>), or end these sign-ins: RETIRED_KEYS=${keyIds.join(",")}`;
  }
}
