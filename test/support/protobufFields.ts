/** A field of a message in Protocol Buffers: its number, and what it holds. Messages and texts look the same on the wire. */
export interface Field {
  readonly field: number;
  readonly value: bigint | Buffer;
}

/** Reads the fields of a message. Throws if it is malformed. */
export const fieldsOf = (message: Buffer): ReadonlyArray<Field> => {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++];
      if (byte === undefined) throw new Error("The message ends within a number");
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Buffer => {
    if (at + length > message.length) throw new Error("The message ends within a field");
    at += length;
    return message.subarray(at - length, at);
  };
  const fields: Array<Field> = [];
  while (at < message.length) {
    const key = Number(varint());
    const type = key & 7;
    const value = type === 0 ? varint() : take(type === 1 ? 8 : type === 5 ? 4 : Number(varint()));
    fields.push({ field: key >> 3, value });
  }
  return fields;
};
