/** An error of an operation that was carried out, as GraphQL answers it; its path is added where it is known. */
export interface ApiError {
  readonly message: string;
  readonly extensions: Readonly<Record<string, unknown>> & { readonly code: string };
}

export const apiError = (code: string, message: string, more: Readonly<Record<string, unknown>> = {}): ApiError => ({
  message,
  extensions: { code, ...more }
});

/** What an operation that needs somebody to be signed in answers to nobody. */
export const authenticationRequired = apiError(
  "UNAUTHENTICATED",
  "Authentication required. Please provide Authorization header."
);
