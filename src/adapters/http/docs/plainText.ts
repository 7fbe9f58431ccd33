const characters: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** Returns the text of HTML that this site rendered, with single spaces. */
export const plainText = (content: string): string =>
  content
    .replace(/<\/(?:td|th|p|li|pre|h\d)>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => characters[name] ?? whole)
    .replace(/\s+/g, " ")
    .trim();
