import { SettingsSection } from "../../features/account/settings-section";
import { WebhooksCard } from "../../features/account/webhooks-card";
import { settingsPage as text } from "../strings";
import type { Route } from "./+types/webhooks";

export const meta: Route.MetaFunction = () => [{ title: text.sectionPortolan(text.webhooks) }];

export default function WebhookSettings() {
  return (
    <SettingsSection title={text.webhooks}>
      <WebhooksCard />
    </SettingsSection>
  );
}
