import { matchRoutes, type RouteObject } from "react-router";

/** The router's own list of routes, which the build writes and every page begins with. */
export interface RouteList {
  [id: string]: {
    id: string;
    parentId?: string;
    path?: string;
    index?: boolean;
    module: string;
    clientLoaderModule?: string;
    clientMiddlewareModule?: string;
    hydrateFallbackModule?: string;
  };
}

/** Imports of each route's scripts, without those of its parent routes. */
export interface RouteImports {
  [id: string]: string[];
}

/** The scripts that a page of this site needs; empty for an address without a page. */
export function scriptsOf(page: string, routes: RouteList, imports: RouteImports): string[] {
  const matches = matchRoutes(childrenOf(undefined, routes), page) ?? [];
  const files = matches.flatMap(({ route }) => {
    const entry = routes[route.id ?? ""];
    if (!entry) return [];
    const { module, clientLoaderModule, clientMiddlewareModule, hydrateFallbackModule } = entry;
    return [module, ...(imports[entry.id] ?? []), clientLoaderModule, clientMiddlewareModule, hydrateFallbackModule];
  });
  return [...new Set(files.filter((file) => file !== undefined))];
}

function childrenOf(parentId: string | undefined, routes: RouteList): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) =>
      index ? { id, index: true } : { id, ...(path !== undefined && { path }), children: childrenOf(id, routes) },
    );
}
