import { ContributorCard } from "../../features/account/contributor-card";
import { ProfessionalInfoCard } from "../../features/account/professional-info-card";
import { ProfileCard } from "../../features/account/profile-card";
import { SettingsSection } from "../../features/account/settings-section";
import { ThemeCard } from "../../features/account/theme-card";
import { settingsPage as text } from "../strings";
import type { Route } from "./+types/profile";

export const meta: Route.MetaFunction = () => [{ title: text.sectionPortolan(text.profile) }];

export default function ProfileSettings() {
  return (
    <SettingsSection title={text.profile}>
      <ProfileCard />
      <ProfessionalInfoCard />
      <ContributorCard />
      <ThemeCard />
    </SettingsSection>
  );
}
