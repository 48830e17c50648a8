import * as z from "zod/mini";

export const shortestPassword = 6;

export const newPassword = z.string().check(
  z.minLength(1, "Enter your password."),
  // As people count: a character outside the basic plane is one.
  z.refine((text) => [...text].length >= shortestPassword, `Choose at least ${shortestPassword} characters.`),
);
