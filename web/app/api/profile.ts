import { queryOptions } from "@tanstack/react-query";
import { apiPaths } from "../util/paths";
import { queryClient, queryKeys } from "./query-client";
import { request } from "./request";

export interface Profile {
  username: string | null;
  fullName: string | null;
  isAdmin: boolean;
  isContributor: boolean;
  avatarUrl: string | null;
  bio: string | null;
  /** Professional info as stored; read it with `professionalInfoOf`. */
  professionalInfo?: unknown;
}

/** Professional info of a user; empty if they skipped it. */
export interface ProfessionalInfo extends Record<string, string> {
  occupation: string;
  organisation: string;
  topics: string;
}

export type ProfileChange = Partial<
  Pick<Profile, "username" | "fullName" | "bio" | "avatarUrl"> & { professionalInfo: ProfessionalInfo }
>;

export const profileQuery = () =>
  queryOptions({
    queryKey: queryKeys.profile,
    queryFn: ({ signal }) => request<Profile>(apiPaths.profile(), { signal }),
    staleTime: 5 * 60_000,
  });

/** A profile is complete only with both names. */
export function isComplete(profile: Profile): boolean {
  return Boolean(profile.username && profile.fullName);
}

export function professionalInfoOf({ professionalInfo }: Pick<Profile, "professionalInfo">): ProfessionalInfo {
  const told = typeof professionalInfo === "object" && professionalInfo !== null ? professionalInfo : {};
  const word = (name: string) => {
    const value: unknown = Reflect.get(told, name);
    return typeof value === "string" ? value : "";
  };
  return { occupation: word("occupation"), organisation: word("organisation"), topics: word("topics") };
}

export async function changeProfile(change: ProfileChange): Promise<Profile> {
  const profile = await request<Profile>(apiPaths.profile(), { method: "PATCH", body: change });
  queryClient.setQueryData(queryKeys.profile, profile);
  return profile;
}
