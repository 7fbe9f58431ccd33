import type { Json, JsonObject } from "../../../domain/json/Json.ts";
import type { PlainMember } from "../plan/Plan.ts";

/** Returns the selected members of a result that is not a record. */
export const plainResult = (members: ReadonlyArray<PlainMember>, result: Readonly<Record<string, Json>>): JsonObject =>
  Object.fromEntries(
    members.map((member) => [member.key, member._tag === "PlainTypename" ? member.name : (result[member.name] ?? null)])
  );
