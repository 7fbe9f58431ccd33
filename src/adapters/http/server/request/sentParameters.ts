/**
 * Parameters as they were sent: each name once, and the names that came more often (RFC 6749 section 3.1). `resource` may
 * come more often (RFC 8707 section 2).
 */
export interface SentParameters {
  /** An empty value counts as absent. */
  readonly get: (name: string) => string | null;
  readonly entries: ReadonlyArray<readonly [name: string, value: string]>;
  readonly repeated: ReadonlyArray<string>;
  /** The values of `resource`, without empty ones. */
  readonly resources: ReadonlyArray<string>;
}

/** Reads a query or a form. Of a name that is repeated, the first value is kept; it is up to the caller to refuse it. */
export const sentParameters = (encoded: string): SentParameters => {
  const all = [...new URLSearchParams(encoded)];
  const values = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of all) {
    if (values.has(name) && name !== "resource") repeated.add(name);
    else values.set(name, value);
  }
  const entries = [...values].filter(([, value]) => value !== "");
  const present = new Map(entries);
  const resources = all.flatMap(([name, value]) => (name === "resource" && value !== "" ? [value] : []));
  return { get: (name) => present.get(name) ?? null, entries, repeated: [...repeated], resources };
};
