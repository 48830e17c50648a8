import { queryOptions } from "@tanstack/react-query";
import { apiPaths } from "../util/paths";
import type { List } from "./list";
import { request } from "./request";

/** Something of a person's that everyone may see. */
export interface ProfileItem {
  id: string;
  title: string;
  thumbnailUrl?: string | null;
  updatedAt?: string;
}

/** Public profile of a user. */
export interface Person {
  username: string;
  fullName?: string | null;
  avatarUrl?: string | null;
  bio?: string | null;
  professionalInfo?: unknown;
  charts: List<ProfileItem>;
  boards: List<ProfileItem>;
  portolans: List<ProfileItem>;
}

export const personQuery = (username: string) =>
  queryOptions({
    queryKey: ["people", username],
    queryFn: ({ signal }) => request<Person>(apiPaths.person(username), { signal }),
  });
