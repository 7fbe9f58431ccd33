import type { Route } from "./Route.ts";

/** The routes of one path by method. */
export type PathRoutes<R> = ReadonlyMap<string, Route<R>>;

const byMethod = <R>(routes: ReadonlyArray<Route<R>>): PathRoutes<R> =>
  new Map(routes.flatMap((route) => route.methods.map((method) => [method, route] as const)));

/** Finds the routes of a path: by an exact match, otherwise by the longest `/*` prefix. Undefined for an unknown path. */
export const routeTable = <R>(routes: ReadonlyArray<Route<R>>): ((path: string) => PathRoutes<R> | undefined) => {
  const grouped = Map.groupBy(routes, (route) => route.path);
  const exact = new Map([...grouped].map(([path, group]) => [path, byMethod(group)] as const));
  const below = [...exact]
    .filter(([path]) => path.endsWith("/*"))
    .map(([path, found]) => ({ prefix: path.slice(0, -1), found }))
    .sort((left, right) => right.prefix.length - left.prefix.length);
  return (path) => exact.get(path) ?? below.find(({ prefix }) => path.startsWith(prefix))?.found;
};
