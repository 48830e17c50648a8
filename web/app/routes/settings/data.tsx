import { LeavingCard } from "../../features/account/leaving-card";
import { SettingsSection } from "../../features/account/settings-section";
import { settingsPage as text } from "../strings";
import type { Route } from "./+types/data";

export const meta: Route.MetaFunction = () => [{ title: text.sectionPortolan(text.yourData) }];

export default function DataSettings() {
  return (
    <SettingsSection title={text.yourData}>
      <LeavingCard />
    </SettingsSection>
  );
}
