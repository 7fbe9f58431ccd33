import { isJsonObject } from "../../../../domain/json/isJsonObject.ts";

/** The description of a Lexicon, otherwise the names that it defines. */
export const summaryOf = (document: Readonly<Record<string, unknown>>): string => {
  const defs = isJsonObject(document.defs) ? document.defs : {};
  const { main } = defs;
  for (const found of [document.description, isJsonObject(main) ? main.description : null]) {
    if (typeof found === "string") return found;
  }
  const names = Object.entries(defs).map(([name, value]) =>
    name === "main" && isJsonObject(value) ? String(value.type) : name
  );
  return `Defines ${names.slice(0, 6).join(", ")}${names.length > 6 ? " …" : ""}`;
};
