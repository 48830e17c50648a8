import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { configQuery, type ModelOnOffer } from "../api/config.ts";

export interface ModelState {
  models: readonly ModelOnOffer[];
  /** The model that answers next; null while the offer is not known. */
  chosenId: string | null;
  choose: (modelId: string) => void;
}

/** The chat's model: what was chosen here, else what answered last, else the default. */
export function useModel(lastModel: string | null): ModelState {
  const { data } = useQuery(configQuery());
  const [choice, choose] = useState<string | null>(null);
  const models = data?.models ?? [];
  return { models, chosenId: modelOf(models, [choice, lastModel]), choose };
}

/** The first of `wanted` that is on offer, else the default. */
export function modelOf(models: readonly ModelOnOffer[], wanted: readonly (string | null)[]): string | null {
  const found = wanted.find((id) => models.some((model) => model.id === id));
  return found ?? models.find((model) => model.isDefault)?.id ?? models[0]?.id ?? null;
}
