/** The entries of one app, in the order of the list. */
export interface OfApp<A> {
  readonly clientId: string;
  readonly clientName: string | null;
  readonly entries: ReadonlyArray<A>;
}

/** Groups a list by app. The apps are in the order of their first entries. */
export const groupByApp = <A extends { readonly clientId: string; readonly clientName: string | null }>(
  list: ReadonlyArray<A>
): ReadonlyArray<OfApp<A>> =>
  [...Map.groupBy(list, ({ clientId }) => clientId)].map(([clientId, entries]) => ({
    clientId,
    clientName: entries[0]?.clientName ?? null,
    entries
  }));
