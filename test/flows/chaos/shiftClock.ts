/**
 * Loaded into a service before all else (`--import`): its clock runs ahead by the milliseconds in the file
 * `CLOCK_AHEAD_FILE`, which it reads at its start and at each SIGUSR2. Timers are not affected.
 */
import { readFileSync } from "node:fs";

const file = process.env.CLOCK_AHEAD_FILE ?? "";
const RealDate = Date;
const { now } = Date;
let ahead = 0;

const read = (): void => {
  try {
    ahead = Number(readFileSync(file, "utf8"));
  } catch {
    ahead = 0;
  }
};

Reflect.set(RealDate, "now", () => now() + ahead);
Reflect.set(
  globalThis,
  "Date",
  new Proxy(RealDate, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now() + ahead] : given, made)
  })
);
read();
process.on("SIGUSR2", read);
