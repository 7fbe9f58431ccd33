const loopbackHosts: ReadonlyArray<string> = ["127.0.0.1", "[::1]", "localhost"];

const maxLength = 512;

/** Whether a text names a host of the machine itself over http, which only a service in development can ask. */
export const isLoopbackHttp = (url: URL): boolean => url.protocol === "http:" && loopbackHosts.includes(url.hostname);

/**
 * What is wrong with the address of a document that this service is to fetch from a client: the end of a sentence, or
 * null. Whether its host may be dialled is decided when it is.
 */
export const documentUrlFault = (text: string): string | null => {
  if (text.length > maxLength) return `must have at most ${maxLength} characters.`;
  if (!URL.canParse(text)) return "must be a URL, such as https://app.example.com/jwks.json.";
  const url = new URL(text);
  if (url.protocol !== "https:" && !isLoopbackHttp(url)) return "must use https.";
  if (url.username !== "" || url.password !== "") return "must have no user name or password.";
  if (text.includes("#")) return "must have no fragment (the part after #).";
  return url.href === text ? null : `must be written as it is requested: ${url.href}`;
};
