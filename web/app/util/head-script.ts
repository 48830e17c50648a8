import { themeScript } from "./theme";

/** Somebody who is signed in has no use for the front page; this spares them the sight of it. */
const homeScript = `location.pathname==="/"&&/(?:^|; )portolan-auth-token(?:\\.0)?=[^;]/.test(document.cookie)&&location.replace("/start")`;

/**
 * Runs in the page's head before anything is painted. The same text on every page: the server names its hash in the
 * Content-Security-Policy.
 */
export const headScript = `${themeScript};${homeScript}`;
