import * as z from "zod/mini";
import { passwordRules as strings } from "./strings";

export const shortestPassword = 6;

export const newPassword = z.string().check(
  z.minLength(1, strings.enterYourPassword),
  // Counts a character outside the basic plane as one.
  z.refine((text) => [...text].length >= shortestPassword, strings.atLeastCharacters(shortestPassword)),
);
