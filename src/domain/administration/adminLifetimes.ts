const minute = 60_000;
const hour = 60 * minute;

/** Lifetimes of admin credentials, in milliseconds. */
export const adminLifetimes = {
  /** Lifetime of a setup token after it is printed. */
  setupToken: 24 * hour,
  /** Lifetime of a set-up session, in which the holder signs in with an account. */
  setUp: hour,
  /** Maximum lifetime of an admin session, and its lifetime without use. */
  session: 12 * hour,
  idle: 2 * hour,
  /** Resolution of the recorded last use of a session. */
  usedEvery: 5 * minute
};
