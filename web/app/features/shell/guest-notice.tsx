import { useLocation } from "react-router";
import { isGuest } from "../../api/session";
import { ButtonLink } from "../../ui/button";
import { paths } from "../../util/page-paths";
import { rememberPath } from "../../util/return-path";
import { guestNotice as text } from "./strings";

/** Explains to guests how to keep their work; hidden for users with an account. */
export function GuestNotice() {
  const { pathname } = useLocation();
  if (!isGuest()) return null;
  return (
    <div className="mb-1 flex flex-col items-start gap-2.5 rounded-xl border border-accent/25 bg-accent-wash p-3 text-sm">
      <p>{text.youreAGuest}</p>
      <ButtonLink
        to={paths.login("sign-up")}
        look="primary"
        size="small"
        onClick={() => rememberPath("login", pathname)}
      >
        {text.createAccount}
      </ButtonLink>
    </div>
  );
}
