type Headers = Readonly<Record<string, string>>;

/** How a client proves itself; called anew for every request that is sent. */
export interface Credentials {
  /** At the OAuth endpoints: what to add to the form, and the headers. */
  readonly atServer: (url: string) => Promise<{ readonly form: Headers; readonly headers: Headers }>;
  /** Where the token is used. */
  readonly atResource: (url: string, accessToken: string) => Promise<Headers>;
}
