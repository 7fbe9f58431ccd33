interface Shape {
  readonly description?: unknown;
  readonly defs?: Readonly<Record<string, { readonly description?: unknown; readonly type?: unknown }>>;
}

/** The description of a Lexicon, otherwise the names that it defines. */
export const summaryOf = (json: string): string => {
  const { defs = {}, description }: Shape = JSON.parse(json);
  for (const text of [description, defs.main?.description]) if (typeof text === "string") return text;
  const names = Object.entries(defs).map(([name, { type }]) => (name === "main" ? String(type) : name));
  return `Defines ${names.slice(0, 6).join(", ")}${names.length > 6 ? " …" : ""}`;
};
