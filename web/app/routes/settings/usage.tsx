import { PlanCard } from "../../features/account/plan-card";
import { SettingsSection } from "../../features/account/settings-section";
import { UsageCard } from "../../features/account/usage-card";
import { settingsPage as text } from "../strings";
import type { Route } from "./+types/usage";

export const meta: Route.MetaFunction = () => [{ title: text.sectionPortolan(text.planAndUsage) }];

export default function UsageSettings() {
  return (
    <SettingsSection title={text.planAndUsage}>
      <PlanCard />
      <UsageCard />
    </SettingsSection>
  );
}
