import { ApiKeysCard } from "../../features/account/api-keys-card";
import { OauthGrantsCard } from "../../features/account/oauth-grants-card";
import { SettingsSection } from "../../features/account/settings-section";
import { settingsPage as text } from "../strings";
import type { Route } from "./+types/apps";

export const meta: Route.MetaFunction = () => [{ title: text.sectionPortolan(text.appsAndApiKeys) }];

export default function AppSettings() {
  return (
    <SettingsSection title={text.appsAndApiKeys}>
      <OauthGrantsCard />
      <ApiKeysCard />
    </SettingsSection>
  );
}
