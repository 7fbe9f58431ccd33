// npm runs this after npm ci. It is plain JavaScript for any Node.js, and never fails an installation.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const bundle = () => {
  if (Number(process.versions.node.split(".")[0]) < 24) return false;
  const script = fileURLToPath(new URL("bundleTesting.ts", import.meta.url));
  const { status } = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", script], {
    stdio: "ignore"
  });
  return status === 0;
};

if (!bundle()) {
  console.log(
    "The test kit of the SDK was not bundled, so /sdk.tgz does not contain it. It needs all packages: run npm ci without --omit, or npm run sdk:kit to see what is missing."
  );
}
