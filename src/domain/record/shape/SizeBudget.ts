import type { Json } from "../../json/Json.ts";

/** The number of characters of JSON that a value may still take. Below zero the budget is exhausted. */
export interface SizeBudget {
  left: number;
}

/** Spends characters of a budget, and returns whether they were within it. */
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

/** Spends up to the text length of a JSON value. It stops when the budget is exhausted, and has no depth limit. */
export const spendBudgetOn = (room: SizeBudget, value: Json): boolean => {
  if (typeof value === "string") return spendBudget(room, value.length + 2);
  return typeof value !== "object" || value === null ? spendBudget(room, 1) : spendBudgetOnNested(room, value);
};
