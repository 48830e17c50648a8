import { ModelsScreen } from "../features/admin/models-screen";
import type { Route } from "./+types/admin-models";
import { adminModelsPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.modelsPortolan }];

export default function AdminModels() {
  return <ModelsScreen />;
}
