/** The reader's choice in the browser's storage: "light" or "dark"; nothing means as the system says. */
export const themeKey = "portolan-theme";

export const prefersDark = "(prefers-color-scheme: dark)";

/** Runs in the page's head before anything is painted, so that the wrong theme never flashes. */
export const themeScript = () =>
  `(()=>{let m=null;try{m=localStorage.getItem("${themeKey}")}catch{}const d=m==="dark"||(m!=="light"&&matchMedia("${prefersDark}").matches);document.documentElement.classList.toggle("dark",d)})()`;
