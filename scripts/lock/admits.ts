type Version = readonly [major: number, minor: number, patch: number];

const parse = (text: string): Version | null => {
  const [, major, minor = "0", patch = "0"] = /^v?(\d+|[x*])(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?/.exec(text) ?? [];
  if (major === undefined) return null;
  const number = (part: string) => (/^\d+$/.test(part) ? Number(part) : 0);
  return [number(major), number(minor), number(patch)];
};

const compare = (one: Version, other: Version): number => one[0] - other[0] || one[1] - other[1] || one[2] - other[2];

/** How many parts of a version a comparator fixes: `22` and `22.x` fix one. */
const fixed = (text: string): number => (/^v?\d+(\.\d+)*/.exec(text)?.[0] ?? "").split(".").filter(Boolean).length;

const comparatorAdmits = (comparator: string, version: Version): boolean => {
  const [, operator = "", bound = ""] = /^(>=|<=|>|<|\^|~|=)?(.*)$/.exec(comparator) ?? [];
  const limit = parse(bound);
  if (limit === null) return false;
  if (operator === ">=") return compare(version, limit) >= 0;
  if (operator === "<") return compare(version, limit) < 0;
  if (operator === "<=") return compare(version, limit) <= 0 || (fixed(bound) === 1 && version[0] === limit[0]);
  if (operator === ">") return fixed(bound) === 1 ? version[0] > limit[0] : compare(version, limit) > 0;
  const same =
    operator === "^" ? Math.min(1, fixed(bound)) : operator === "~" ? Math.min(2, fixed(bound)) : fixed(bound);
  return version.every((part, at) => at >= same || part === limit[at]) && compare(version, limit) >= 0;
};

/** Whether a range of `engines` admits a version of Node.js: alternatives of comparators, as npm reads them, without prereleases. */
export const admits = (range: string, version: string): boolean => {
  const exact = parse(version);
  if (exact === null) throw new Error(`${version} is not a version`);
  return range.split("||").some((alternative) =>
    alternative
      .trim()
      .replaceAll(/(>=|<=|>|<|\^|~|=)\s+/g, "$1")
      .split(/\s+/)
      .every((comparator) => comparator === "" || comparator === "*" || comparatorAdmits(comparator, exact))
  );
};
