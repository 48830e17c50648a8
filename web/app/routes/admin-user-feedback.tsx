import { UserFeedbackScreen } from "../features/admin/user-feedback-screen";
import type { Route } from "./+types/admin-user-feedback";

export const meta: Route.MetaFunction = () => [{ title: "User feedback · Portolan" }];

export default function AdminUserFeedback() {
  return <UserFeedbackScreen />;
}
