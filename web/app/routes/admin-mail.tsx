import { MailScreen } from "../features/admin/mail-screen";
import type { Route } from "./+types/admin-mail";
import { adminMailPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.mailPortolan }];

export default function AdminMail() {
  return <MailScreen />;
}
