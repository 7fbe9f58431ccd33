import { isJsonObject } from "../../json/isJsonObject.ts";
import type { Json, JsonObject } from "../../json/Json.ts";

/** A document without inline objects, and the origin of each definition that replaces one. */
interface LiftedDocument {
  readonly document: JsonObject;
  /** Name of a lifted definition → its path in the original document. */
  readonly origins: ReadonlyMap<string, string>;
}

/**
 * Replaces every object written inside a property by a reference to a new definition named `definition.property`. An
 * object without properties becomes `unknown`. Later steps then see one form only, the one that the validating library
 * supports.
 */
export const liftInlineObjects = (document: JsonObject): LiftedDocument => {
  const lifted = new Map<string, Json>();
  const origins = new Map<string, string>();

  const place = (schema: Json, name: string, path: string): Json => {
    if (!isJsonObject(schema)) return schema;
    if (schema.type === "array") return { ...schema, items: place(schema.items ?? null, name, `${path}.items`) };
    if (schema.type !== "object") return schema;
    if (!isJsonObject(schema.properties) || Object.keys(schema.properties).length === 0) {
      return { ...schema, type: "unknown" };
    }
    lifted.set(name, withProperties(schema, name, path));
    origins.set(name, path);
    return { type: "ref", ref: `#${name}` };
  };

  const withProperties = (object: JsonObject, name: string, path: string): JsonObject => {
    const properties = object.properties;
    if (!isJsonObject(properties)) return object;
    const placed = Object.entries(properties).map(([key, schema]) => [
      key,
      place(schema, `${name}.${key}`, `${path}.properties.${key}`)
    ]);
    return { ...object, properties: Object.fromEntries(placed) };
  };

  const definition = (schema: Json, name: string): Json => {
    if (!isJsonObject(schema)) return schema;
    const path = `defs.${name}`;
    switch (schema.type) {
      case "object":
        return withProperties(schema, name, path);
      case "array":
        return { ...schema, items: place(schema.items ?? null, `${name}.item`, `${path}.items`) };
      case "record":
        return { ...schema, ...body(schema.record, "record", name, path) };
      default:
        return {
          ...schema,
          ...envelope(schema.input, "input", name, path),
          ...envelope(schema.output, "output", name, path),
          ...envelope(schema.message, "message", name, path)
        };
    }
  };

  const body = (object: Json | undefined, key: string, name: string, path: string): JsonObject =>
    isJsonObject(object) ? { [key]: withProperties(object, name, `${path}.${key}`) } : {};

  const envelope = (object: Json | undefined, key: string, name: string, path: string): JsonObject =>
    isJsonObject(object)
      ? { [key]: { ...object, ...body(object.schema, "schema", `${name}.${key}`, `${path}.${key}`) } }
      : {};

  const definitions = document.defs;
  if (!isJsonObject(definitions)) return { document, origins };
  const placed = Object.entries(definitions).map(([name, schema]) => [name, definition(schema, name)] as const);
  return { document: { ...document, defs: { ...Object.fromEntries(placed), ...Object.fromEntries(lifted) } }, origins };
};
