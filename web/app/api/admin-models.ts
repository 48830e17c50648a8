import { queryOptions } from "@tanstack/react-query";
import type { ModelReport } from "../contract/types";
import * as api from "./operations";

export type { ConfiguredModel, ModelReport, OfferedModel } from "../contract/types";

const keys = { all: ["admin", "models"], offered: ["admin", "models", "offered"] } as const;

export const modelsQuery = () =>
  queryOptions({
    queryKey: keys.all,
    queryFn: ({ signal }) => api.listModels({}, { signal }),
  });

export const offeredModelsQuery = (model: string) =>
  queryOptions({
    queryKey: [...keys.offered, { model }],
    queryFn: ({ signal }) => api.listOfferedModels({ model }, { signal }),
  });

/** Makes one real call, which the provider may charge for. */
export function testModel(model: string): Promise<ModelReport> {
  return api.testModel({ model });
}
