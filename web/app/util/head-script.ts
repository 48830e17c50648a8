import { extensionModeKey } from "./extension-mode";
import { themeScript } from "./theme-script";

/** Notes that the page lies in the extension's panel, and leads from the pages that are not for it to the one that is. */
const extensionScript = () =>
  `try{if(/[?&]embedded_by=extension(?:&|$)/.test(location.search))sessionStorage.setItem("${extensionModeKey}","extension");if(sessionStorage.getItem("${extensionModeKey}")&&/^\\/(?:login|start)?$/.test(location.pathname))location.replace("/extension")}catch{}`;

/** Redirects signed-in users from the front page before it renders. */
const homeScript = () =>
  `location.pathname==="/"&&/(?:^|; )portolan-auth-token(?:\\.0)?=[^;]/.test(document.cookie)&&location.replace("/start")`;

/**
 * Runs in the page's head before anything is painted. The same text on every page: the server names its hash in the
 * Content-Security-Policy. A function, so that the client's own files need not have it.
 */
export function headScript(): string {
  return [themeScript(), homeScript(), extensionScript()].join(";");
}
