const alphabet = "234567abcdefghijklmnopqrstuvwxyz";

const base32Sortable = (value: bigint, length: number): string => {
  let text = "";
  for (let rest = value, place = 0; place < length; place += 1, rest >>= 5n) {
    text = (alphabet[Number(rest & 31n)] ?? "") + text;
  }
  return text;
};

/**
 * A timestamp identifier: 53 bits of microseconds since 1970 and a 10 bit clock identifier,
 * in 13 characters that sort by time (AT Protocol, TID).
 */
export const tid = (microseconds: bigint, clockId: number): string =>
  base32Sortable(((microseconds & ((1n << 53n) - 1n)) << 10n) | BigInt(clockId & 1023), 13);
