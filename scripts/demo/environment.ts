/** What the service and its command line see of the environment: nothing that configures another instance. */
export const environment = (variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv => {
  const kept = ["PATH", "HOME", "TMPDIR", "LANG", "LOG_LEVEL"];
  const own = Object.entries(process.env).filter(([name]) => kept.includes(name));
  return { ...Object.fromEntries(own), ...variables };
};
