import { type AuthRefusal, refusal } from "./auth-failure";
import { walletFailure as text } from "./strings";

/** An error as a wallet gives it (EIP-1193), or the auth client. */
export interface WalletFailure {
  code?: number | string | undefined;
  message?: string;
  name?: string;
  status?: number | undefined;
}

/** An error of a wallet sign-in, from the wallet or the server. */
export function walletRefusal(failure: WalletFailure, wallet: string): AuthRefusal {
  const { code, message = "", name = "Error", status } = failure;
  if (name.startsWith("Auth")) {
    if (code !== "validation_failed") return refusal({ ...failure, code: String(code), message, name, status });
    return refused(text.couldntVerifyTheSignatureFrom(wallet, message));
  }
  return refused(sentences[String(code)]?.(wallet) ?? sentenceFor(message, wallet));
}

/** Messages for the EIP-1193 error codes. */
const sentences: Record<string, (wallet: string) => string> = {
  "4001": (wallet) => text.theRequestWasRejectedIn(wallet),
  "4100": (wallet) => text.doesntShareAnAccountWith(wallet),
  "4900": (wallet) => text.isntConnectedToANetwork(wallet),
  "4901": (wallet) => text.cantReachItsNetworkChoose(wallet),
  "-32002": (wallet) => text.hasAPendingRequestOpen(wallet),
};

function sentenceFor(message: string, wallet: string): string {
  const like = (code: string) => sentences[code]?.(wallet) ?? "";
  if (/reject|denied|declin|cancel/i.test(message)) return like("4001");
  if (/no accounts|locked|not connected/i.test(message)) return like("4100");
  if (/chain ?id/i.test(message)) return like("4901");
  return text.didntSignTheRequestCheck(wallet);
}

function refused(message: string): AuthRefusal {
  // Some wallets are known by no name of their own.
  return { outcome: "refused", field: null, message: message.charAt(0).toUpperCase() + message.slice(1) };
}
