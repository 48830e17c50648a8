import { queryOptions } from "@tanstack/react-query";
import { loadAuthClient, type SignInResult } from "./auth";
import { type AuthRefusal, refusal } from "./auth-failure";
import type { Done } from "./auth-ways";
import { queryClient } from "./query-client";

/** Something that somebody has, beside the password that they know. */
export interface Factor {
  id: string;
  kind: "totp" | "phone";
  name: string;
  isVerified: boolean;
}

/** An app that is about to be connected: it reads the picture, or is told the secret. */
export interface NewFactor {
  id: string;
  /** A data URL of a QR code. */
  qrCode: string;
  secret: string;
}

const factorsKey = ["account", "factors"] as const;

export const factorsQuery = () =>
  queryOptions({
    queryKey: factorsKey,
    queryFn: async (): Promise<Factor[]> => {
      const { auth } = await loadAuthClient();
      const { data, error } = await auth.mfa.listFactors();
      if (error) throw error;
      return data.all.flatMap((factor) => {
        const { id, factor_type: kind, friendly_name: name, status } = factor;
        if (kind !== "totp" && kind !== "phone") return [];
        return [
          {
            id,
            kind,
            name: name || (kind === "totp" ? "Authenticator app" : "Phone"),
            isVerified: status === "verified",
          },
        ];
      });
    },
  });

export async function connectApp(name: string): Promise<{ outcome: "begun"; factor: NewFactor } | AuthRefusal> {
  const { auth } = await loadAuthClient();
  const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName: name, issuer: "Portolan" });
  if (error) return refusal(error);
  return { outcome: "begun", factor: { id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret } };
}

/** Sends a code to a phone that is a second factor; an app makes its codes itself. */
export async function sendFactorCode(
  factorId: string,
): Promise<{ outcome: "done"; challengeId: string } | AuthRefusal> {
  const { auth } = await loadAuthClient();
  const { data, error } = await auth.mfa.challenge({ factorId });
  return error ? refusal(error) : { outcome: "done", challengeId: data.id };
}

/** Proves that the factor is at hand; from then on the session is sure of its owner. A code that was sent has a challenge. */
export async function proveFactor(factorId: string, code: string, challengeId?: string): Promise<SignInResult> {
  const { auth } = await loadAuthClient();
  const { error } = await (challengeId === undefined
    ? auth.mfa.challengeAndVerify({ factorId, code })
    : auth.mfa.verify({ factorId, challengeId, code }));
  if (error) return refusal(error);
  await queryClient.invalidateQueries({ queryKey: factorsKey });
  return { outcome: "signed-in" };
}

/** From then on the password alone is enough, where no other factor is left. */
export async function removeFactor(factorId: string): Promise<Done> {
  const { auth } = await loadAuthClient();
  const { error } = await auth.mfa.unenroll({ factorId });
  if (error) return refusal(error);
  await auth.refreshSession();
  await queryClient.invalidateQueries({ queryKey: factorsKey });
  return { outcome: "done" };
}
