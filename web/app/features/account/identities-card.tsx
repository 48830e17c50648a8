import { useQuery } from "@tanstack/react-query";
import { type Chain, chainTitles, signInWaysQuery } from "../../api/auth-settings";
import { type Identity, identitiesQuery, linkIdentity, unlinkIdentity } from "../../api/identities";
import { accept } from "../../api/problem";
import { QueryBoundary } from "../../api/query-boundary";
import { useApiMutation } from "../../api/use-api-mutation";
import { Button } from "../../ui/button";
import { paths } from "../../util/page-paths";
import { SectionCard } from "./section-card";
import { identitiesCard as text } from "./strings";

/** By which accounts a user signs in. */
export function IdentitiesCard() {
  const query = useQuery(identitiesQuery());
  const { data: ways } = useQuery(signInWaysQuery());
  const link = useApiMutation({
    run: (provider: string) => accept(linkIdentity(provider, location.origin + paths.settings("security"))),
    failed: text.couldntUpdateYourSignIn,
  });
  return (
    <SectionCard id="identities" title={text.signInMethods} description={text.description}>
      <QueryBoundary what={text.yourSignInMethods} query={query}>
        {(identities) => (
          <>
            <ul className="divide-y divide-line rounded-xl border border-line">
              {identities.length === 0 && <li className="px-4 py-3 text-soft text-sm">{text.onlyThisDeviceSoFar}</li>}
              {identities.map((identity) => (
                <IdentityLine
                  key={identity.id}
                  identity={identity}
                  title={ways?.providers.find(({ id }) => id === identity.provider)?.title ?? titleOf(identity)}
                  canRemove={identities.length > 1}
                />
              ))}
            </ul>
            <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
              {ways?.providers
                .filter(({ id }) => !identities.some(({ provider }) => provider === id))
                .map(({ id, title }) => (
                  <Button key={id} onClick={() => link.run(id)}>
                    {text.connect(title)}
                  </Button>
                ))}
            </div>
          </>
        )}
      </QueryBoundary>
    </SectionCard>
  );
}

interface IdentityLineProps {
  identity: Identity;
  title: string;
  canRemove: boolean;
}

function IdentityLine({ identity: { id, address, chain }, title, canRemove }: IdentityLineProps) {
  const remove = useApiMutation({
    run: () => accept(unlinkIdentity(id)),
    failed: text.couldntUpdateYourSignIn,
  });
  return (
    <li className="flex items-center gap-3 px-4 py-3 text-sm">
      <span className="font-medium">{title}</span>
      <span title={address ?? undefined} className="min-w-0 flex-1 truncate text-faint">
        {chain && address ? shortened(address) : address}
      </span>
      {canRemove && (
        <Button size="small" look="quiet" isPending={remove.isPending} onClick={() => remove.run()}>
          {text.remove}
          <span className="sr-only"> {title}</span>
        </Button>
      )}
    </li>
  );
}

function titleOf({ provider, chain }: Identity): string {
  if (provider === "web3") return text.wallet(chainTitles[chain as Chain] ?? text.other);
  return { email: text.email, phone: text.phone }[provider] ?? provider;
}

/** Shortened like in wallets: users recognize addresses by start and end. */
function shortened(address: string): string {
  return address.length > 16 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
}
