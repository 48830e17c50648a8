/** Public pages that are the same for everyone, made into HTML when the client is built. */
export const prerenderedPaths = [
  "/",
  "/about",
  "/contact",
  "/pricing",
  "/discover",
  "/discover-charts",
  "/logo",
  "/extension",
  "/legal/terms",
  "/legal/privacy",
] as const;
