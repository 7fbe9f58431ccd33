/** The paths below the public URL that take access tokens; the first is the public URL itself. */
export const resourcePaths = ["", "/graphql", "/blobs", "/admin/graphql"] as const;

/** The resources of a service by their identifiers (RFC 9728 section 1.2): the public URL, and each address that takes access tokens. */
export const resourcesOf = (publicUrl: string): ReadonlyArray<string> =>
  resourcePaths.map((path) => `${publicUrl}${path}`);

/** Absolute and without a fragment (RFC 8707 section 2); null for anything else. */
const normalized = (indicator: string): string | null =>
  URL.canParse(indicator) && !indicator.includes("#") ? new URL(indicator).href : null;

/** The first of the requested resources that is not one of the service's (RFC 8707 section 2, `invalid_target`); null when all are. */
export const foreignResource = (requested: ReadonlyArray<string>, publicUrl: string): string | null => {
  const own = resourcesOf(publicUrl).map(normalized);
  const isOwn = (indicator: string) => own.includes(normalized(indicator) ?? "");
  return requested.find((indicator) => !isOwn(indicator)) ?? null;
};
