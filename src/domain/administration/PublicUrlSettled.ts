import * as Either from "effect/Either";
import * as Schema from "effect/Schema";

/** The public URL by which PDSes know the service changed. `before` is the previous URL, null for the first one. */
export class PublicUrlSettled extends Schema.TaggedClass<PublicUrlSettled>()("PublicUrlSettled.v1", {
  publicUrl: Schema.String,
  before: Schema.NullOr(Schema.String)
}) {}

/** The public URL recorded last. */
export interface SettledPublicUrl {
  readonly publicUrl: string | null;
}

export const initialPublicUrl: SettledPublicUrl = { publicUrl: null };

/** Returns the public URL after an event. */
export const evolvePublicUrl = (_state: SettledPublicUrl, { publicUrl }: PublicUrlSettled): SettledPublicUrl => ({
  publicUrl
});

/**
 * The public URL differs from the recorded one while users are signed in. A PDS identifies the service as a client by
 * its URL, and accepts its tokens from that client only (AT Protocol OAuth, "Clients").
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

/**
 * Decides whether to adopt a public URL. A different one requires that no user is signed in, or an explicit
 * confirmation.
 */
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
