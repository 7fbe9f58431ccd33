/** The path of the page of a record, by its AT URI. */
export const recordPath = (uri: string): string => {
  const [did = "", collection = "", rkey = ""] = uri.replace("at://", "").split("/");
  return `/records/${collection}/${encodeURIComponent(did)}/${encodeURIComponent(rkey)}`;
};
