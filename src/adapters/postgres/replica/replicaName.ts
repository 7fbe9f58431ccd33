/** Returns the host and port of a database URL, which are the name of a replica in logs and metrics. */
export const replicaName = (url: string): string => {
  const parsed = URL.parse(url);
  const host = parsed?.searchParams.get("host") || parsed?.hostname || "localhost";
  return `${host}:${parsed?.port || parsed?.searchParams.get("port") || "5432"}`;
};
