import { queryOptions } from "@tanstack/react-query";
import type { Config } from "../contract/types";
import { apiPaths } from "../util/paths";
import { send } from "./http";

export type { Config, ModelOnOffer } from "../contract/types";

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
