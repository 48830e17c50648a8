import { UserFeedbackScreen } from "../features/admin/user-feedback-screen";
import type { Route } from "./+types/admin-user-feedback";
import { adminUserFeedbackPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.userFeedbackPortolan }];

export default function AdminUserFeedback() {
  return <UserFeedbackScreen />;
}
