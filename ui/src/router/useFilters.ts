import { navigate, useRouteLocation } from "./routeLocation.ts";

/** The filters in the query string, and a function that changes some of them. An empty value removes a filter. */
export const useFilters = () => {
  const { path, search } = useRouteLocation();
  const change = (patch: Readonly<Record<string, string | ReadonlyArray<string>>>): void => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(patch)) {
      next.delete(name);
      for (const each of typeof value === "string" ? [value] : value) if (each !== "") next.append(name, each);
    }
    const text = next.toString();
    navigate(text === "" ? path : `${path}?${text}`, "replace");
  };
  return { search, change };
};
