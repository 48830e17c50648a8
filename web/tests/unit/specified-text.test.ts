import { expect, it } from "vitest";
import { adminPage } from "../../app/features/admin/strings";
import { commandPalette, errorPage, feedbackModal, paletteCommands } from "../../app/features/shell/strings";

it("keeps the text that the specification fixes", () => {
  expect(Object.values(errorPage)).toEqual(expect.arrayContaining(["Oops! Nothing to see here.", "Go back home"]));
  expect(Object.values(feedbackModal)).toEqual(
    expect.arrayContaining([
      "Let us know what you think!",
      "How ? How can we improve your experience?",
      "I'll do it later",
      "Submit",
      "Thank you for sharing!",
      "We appreciate you taking the time. We'll be in touch!",
    ]),
  );
  expect(Object.values(paletteCommands)).toEqual(
    expect.arrayContaining([
      "Main",
      "Account",
      "Admin",
      "Auth",
      "Try for Free",
      "Pricing",
      "Login",
      "New",
      "Charters",
      "Log out",
    ]),
  );
  expect(Object.values(adminPage)).toEqual(
    expect.arrayContaining([
      "We couldn't find any items.",
      "We couldn't find any items with that term. Please try again.",
    ]),
  );
  expect(commandPalette.noOptions).toBe("No options.");
  expect(commandPalette.noResultsFor("tea")).toBe('No results for "tea".');
});
