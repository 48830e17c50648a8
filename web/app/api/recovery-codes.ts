import { queryOptions } from "@tanstack/react-query";
import { loadAuthClient, type SignInResult } from "./auth";
import { type AuthRefusal, refusal } from "./auth-failure";
import type { Done } from "./auth-methods";
import { factorsKey, forgetFactors } from "./second-factor";
import { recoveryCodes as text } from "./strings";

/** How many of the codes on paper were not used yet. */
export interface CodesLeft {
  remaining: number;
  total: number;
}

export const codesLeftQuery = () =>
  queryOptions({
    queryKey: [...factorsKey, "recovery-codes"],
    queryFn: async (): Promise<CodesLeft> => {
      const { auth } = await loadAuthClient();
      const { data, error } = await auth.mfa.recoveryCodes.getStatus();
      if (error) throw error;
      return { remaining: data.remaining, total: data.total };
    },
  });

export type MadeCodes = { outcome: "made"; codes: string[] } | AuthRefusal;

/** The codes are shown only once. Previous codes become invalid. */
export async function makeRecoveryCodes({ inPlaceOfOthers }: { inPlaceOfOthers: boolean }): Promise<MadeCodes> {
  const { auth } = await loadAuthClient();
  const { recoveryCodes } = auth.mfa;
  const { data, error } = await (inPlaceOfOthers
    ? recoveryCodes.regenerate()
    : recoveryCodes.generate({ friendlyName: text.recoveryCodes }));
  if (error) return refusal(error);
  await forgetFactors();
  return { outcome: "made", codes: data.codes.map(inGroups) };
}

/** Uses a code up; from then on the session is sure of its owner. */
export async function proveRecoveryCode(code: string): Promise<SignInResult> {
  const { auth } = await loadAuthClient();
  const { error } = await auth.mfa.recoveryCodes.verify({ code });
  if (error) return refusal(error);
  await forgetFactors();
  return { outcome: "signed-in" };
}

export async function removeRecoveryCodes(): Promise<Done> {
  const { auth } = await loadAuthClient();
  const { error } = await auth.mfa.recoveryCodes.unenroll();
  if (error) return refusal(error);
  await auth.refreshSession();
  await forgetFactors();
  return { outcome: "done" };
}

/** Letters in fours are easier to write down and to type; dashes do not count. */
function inGroups(code: string): string {
  return code.includes("-") ? code : (code.match(/.{1,4}/g) ?? [code]).join("-");
}
