/** Public pages that are the same for everybody, made into HTML when the client is built. */
export const prerenderedPaths = ["/"] as const;
