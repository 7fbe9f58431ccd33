/** Splits the id of a definition: `#` counts as a dot, and `main` stands for the document itself. */
const segments = (id: string): ReadonlyArray<string> =>
  id
    .replace(/#main(?=\.|$)/, "")
    .split(/[.#]/)
    .filter((segment) => segment !== "");

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Converts a text to a name that GraphQL allows: other characters become `_`, and no name starts with a digit or `__`.
 */
export const memberName = (text: string): string => {
  const name = text.replace(/[^_0-9A-Za-z]/g, "_").replace(/^_{2,}/, "_");
  return /^[0-9]/.test(name) || name === "" ? `_${name}` : name;
};

/**
 * Returns the type name of a definition: `xyz.statusphere.status` is `XyzStatusphereStatus`, `a.b.defs#ratio` is
 * `ABDefsRatio`. The domain knows the names of the API because two Lexicons whose names collide cannot be active
 * together.
 */
export const typeName = (id: string): string => memberName(segments(id).map(upperFirst).join(""));

/** Returns the field name of a collection: its type name with the first segment as it is, `xyzStatusphereStatus`. */
export const fieldName = (nsid: string): string => {
  const [first = "", ...rest] = segments(nsid);
  return memberName(first + rest.map(upperFirst).join(""));
};

const shortName = (id: string): string => memberName(segments(id).at(-1) ?? id);

/**
 * The names of a union's variants, by id: the last segment, or the whole field name where two variants share it.
 */
export const variantNames = (ids: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const unique = (id: string): boolean =>
    shortName(id) !== "type" &&
    ids.every((other) => other === id || enumName(shortName(other)) !== enumName(shortName(id)));
  return new Map(ids.map((id) => [id, unique(id) ? shortName(id) : fieldName(id)]));
};

/** The enum value for a name: `selfLabels` is `SELF_LABELS`. */
export const enumName = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase();
