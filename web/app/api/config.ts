import { queryOptions } from "@tanstack/react-query";
import { apiPaths } from "../util/paths";
import { send } from "./http";

export interface ModelOnOffer {
  id: string;
  title: string;
  isDefault: boolean;
  /** Credits for a million tokens read. */
  inputPrice?: number;
  /** Credits for a million tokens written. */
  outputPrice?: number;
}

/** Public settings of this installation. */
export interface Config {
  /** `url` is without `/auth/v1`, and null where it is this site. */
  auth: { url: string | null; publicKey: string };
  analytics: { key: string; host: string } | null;
  models: ModelOnOffer[];
}

let loaded: Promise<Config> | null = null;

/** The configuration, fetched once a page; a failure is not kept. */
export function fetchConfig(): Promise<Config> {
  loaded ??= send<Config>(apiPaths.config()).catch((error: unknown) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

export const configQuery = () =>
  queryOptions({ queryKey: ["config"], queryFn: fetchConfig, staleTime: Number.POSITIVE_INFINITY });
