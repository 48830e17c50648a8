import { PlanCard } from "../features/account/plan-card";
import { ProfileCard } from "../features/account/profile-card";
import { UsageCard } from "../features/account/usage-card";
import { Card, CardHeader } from "../ui/card";
import { Page } from "../ui/page";
import { ThemeSwitch } from "../ui/theme-switch";
import type { Route } from "./+types/settings";

export const meta: Route.MetaFunction = () => [{ title: "Settings · Portolan" }];

export default function Settings() {
  return (
    <Page title="Settings" width="narrow">
      <div className="flex flex-col gap-6">
        <ProfileCard />
        <PlanCard />
        <UsageCard />
        <Card>
          <CardHeader title="Theme" description="Light, dark, or as your system says." />
          <div className="p-5 sm:p-6">
            <ThemeSwitch />
          </div>
        </Card>
      </div>
    </Page>
  );
}
