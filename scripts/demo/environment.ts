/** The environment of the service and its command line, without variables that configure another instance. */
export const environment = (variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv => {
  const kept = ["PATH", "HOME", "TMPDIR", "LANG", "LOG_LEVEL"];
  const own = Object.entries(process.env).filter(([name]) => kept.includes(name));
  return { ...Object.fromEntries(own), ...variables };
};
