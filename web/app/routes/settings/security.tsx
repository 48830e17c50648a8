import { IdentitiesCard } from "../../features/account/identities-card";
import { PasskeysCard } from "../../features/account/passkeys-card";
import { PasswordCard } from "../../features/account/password-card";
import { SecondFactorCard } from "../../features/account/second-factor-card";
import { SessionsCard } from "../../features/account/sessions-card";
import { SettingsSection } from "../../features/account/settings-section";
import { settingsPage as text } from "../strings";
import type { Route } from "./+types/security";

export const meta: Route.MetaFunction = () => [{ title: text.sectionPortolan(text.signInAndSecurity) }];

export default function SecuritySettings() {
  return (
    <SettingsSection title={text.signInAndSecurity}>
      <PasswordCard />
      <PasskeysCard />
      <SecondFactorCard />
      <IdentitiesCard />
      <SessionsCard />
    </SettingsSection>
  );
}
