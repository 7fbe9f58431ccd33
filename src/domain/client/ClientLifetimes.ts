import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { durationInWords } from "../time/durationInWords.ts";

/** The lifetimes of a client's tokens and authorizations in seconds; null for those of all clients. */
export const ClientLifetimes = Schema.Struct({
  accessToken: Schema.NullOr(Schema.Int),
  /** Restarts with every refresh. */
  refreshToken: Schema.NullOr(Schema.Int),
  /** Counts from the login, regardless of refreshes. */
  authorization: Schema.NullOr(Schema.Int)
});
export type ClientLifetimes = typeof ClientLifetimes.Type;

const minute = 60;
const day = 24 * 60 * minute;

/** The minimum and the maximum of each lifetime in seconds, both inclusive. */
export const lifetimeBounds: { readonly [Member in keyof ClientLifetimes]: readonly [number, number] } = {
  accessToken: [minute, 60 * minute],
  refreshToken: [5 * minute, 365 * day],
  authorization: [5 * minute, 5 * 365 * day]
};

/** Lifetimes are out of bounds; the message names the member and its bounds. */
export class InvalidLifetimes extends Schema.TaggedError<InvalidLifetimes>()("InvalidLifetimes", {
  member: Schema.Literal("accessToken", "refreshToken", "authorization")
}) {
  override get message(): string {
    const [least, most] = lifetimeBounds[this.member];
    return `${this.member} must be between ${durationInWords(least)} and ${durationInWords(most)} (${least} to ${most} seconds).`;
  }
}

const members = ["accessToken", "refreshToken", "authorization"] as const;

/** Checks lifetimes against the bounds, and fails with the first member that is out of bounds. */
export const checkLifetimes = (lifetimes: ClientLifetimes): Either.Either<ClientLifetimes, InvalidLifetimes> => {
  const wrong = members.find((member) => {
    const [least, most] = lifetimeBounds[member];
    const seconds = lifetimes[member];
    return seconds !== null && !(Number.isInteger(seconds) && seconds >= least && seconds <= most);
  });
  return wrong === undefined ? Either.right(lifetimes) : Either.left(new InvalidLifetimes({ member: wrong }));
};
