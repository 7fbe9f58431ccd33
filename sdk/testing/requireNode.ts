/** The first one with `KeyObject.toCryptoKey`. */
const needed = { major: 22, minor: 10 };

/** Throws one line where the version of Node is older than what the service in the test kit needs. */
export const requireNode = (version: string): void => {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > needed.major || (major === needed.major && minor >= needed.minor)) return;
  const error = new Error(
    `tidemark-sdk/testing needs Node ${needed.major}.${needed.minor} or later, and this is Node ${version}. Run the tests by a later Node; tidemark-sdk/node itself works from Node 20 on.`
  );
  // The way here tells nothing, and would bury the line.
  error.stack = `${error.name}: ${error.message}`;
  throw error;
};
