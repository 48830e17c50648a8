import { type AuthRefusal, refusal } from "./auth-failure";

/** An error as a wallet gives it (EIP-1193), or the auth client. */
export interface WalletFailure {
  code?: number | string | undefined;
  message?: string;
  name?: string;
  status?: number | undefined;
}

/** Why a wallet did not open the account, whether the wallet said so or the server. */
export function walletRefusal(failure: WalletFailure, wallet: string): AuthRefusal {
  const { code, message = "", name = "Error", status } = failure;
  if (name.startsWith("Auth")) {
    if (code !== "validation_failed") return refusal({ ...failure, code: String(code), message, name, status });
    return refused(
      `The server did not take what ${wallet} signed (${message}). Check that the time of this device is right, and try again.`,
    );
  }
  return refused(sentences[String(code)]?.(wallet) ?? sentenceFor(message, wallet));
}

/** What the numbers mean that wallets have agreed upon. */
const sentences: Record<string, (wallet: string) => string> = {
  "4001": (wallet) => `You did not sign in ${wallet}. Try again and confirm there, or take another way.`,
  "4100": (wallet) => `${wallet} lets this site see no account. Unlock it, allow this site there, and try again.`,
  "4900": (wallet) => `${wallet} is connected to no network. Choose one there, and try again.`,
  "4901": (wallet) => `${wallet} cannot reach the network that it is set to. Choose another one there, and try again.`,
  "-32002": (wallet) => `${wallet} waits for your answer to an earlier question. Open it, answer, and try again.`,
};

function sentenceFor(message: string, wallet: string): string {
  const like = (code: string) => sentences[code]?.(wallet) ?? "";
  if (/reject|denied|declin|cancel/i.test(message)) return like("4001");
  if (/no accounts|locked|not connected/i.test(message)) return like("4100");
  if (/chain ?id/i.test(message)) return like("4901");
  return `${wallet} did not sign. Open it to see whether it is unlocked and up to date, and try again, or take another way.`;
}

function refused(message: string): AuthRefusal {
  // Some wallets are known by no name of their own.
  return { outcome: "refused", field: null, message: message.charAt(0).toUpperCase() + message.slice(1) };
}
