import type { Json, JsonObject } from "../../../domain/record/Json.ts";
import type { PlainMember } from "./Plan.ts";

/** The members that are asked of a result that is no record. */
export const plainAnswer = (members: ReadonlyArray<PlainMember>, result: Readonly<Record<string, Json>>): JsonObject =>
  Object.fromEntries(
    members.map((member) => [member.key, member._tag === "PlainTypename" ? member.name : (result[member.name] ?? null)])
  );
