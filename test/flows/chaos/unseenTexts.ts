/** A subscription, as far as it tells what it has received. */
export interface Receiver {
  readonly has: (text: string) => boolean;
}

/**
 * Returns the texts that are in records and that no subscription has received. `early` are those that were acknowledged
 * before every subscription had a cursor: a subscription without one starts with what is written after it began, which
 * the response does not tell.
 */
export const unseenTexts = (
  there: Iterable<string>,
  early: ReadonlySet<string>,
  receivers: ReadonlyArray<Receiver>
): ReadonlyArray<string> => [...there].filter((text) => !early.has(text) && !receivers.some((each) => each.has(text)));
