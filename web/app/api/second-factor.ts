import { queryOptions } from "@tanstack/react-query";
import { loadAuthClient, type SignInResult } from "./auth";
import { type AuthRefusal, refusal } from "./auth-failure";
import type { Done } from "./auth-methods";
import { queryClient } from "./query-client";
import { secondFactor as text } from "./strings";

/** Default name of each kind of factor. */
const kindNames = {
  totp: "Authenticator app",
  phone: text.phone,
  webauthn: text.securityKey,
  recovery_code: text.recoveryCodes,
};

export type FactorKind = keyof typeof kindNames;

/** Something that a user has, beside the password that they know. */
export interface Factor {
  id: string;
  kind: FactorKind;
  name: string;
  isVerified: boolean;
}

/** An authenticator app that is being connected by QR code or secret. */
export interface NewFactor {
  id: string;
  /** A data URL of a QR code. */
  qrCode: string;
  secret: string;
}

export const factorsKey = ["account", "factors"] as const;

export const factorsQuery = () =>
  queryOptions({
    queryKey: factorsKey,
    queryFn: async (): Promise<Factor[]> => {
      const { auth } = await loadAuthClient();
      const { data, error } = await auth.mfa.listFactors();
      if (error) throw error;
      return data.all.flatMap((factor) => {
        const { id, factor_type: kind, friendly_name: name, status } = factor;
        if (!isKnownKind(kind)) return [];
        return [{ id, kind, name: name || kindNames[kind], isVerified: status === "verified" }];
      });
    },
  });

const isKnownKind = (kind: string): kind is FactorKind => Object.hasOwn(kindNames, kind);

/** Invalidates the user's second factors. */
export const forgetFactors = () => queryClient.invalidateQueries({ queryKey: factorsKey });

/** A name that none of the user's factors has yet. */
export function freeName(base: string, existing: readonly Factor[]): string {
  const isTaken = (name: string) => existing.some((factor) => factor.isVerified && factor.name === name);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base} ${number}`;
    if (!isTaken(name)) return name;
  }
}

/** Removes unfinished enrollments, which would block a new one. */
export async function removeUnfinished(existing: readonly Factor[]): Promise<void> {
  for (const factor of existing.filter(({ isVerified }) => !isVerified)) await removeFactor(factor.id);
}

export async function connectApp(
  existing: readonly Factor[],
): Promise<{ outcome: "begun"; factor: NewFactor } | AuthRefusal> {
  const { auth } = await loadAuthClient();
  await removeUnfinished(existing);
  const friendlyName = freeName("Authenticator app", existing);
  const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName, issuer: text.portolan });
  if (error) return refusal(error);
  // Stored, so that it is removed if the enrollment isn't completed.
  await forgetFactors();
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
  await forgetFactors();
  return { outcome: "signed-in" };
}

/** From then on the password alone is enough, where no other factor is left. */
export async function removeFactor(factorId: string): Promise<Done> {
  const { auth } = await loadAuthClient();
  const { error } = await auth.mfa.unenroll({ factorId });
  if (error) return refusal(error);
  await auth.refreshSession();
  await forgetFactors();
  return { outcome: "done" };
}
