const readSegment = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** The parameters of a path that fits a pattern such as `/clients/:clientId`; null for one that does not. */
export const matchPath = (pattern: string, path: string): Readonly<Record<string, string>> | null => {
  const [expected, given] = [pattern.split("/"), path.split("/")];
  if (expected.length !== given.length) return null;
  const parameters: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const segment = readSegment(given[index] ?? "");
    if (segment === null) return null;
    if (part.startsWith(":")) parameters[part.slice(1)] = segment;
    else if (part !== segment) return null;
  }
  return parameters;
};
