import { join } from "node:path";

/** A folder of the public test vectors, or null where `VECTORS_DIR` names none; then one line says what was left out. */
export const vectorsFolder = (name: string, what: string): string | null => {
  const root = process.env.VECTORS_DIR;
  if (root === undefined) process.stderr.write(`left out: ${what}, because VECTORS_DIR is not set\n`);
  return root === undefined ? null : join(root, name);
};
