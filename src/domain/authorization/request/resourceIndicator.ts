/** The paths below the public URL that accept access tokens. The first is the public URL itself. */
export const resourcePaths = ["", "/graphql", "/blobs", "/mcp", "/admin/graphql"] as const;

/**
 * Returns the resource identifiers of the service (RFC 9728 section 1.2): the public URL, and each URL that accepts
 * access tokens.
 */
export const resourcesOf = (publicUrl: string): ReadonlyArray<string> =>
  resourcePaths.map((path) => `${publicUrl}${path}`);

/** Parses a resource indicator, absolute and without a fragment (RFC 8707 section 2); null for any other text. */
const normalized = (indicator: string): string | null =>
  URL.canParse(indicator) && !indicator.includes("#") ? new URL(indicator).href : null;

/**
 * Returns the first requested resource that is not a resource of the service (RFC 8707 section 2, `invalid_target`), or
 * null.
 */
export const foreignResource = (requested: ReadonlyArray<string>, publicUrl: string): string | null => {
  const own = resourcesOf(publicUrl).map(normalized);
  const isOwn = (indicator: string) => own.includes(normalized(indicator) ?? "");
  return requested.find((indicator) => !isOwn(indicator)) ?? null;
};
