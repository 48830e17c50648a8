import type { EthereumWallet, SolanaWallet } from "@supabase/supabase-js";
import { paths } from "../util/page-paths";
import { randomId } from "../util/random-id";
import { enteredWith, loadAuthClient, type SignInResult } from "./auth";
import { wallets as text } from "./strings";
import { type WalletFailure, walletRefusal } from "./wallet-failure";

/** A program beside the page that keeps keys, and signs with them where its owner agrees. */
export type Wallet = { id: string; name: string; icon?: string | undefined } & (
  | { chain: "ethereum"; request: EthereumWallet["request"] }
  | { chain: "solana"; connect: () => Promise<SolanaWallet> }
);

/** Statement that the wallet shows above the fields of the message. */
const statement = text.signInToPortolanThis;

/** Has the wallet sign who its owner is: that opens the account of its address, or makes one. */
export async function signInWithWallet(wallet: Wallet): Promise<SignInResult> {
  const { auth } = await loadAuthClient();
  // The address of this page without what follows it; the nonce keeps two messages of one moment apart.
  const [url, nonce] = [location.origin + paths.login(), randomId()];
  let failure: unknown;
  try {
    if (wallet.chain === "solana") {
      const { error } = await auth.signInWithWeb3({
        chain: "solana",
        statement,
        wallet: await wallet.connect(),
        options: { url, signInWithSolana: { nonce } },
      });
      return error ? walletRefusal(error, wallet.name) : enteredWith();
    }
    // The library replaces the wallet's messages with its own.
    const request: EthereumWallet["request"] = (call) =>
      wallet.request(call).catch((error: unknown) => {
        failure = error;
        throw error;
      });
    const { error } = await auth.signInWithWeb3({
      chain: "ethereum",
      statement,
      wallet: { request } as EthereumWallet,
      options: { url, signInWithEthereum: { nonce } },
    });
    return error ? walletRefusal(error, wallet.name) : enteredWith();
  } catch (error) {
    return walletRefusal((failure ?? error) as WalletFailure, wallet.name);
  }
}
