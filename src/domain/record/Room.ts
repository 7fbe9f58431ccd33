import type { Json } from "./Json.ts";

/** How many characters of JSON something may still take. Below zero there is no room left, and nothing more is to be given. */
export interface Room {
  left: number;
}

/** Takes room; false when there was not enough. */
export const takeRoom = (room: Room, characters: number): boolean => {
  room.left -= characters;
  return room.left >= 0;
};

const takeRoomOfNested = (room: Room, value: Json): boolean => {
  const open: Array<Json> = [value];
  while (open.length > 0 && room.left >= 0) {
    const one = open.pop();
    if (typeof one === "string") takeRoom(room, one.length + 2);
    else if (typeof one !== "object" || one === null) takeRoom(room, 1);
    else {
      takeRoom(room, 2);
      for (const [key, member] of Object.entries(one)) {
        if (!Array.isArray(one)) takeRoom(room, key.length + 3);
        open.push(member);
      }
    }
  }
  return room.left >= 0;
};

/** Takes the room of a JSON value, at most as much as its text has. It stops where the room ends, and at no depth. */
export const takeRoomOf = (room: Room, value: Json): boolean => {
  if (typeof value === "string") return takeRoom(room, value.length + 2);
  return typeof value !== "object" || value === null ? takeRoom(room, 1) : takeRoomOfNested(room, value);
};
