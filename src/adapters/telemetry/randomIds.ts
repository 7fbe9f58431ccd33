import { randomBytes } from "node:crypto";

/** Random bytes are made for many ids at a time. */
const pool = { bytes: Buffer.alloc(0), next: 0 };

/** Returns an id of so many random bytes, in hexadecimal digits. */
export const randomId = (length: number): string => {
  if (pool.next + length > pool.bytes.length) {
    pool.bytes = randomBytes(4096);
    pool.next = 0;
  }
  pool.next += length;
  return pool.bytes.toString("hex", pool.next - length, pool.next);
};
