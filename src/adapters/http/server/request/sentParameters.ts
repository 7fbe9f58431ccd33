/**
 * The parameters of a request: one value per name, and the names that were repeated (RFC 6749 section 3.1). `resource` may be
 * repeated (RFC 8707 section 2).
 */
export interface SentParameters {
  /** An empty value counts as absent. */
  readonly get: (name: string) => string | null;
  readonly entries: ReadonlyArray<readonly [name: string, value: string]>;
  readonly repeated: ReadonlyArray<string>;
  /** The values of `resource`, without empty ones. */
  readonly resources: ReadonlyArray<string>;
}

/** Parses a query or a form. For a repeated name, the first value is used; the caller decides whether to refuse it. */
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
