import * as Schema from "effect/Schema";

/** A position in the write-ahead log of PostgreSQL (pg_lsn), such as `0/3000028`. */
export const WalPosition = Schema.String.pipe(
  Schema.pattern(/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/),
  Schema.brand("WalPosition")
);
export type WalPosition = typeof WalPosition.Type;

/** Returns the bytes of the log before a position. */
export const walBytes = (position: WalPosition): bigint => {
  const [high = "0", low = "0"] = position.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};
