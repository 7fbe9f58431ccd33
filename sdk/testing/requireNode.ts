/** The first version with `KeyObject.toCryptoKey`. */
const needed = { major: 22, minor: 10 };

/** Throws an error of one line if Node.js is older than the service in the test kit requires. */
export const requireNode = (version: string): void => {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > needed.major || (major === needed.major && minor >= needed.minor)) return;
  const error = new Error(
    `tidemark-sdk/testing requires Node ${needed.major}.${needed.minor} or later, but this is Node ${version}. Run the tests with a later version; only tidemark-sdk/node supports Node 20.`
  );
  // The stack contains nothing useful and would hide the message.
  error.stack = `${error.name}: ${error.message}`;
  throw error;
};
