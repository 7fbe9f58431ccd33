/** Parameters as they were sent: each name once, and the names that came more often (RFC 6749 section 3.1). */
export interface SentParameters {
  /** An empty value counts as absent. */
  readonly get: (name: string) => string | null;
  readonly entries: ReadonlyArray<readonly [name: string, value: string]>;
  readonly repeated: ReadonlyArray<string>;
}

/** Reads a query or a form. Of a name that is repeated, the first value is kept; it is up to the caller to refuse it. */
export const sentParameters = (encoded: string): SentParameters => {
  const all = [...new URLSearchParams(encoded)];
  const values = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of all) {
    if (values.has(name)) repeated.add(name);
    else values.set(name, value);
  }
  const entries = [...values].filter(([, value]) => value !== "");
  const present = new Map(entries);
  return { get: (name) => present.get(name) ?? null, entries, repeated: [...repeated] };
};
