/** The most graphemes of a statement, as in `com.atproto.moderation.createReport`. */
export const maxStatementGraphemes = 2_000;

/** The most UTF-16 code units of a statement, so that counting its graphemes takes a bounded time. */
export const maxStatementLength = 20_000;

/** How many reports an account can create in an hour. */
export const maxReportsPerHour = 60;
