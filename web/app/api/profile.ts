import { queryOptions } from "@tanstack/react-query";
import type { Profile, ProfileChange } from "../contract/types";
import * as api from "./operations";
import { queryClient, queryKeys } from "./query-client";

export type { Profile, ProfileChange } from "../contract/types";

/** Professional info of a user; empty if they skipped it. */
export interface ProfessionalInfo extends Record<string, string> {
  occupation: string;
  organisation: string;
  topics: string;
}

export const profileQuery = () =>
  queryOptions({
    queryKey: queryKeys.profile,
    queryFn: ({ signal }) => api.getProfile({ signal }),
    staleTime: 5 * 60_000,
  });

/** A profile is complete only with both names. */
export function isComplete(profile: Profile): boolean {
  return Boolean(profile.username && profile.fullName);
}

export function professionalInfoOf({ professionalInfo }: { professionalInfo?: unknown }): ProfessionalInfo {
  const told = typeof professionalInfo === "object" && professionalInfo !== null ? professionalInfo : {};
  const word = (name: string) => {
    const value: unknown = Reflect.get(told, name);
    return typeof value === "string" ? value : "";
  };
  return { occupation: word("occupation"), organisation: word("organisation"), topics: word("topics") };
}

export async function changeProfile(change: ProfileChange): Promise<Profile> {
  const profile = await api.updateProfile(change);
  queryClient.setQueryData(queryKeys.profile, profile);
  return profile;
}
