import * as Either from "effect/Either";
import * as Schema from "effect/Schema";

/** How long what a client gets is good, in seconds; null for what holds for all clients. */
export const ClientLifetimes = Schema.Struct({
  accessToken: Schema.NullOr(Schema.Int),
  /** Counted anew with every refresh. */
  refreshToken: Schema.NullOr(Schema.Int),
  /** From the sign-in, however often it is refreshed. */
  authorization: Schema.NullOr(Schema.Int)
});
export type ClientLifetimes = typeof ClientLifetimes.Type;

const minute = 60;
const day = 24 * 60 * minute;

/** Seconds that each may last, both included. */
export const lifetimeBounds: { readonly [Member in keyof ClientLifetimes]: readonly [number, number] } = {
  accessToken: [minute, 60 * minute],
  refreshToken: [5 * minute, 365 * day],
  authorization: [5 * minute, 5 * 365 * day]
};

/** Lifetimes that cannot be given to a client; the message names the member and its bounds. */
export class InvalidLifetimes extends Schema.TaggedError<InvalidLifetimes>()("InvalidLifetimes", {
  member: Schema.Literal("accessToken", "refreshToken", "authorization")
}) {
  override get message(): string {
    const [least, most] = lifetimeBounds[this.member];
    return `${this.member} must last from ${least} to ${most} seconds.`;
  }
}

const members = ["accessToken", "refreshToken", "authorization"] as const;

/** Checks lifetimes against what the service allows. */
export const checkLifetimes = (lifetimes: ClientLifetimes): Either.Either<ClientLifetimes, InvalidLifetimes> => {
  const wrong = members.find((member) => {
    const [least, most] = lifetimeBounds[member];
    const seconds = lifetimes[member];
    return seconds !== null && !(Number.isInteger(seconds) && seconds >= least && seconds <= most);
  });
  return wrong === undefined ? Either.right(lifetimes) : Either.left(new InvalidLifetimes({ member: wrong }));
};
