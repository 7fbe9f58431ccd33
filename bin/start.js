#!/usr/bin/env node
// Plain JavaScript, so that an old Node.js can say what it lacks.
const major = Number(process.versions.node.split(".")[0]);

if (major < 24) {
  console.error(
    `tidemark: this is Node.js ${process.versions.node}, and 24 is needed: start with npm start after npm ci (without --omit=optional), or install Node.js 24`
  );
  process.exit(1);
}

await import("../src/main.ts");
