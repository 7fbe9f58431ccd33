const minute = 60_000;
const hour = 60 * minute;

/** How long what lets admins in is good, in milliseconds. */
export const adminLifetimes = {
  /** A set-up token, from when it is printed. */
  setupToken: 24 * hour,
  /** What a set-up token is exchanged for: time to sign in with an account. */
  setUp: hour,
  /** An admin session at most, and without use. */
  session: 12 * hour,
  idle: 2 * hour,
  /** How exactly it is known when a session was used last. */
  usedEvery: 5 * minute
};
