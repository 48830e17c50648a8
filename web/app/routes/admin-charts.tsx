import { ChartsScreen } from "../features/admin/items-screen";
import type { Route } from "./+types/admin-charts";
import { adminChartsPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.title }];

export default function AdminCharts() {
  return <ChartsScreen />;
}
