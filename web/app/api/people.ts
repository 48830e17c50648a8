import { queryOptions } from "@tanstack/react-query";
import { apiPaths } from "../util/paths";
import type { List } from "./list";
import { request } from "./request";

/** Something of a person's that everybody may see. */
export interface PersonThing {
  id: string;
  title: string;
  thumbnailUrl?: string | null;
  updatedAt?: string;
}

/** What everybody may know of a person. */
export interface Person {
  username: string;
  fullName?: string | null;
  avatarUrl?: string | null;
  bio?: string | null;
  professionalInfo?: unknown;
  charts: List<PersonThing>;
  boards: List<PersonThing>;
  portolans: List<PersonThing>;
}

export const personQuery = (username: string) =>
  queryOptions({
    queryKey: ["people", username],
    queryFn: ({ signal }) => request<Person>(apiPaths.person(username), { signal }),
  });
