type Headers = Readonly<Record<string, string>>;

/** The credentials of a client, created for each request that is sent. */
export interface Credentials {
  /** For the OAuth endpoints: the form parameters to add, and the headers. */
  readonly atServer: (url: string) => Promise<{ readonly form: Headers; readonly headers: Headers }>;
  /** For the endpoints that accept the access token: the headers. `method` is POST by default. */
  readonly atResource: (url: string, accessToken: string, method?: "GET" | "POST") => Promise<Headers>;
}
