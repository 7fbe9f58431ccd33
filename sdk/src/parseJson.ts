/** Parses a text as JSON; null for null, and for a text that is not JSON. */
export const parseJson = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
};
