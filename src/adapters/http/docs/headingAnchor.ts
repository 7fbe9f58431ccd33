/** Returns the anchor of a heading as GitHub writes it, so that links work in both places; `used` counts the anchors of the page. */
export const headingAnchor = (text: string, used: Map<string, number>): string => {
  const anchor = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
  const before = used.get(anchor) ?? 0;
  used.set(anchor, before + 1);
  return before === 0 ? anchor : `${anchor}-${before}`;
};
