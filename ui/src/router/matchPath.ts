const readSegment = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** Returns the parameters of a path that matches a pattern such as `/clients/:clientId`, otherwise null. */
export const matchPath = (pattern: string, path: string): Readonly<Record<string, string>> | null => {
  const [expected, actual] = [pattern.split("/"), path.split("/")];
  if (expected.length !== actual.length) return null;
  const parameters: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const segment = readSegment(actual[index] ?? "");
    if (segment === null) return null;
    if (part.startsWith(":")) parameters[part.slice(1)] = segment;
    else if (part !== segment) return null;
  }
  return parameters;
};
