import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Chain, chainTitles, signInWaysQuery } from "../../api/auth-settings";
import { type Identity, identitiesQuery, linkIdentity, unlinkIdentity } from "../../api/identities";
import { describeFailure } from "../../api/problem";
import { Button } from "../../ui/button";
import { notify } from "../../ui/toast";
import { paths } from "../../util/page-paths";
import { LoadedPart, SectionCard } from "./section-card";
import { identitiesCard as text } from "./strings";

/** By which accounts a user signs in. */
export function IdentitiesCard() {
  const { data, error, refetch } = useQuery(identitiesQuery());
  const { data: ways } = useQuery(signInWaysQuery());
  return (
    <SectionCard id="identities" title={text.signInMethods} description={text.description}>
      <LoadedPart what={text.yourSignInMethods} data={data} error={error} onRetry={() => void refetch()}>
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
                  <Button key={id} onClick={() => void link(id)}>
                    {text.connect(title)}
                  </Button>
                ))}
            </div>
          </>
        )}
      </LoadedPart>
    </SectionCard>
  );
}

interface IdentityLineProps {
  identity: Identity;
  title: string;
  canRemove: boolean;
}

function IdentityLine({ identity: { id, address, chain }, title, canRemove }: IdentityLineProps) {
  const [isRemoving, setRemoving] = useState(false);
  async function remove() {
    setRemoving(true);
    try {
      const result = await unlinkIdentity(id);
      if (result.outcome === "refused") {
        void notify({ title: text.couldntUpdateYourSignIn, description: result.message, color: "red" });
      }
    } catch (error) {
      void notify({ title: text.couldntUpdateYourSignIn, description: describeFailure(error), color: "red" });
    } finally {
      setRemoving(false);
    }
  }
  return (
    <li className="flex items-center gap-3 px-4 py-3 text-sm">
      <span className="font-medium">{title}</span>
      <span title={address ?? undefined} className="min-w-0 flex-1 truncate text-faint">
        {chain && address ? shortened(address) : address}
      </span>
      {canRemove && (
        <Button size="small" look="quiet" isPending={isRemoving} onClick={() => void remove()}>
          {text.remove}
          <span className="sr-only"> {title}</span>
        </Button>
      )}
    </li>
  );
}

async function link(provider: string): Promise<void> {
  try {
    const result = await linkIdentity(provider, location.origin + paths.settings());
    if (result.outcome === "refused") {
      void notify({ title: text.couldntUpdateYourSignIn, description: result.message, color: "red" });
    }
  } catch (error) {
    void notify({ title: text.couldntUpdateYourSignIn, description: describeFailure(error), color: "red" });
  }
}

function titleOf({ provider, chain }: Identity): string {
  if (provider === "web3") return text.wallet(chainTitles[chain as Chain] ?? text.other);
  return { email: text.email, phone: text.phone }[provider] ?? provider;
}

/** As wallets show addresses: how they begin and end is what people know them by. */
function shortened(address: string): string {
  return address.length > 16 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
}
