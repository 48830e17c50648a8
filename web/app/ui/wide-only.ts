/** Hides on phones what a menu has there, so that actions are one row. */
export const wideOnly = "max-sm:!hidden";
