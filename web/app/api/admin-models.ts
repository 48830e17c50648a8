import { queryOptions } from "@tanstack/react-query";
import { apiPaths } from "../util/paths";
import { request } from "./request";

/** A model with its endpoint, as administrators see it. Prices are credits for a million tokens. */
export interface ConfiguredModel {
  id: string;
  title: string;
  isDefault: boolean;
  /** Null for the built-in model, as is all else about an endpoint. */
  provider: string | null;
  baseUrl: string | null;
  api: "chat_completions" | "responses" | null;
  toolSupport: "auto" | "native" | "text" | null;
  contextTokens: number;
  outputTokens: number;
  inputPrice: number;
  outputPrice: number;
  /** Null where cached tokens cost as much as others. */
  cachedInputPrice: number | null;
}

/** A model that an endpoint lists. */
export interface OfferedModel {
  id: string;
  contextTokens: number | null;
  outputTokens: number | null;
}

/** The abilities that one real call has shown, or why it failed. */
export interface ModelReport {
  model: string;
  provider: string | null;
  streaming: boolean;
  tools: boolean;
  parallelTools: boolean;
  reasoning: boolean;
  usage: boolean;
  error: string | null;
  /** The provider's own words. */
  detail: string | null;
}

const keys = { all: ["admin", "models"], offered: ["admin", "models", "offered"] } as const;

export const modelsQuery = () =>
  queryOptions({
    queryKey: keys.all,
    queryFn: ({ signal }) => request<ConfiguredModel[]>(apiPaths.adminModels(), { signal }),
  });

export const offeredModelsQuery = (model: string) =>
  queryOptions({
    queryKey: [...keys.offered, { model }],
    queryFn: ({ signal }) => request<OfferedModel[]>(apiPaths.adminOfferedModels(model), { signal }),
  });

/** Makes one real call, which the provider may charge for. */
export function testModel(model: string): Promise<ModelReport> {
  return request<ModelReport>(apiPaths.adminModelTest(), { method: "POST", body: { model } });
}
