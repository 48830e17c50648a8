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
}

export type ProfileChange = Partial<Pick<Profile, "username" | "fullName" | "bio">>;

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

export async function changeProfile(change: ProfileChange): Promise<Profile> {
  const profile = await request<Profile>(apiPaths.profile(), { method: "PATCH", body: change });
  queryClient.setQueryData(queryKeys.profile, profile);
  return profile;
}
