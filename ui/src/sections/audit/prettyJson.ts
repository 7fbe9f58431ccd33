/** Indents JSON for reading. A text that is not JSON is returned unchanged. */
export const prettyJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};
