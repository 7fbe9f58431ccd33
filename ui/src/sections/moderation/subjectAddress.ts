/** The account that a subject is or belongs to. */
export const accountOf = (uri: string): string => (uri.startsWith("did:") ? uri : (uri.split("/")[2] ?? ""));

/** Whether a subject is an account. */
export const isAccount = (uri: string): boolean => uri.startsWith("did:");

/** The path of the queue with other parameters. An empty one is left out. */
export const queuePath = (search: URLSearchParams, patch: Readonly<Record<string, string>>): string => {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(patch)) {
    if (value === "") next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return text === "" ? "/moderation" : `/moderation?${text}`;
};
