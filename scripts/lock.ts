/**
 * Removes from `package-lock.json` the `engines` of packages that refuse the oldest Node.js that may run npm. npm compares
 * them with the Node.js that it runs on, and would warn; the packages run on the Node.js that npm installs.
 */
import { readFile, writeFile } from "node:fs/promises";
import { admits } from "./lock/admits.ts";
import { lockedPackages, lockFile, nodeVersions } from "./lock/lockedPackages.ts";

const { floor } = await nodeVersions();
const refusing = (await lockedPackages()).filter(({ needs }) => needs !== null && !admits(needs, floor));
let text = await readFile(lockFile, "utf8");
for (const { path } of refusing) {
  const start = text.indexOf(`\n    ${JSON.stringify(path)}: {`);
  const end = text.indexOf("\n    }", start);
  const entry = text.slice(start, end);
  const without = entry.replace(/,\n {6}"engines": \{[^}]*\}/, "").replace(/\n {6}"engines": \{[^}]*\},/, "");
  text = text.slice(0, start) + without + text.slice(end);
}
await writeFile(lockFile, text);
console.log(`${refusing.length} packages changed in package-lock.json.`);
