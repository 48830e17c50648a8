import { useEffect } from "react";
import { useLocation } from "react-router";
import { ApiKeysCard } from "../features/account/api-keys-card";
import { IdentitiesCard } from "../features/account/identities-card";
import { LeavingCard } from "../features/account/leaving-card";
import { OauthGrantsCard } from "../features/account/oauth-grants-card";
import { PasskeysCard } from "../features/account/passkeys-card";
import { PasswordCard } from "../features/account/password-card";
import { PlanCard } from "../features/account/plan-card";
import { ProfessionalInfoCard } from "../features/account/professional-info-card";
import { ProfileCard } from "../features/account/profile-card";
import { SecondFactorCard } from "../features/account/second-factor-card";
import { SessionsCard } from "../features/account/sessions-card";
import { UsageCard } from "../features/account/usage-card";
import { Card, CardHeader } from "../ui/card";
import { Page } from "../ui/page";
import { ThemeSwitch } from "../ui/theme-switch";
import type { Route } from "./+types/settings";
import { settingsPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.settingsPortolan }];

const sections = [
  { title: text.profile, cards: [ProfileCard, ProfessionalInfoCard, ThemeCard] },
  { title: text.planAndUsage, cards: [PlanCard, UsageCard] },
  {
    title: text.signInAndSecurity,
    cards: [PasswordCard, PasskeysCard, SecondFactorCard, IdentitiesCard, SessionsCard],
  },
  { title: text.appsAndApiKeys, cards: [OauthGrantsCard, ApiKeysCard] },
  { title: text.yourData, cards: [LeavingCard] },
];

export default function Settings() {
  useScrollToFragment();
  return (
    <Page title={text.settings} width="narrow">
      <div className="flex flex-col gap-12">
        {sections.map(({ title, cards }) => (
          <section key={title} aria-label={title} className="flex flex-col gap-6">
            {cards.map((SectionPart, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <SectionPart key={place} />
            ))}
          </section>
        ))}
      </div>
    </Page>
  );
}

function ThemeCard() {
  return (
    <Card>
      <CardHeader title={text.theme} description={text.description} />
      <div className="p-5 sm:p-6">
        <ThemeSwitch />
      </div>
    </Card>
  );
}

/** Parts are filled one after the other: what a link leads to may not be there yet when the page opens. */
function useScrollToFragment(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== "") document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
}
