import { Building2, Fingerprint, Wallet as WalletIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { signInAnonymously, signInWithProvider } from "../../api/auth-methods";
import { type Chain, chainTitles, type SignInMethods } from "../../api/auth-settings";
import { hasAuthenticators } from "../../api/authenticator-failure";
import { signInWithPasskey } from "../../api/passkeys";
import { RefusedError } from "../../api/problem";
import { useApiMutation } from "../../api/use-api-mutation";
import type { Wallet } from "../../api/wallets";
import { Button } from "../../ui/button";
import type { SignInMode } from "./sign-in-form";
import { otherMethods as text } from "./strings";

export interface OtherWaysProps {
  ways: SignInMethods;
  mode: SignInMode;
  onSignedIn: () => void;
  onSecondFactor: () => void;
  onCompany: () => void;
}

type Result = { outcome: string; message?: string } | undefined;

/** The ways in that need no password, each behind a button. */
export function OtherMethods({ ways, mode, onSignedIn, onSecondFactor, onCompany }: OtherWaysProps) {
  const [note, setNote] = useState<string | null>(null);
  const [choice, setChoice] = useState<{ chain: Chain; wallets: Wallet[] } | null>(null);

  const go = useApiMutation({
    run: async ({ way }: { id: string; way: () => Promise<Result> }): Promise<void> => {
      const result = await way();
      if (result === undefined) return setNote(null);
      if (result.outcome === "signed-in") return onSignedIn();
      if (result.outcome === "second-factor") return onSecondFactor();
      // With a provider the page is left; the button keeps turning until it is.
      if (result.outcome === "done") return new Promise(() => undefined);
      throw new RefusedError(result.message ?? text.thatDidntWorkTryAnother);
    },
    onFailed: () => setNote(null),
  });
  const going = go.pending?.id ?? null;
  const { failure } = go;

  async function sign(wallet: Wallet): Promise<Result> {
    const { signInWithWallet } = await import("../../api/wallets");
    setNote(text.continueInAndSignThe(wallet.name));
    return signInWithWallet(wallet);
  }

  async function lookForWallets(chain: Chain): Promise<Result> {
    setChoice(null);
    const { findWallets } = await import("../../api/find-wallets");
    const wallets = await findWallets(chain);
    const [only, another] = wallets;
    if (!only) return { outcome: "refused", message: noWallet(chain) };
    if (!another) return sign(only);
    setChoice({ chain, wallets });
    return undefined;
  }

  // New users have no passkey yet.
  const acceptsPasskey = ways.passkeys && mode === "sign-in" && hasAuthenticators();
  const { providers, wallets, company, anonymous } = ways;
  if (providers.length + wallets.length === 0 && !company && !anonymous && !acceptsPasskey) return null;

  const button = (id: string, way: () => Promise<Result>, content: ReactNode, look?: "quiet") => (
    <Button
      key={id}
      look={look}
      className="h-11"
      isPending={going === id}
      disabled={going !== null}
      onClick={() => go.run({ id, way })}
    >
      {content}
    </Button>
  );
  return (
    <>
      <p className="flex items-center gap-3 text-faint text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {text.or}
      </p>
      <div className="flex flex-col gap-2.5">
        {acceptsPasskey &&
          button(
            "passkey",
            signInWithPasskey,
            <>
              <Fingerprint aria-hidden className="size-4" /> {text.withPasskey}
            </>,
          )}
        {providers.map(({ id, title }) => button(id, () => signInWithProvider(id), text.continueWith(title)))}
        {company && (
          <Button className="h-11" disabled={going !== null} onClick={onCompany}>
            <Building2 aria-hidden className="size-4" /> {text.singleSignOnSso}
          </Button>
        )}
        {wallets.map((chain) =>
          choice?.chain === chain ? (
            <fieldset key={chain} className="flex flex-col gap-2.5 rounded-xl border border-line p-3">
              <legend className="px-1 text-soft text-sm">{text.whichWallet(chainTitles[chain])}</legend>
              {choice.wallets.map((wallet) =>
                button(
                  wallet.id,
                  () => sign(wallet),
                  <>
                    {wallet.icon && <img src={wallet.icon} alt="" className="size-5 rounded" />} {wallet.name}
                  </>,
                ),
              )}
            </fieldset>
          ) : (
            button(
              chain,
              () => lookForWallets(chain),
              <>
                <WalletIcon aria-hidden className="size-4" /> {text.withWallet(articleFor(chain), chainTitles[chain])}
              </>,
            )
          ),
        )}
        {anonymous && button("anonymous", signInAnonymously, text.tryWithoutAnAccount, "quiet")}
      </div>
      <p role="status" className="text-soft text-sm empty:hidden">
        {note}
      </p>
      <p role="alert" className="text-danger text-sm empty:hidden">
        {failure}
      </p>
    </>
  );
}

const articleFor = (chain: Chain) => (chain === "ethereum" ? "an" : "a");

const noWallet = (chain: Chain) => text.noWalletFoundInThis(chainTitles[chain]);
