import type { Json } from "../../json/Json.ts";

/** How many characters of JSON something may still take. Below zero there is no room left, and nothing more is to be given. */
export interface SizeBudget {
  left: number;
}

/** Takes room; false when there was not enough. */
export const spendBudget = (room: SizeBudget, characters: number): boolean => {
  room.left -= characters;
  return room.left >= 0;
};

const spendBudgetOnNested = (room: SizeBudget, value: Json): boolean => {
  const open: Array<Json> = [value];
  while (open.length > 0 && room.left >= 0) {
    const one = open.pop();
    if (typeof one === "string") spendBudget(room, one.length + 2);
    else if (typeof one !== "object" || one === null) spendBudget(room, 1);
    else {
      spendBudget(room, 2);
      for (const [key, member] of Object.entries(one)) {
        if (!Array.isArray(one)) spendBudget(room, key.length + 3);
        open.push(member);
      }
    }
  }
  return room.left >= 0;
};

/** Takes the room of a JSON value, at most as much as its text has. It stops where the room ends, and at no depth. */
export const spendBudgetOn = (room: SizeBudget, value: Json): boolean => {
  if (typeof value === "string") return spendBudget(room, value.length + 2);
  return typeof value !== "object" || value === null ? spendBudget(room, 1) : spendBudgetOnNested(room, value);
};
