/** Preloaded by the npm scripts: reports in one line that the pinned Node.js is missing, instead of failing on TypeScript. */
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  console.error(
    `This needs Node 24 and runs on ${process.version}: the Node that npm ci installs for it is missing on ${process.platform}-${process.arch}. ` +
      "Run npm ci without --omit=optional, or put Node 24 first in PATH."
  );
  process.exit(1);
}
