declare const __BUILD_ID__: string;

/** Names the build that runs here; the build itself puts it in. */
export const buildId = __BUILD_ID__;

/** In development, files change without a build. */
export const isBuilt = buildId !== "development";
