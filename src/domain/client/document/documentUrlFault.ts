const loopbackHosts: ReadonlyArray<string> = ["127.0.0.1", "[::1]", "localhost"];

const maxLength = 512;

/** Whether a URL uses http on a loopback host, which is allowed in development only. */
const isLoopbackHttp = (url: URL): boolean => url.protocol === "http:" && loopbackHosts.includes(url.hostname);

/**
 * Returns what is wrong with the URL of a document of a client, as the predicate of a sentence, or null. Whether the
 * service may connect to its host is decided when it is fetched.
 */
export const documentUrlFault = (text: string): string | null => {
  if (text.length > maxLength) return `must have at most ${maxLength} characters.`;
  if (!URL.canParse(text)) return "must be a URL, such as https://app.example.com/jwks.json.";
  const url = new URL(text);
  if (url.protocol !== "https:" && !isLoopbackHttp(url)) return "must use https.";
  if (url.username !== "" || url.password !== "") return "must have no user name or password.";
  if (text.includes("#")) return "must have no fragment (the part after #).";
  return url.href === text ? null : `must be in normalized form: ${url.href}`;
};
