/** The path of the page of an account. */
export const accountPath = (did: string): string => `/accounts/${encodeURIComponent(did)}`;
