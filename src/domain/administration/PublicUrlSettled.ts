import * as Either from "effect/Either";
import * as Schema from "effect/Schema";

/** The address that PDSes know this service by from now on; `before` is the one until now, null for the first. */
export class PublicUrlSettled extends Schema.TaggedClass<PublicUrlSettled>()("PublicUrlSettled.v1", {
  publicUrl: Schema.String,
  before: Schema.NullOr(Schema.String)
}) {}

/** The address that was settled last. */
export interface SettledPublicUrl {
  readonly publicUrl: string | null;
}

export const initialPublicUrl: SettledPublicUrl = { publicUrl: null };

/** What the address is after an event. */
export const evolvePublicUrl = (_state: SettledPublicUrl, { publicUrl }: PublicUrlSettled): SettledPublicUrl => ({
  publicUrl
});

/**
 * Another address than before, while people are signed in: a PDS knows the service as a client by its address, and
 * takes the tokens that it gave from nobody else (AT Protocol OAuth, "Clients").
 */
export class PublicUrlMoved extends Schema.TaggedError<PublicUrlMoved>()("PublicUrlMoved", {
  publicUrl: Schema.String,
  before: Schema.String,
  sessions: Schema.Int
}) {
  override get message(): string {
    const { before, publicUrl, sessions } = this;
    return `EXTERNAL_BASE_URL is ${publicUrl}, and was ${before} when ${sessions === 1 ? "somebody" : `${sessions} people`} signed in, whose servers know this service by that address only; set it to ${before} again, or let them sign in anew: EXTERNAL_BASE_URL_BEFORE=${before}`;
  }
}

/** Decides on an address: the same is nothing new, another one needs that nobody is signed in, or that it is meant. */
export const decidePublicUrl = (
  { publicUrl: before }: SettledPublicUrl,
  command: { readonly publicUrl: string; readonly givenUp: string | null; readonly sessions: number }
): Either.Either<ReadonlyArray<PublicUrlSettled>, PublicUrlMoved> => {
  const { givenUp, publicUrl, sessions } = command;
  if (before === publicUrl) return Either.right([]);
  return before === null || sessions === 0 || givenUp === before
    ? Either.right([new PublicUrlSettled({ publicUrl, before })])
    : Either.left(new PublicUrlMoved({ publicUrl, before, sessions }));
};
