// Interface text of the shell on the first load. It is apart from the other text, which loads later.

export const lazyErrorPage = {
  oopsNothingToSeeHere: "Oops! Nothing to see here.",
  goBackHome: "Go back home",
};

export const publicHeader = {
  discover: "Discover",
  pricing: "Pricing",
  about: "About",
  contact: "Contact",
  portolanHome: "Portolan home",
  main: "Main",
  openPortolan: "Open Portolan",
  logIn: "Log in",
  tryForFree: "Try for free",
  menu: "Menu",
};

export const root = {
  skipToContent: "Skip to content",
};
