import type { SettingsSection } from "../../util/page-paths";

/** Cards of each section, by their ids in the page. */
const cards: Record<SettingsSection, readonly string[]> = {
  profile: ["profile", "work", "charters"],
  usage: ["plan", "usage"],
  security: ["password", "passkeys", "second-factor", "identities", "sessions"],
  apps: ["oauth-grants", "api-keys"],
  webhooks: ["webhooks"],
  data: ["data"],
};

/** Returns the section of a card by the card's id; the first section where no card has the id. */
export function sectionOfCard(id: string): SettingsSection {
  const sections = Object.keys(cards) as SettingsSection[];
  return sections.find((section) => cards[section].includes(id)) ?? "profile";
}
