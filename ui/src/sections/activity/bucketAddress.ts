/** Returns the page of the audit log with everything that a bar of the chart counts. `at` is its start. */
export const bucketAddress = (at: string, bucketSeconds: number): string => {
  const begin = Date.parse(at);
  const until = new Date(begin + bucketSeconds * 1000).toISOString();
  return `/audit?${new URLSearchParams({ since: new Date(begin).toISOString(), until })}`;
};
