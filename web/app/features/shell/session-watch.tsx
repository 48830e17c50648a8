import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { loadAuthClient } from "../../api/auth";
import { queryClient } from "../../api/query-client";
import { onSessionEnded } from "../../api/request";
import { notify } from "../../ui/toast";
import { paths } from "../../util/page-paths";
import { preload } from "../../util/preload";
import { rememberPath } from "../../util/return-path";
import { sessionWatch as text } from "./strings";

/** Keeps the session fresh once the page has settled, and leads to the login when it has ended. */
export function SessionWatch() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2_000));
    idle(() => preload(loadAuthClient));
  }, []);
  useEffect(
    () =>
      onSessionEnded(() => {
        queryClient.clear();
        rememberPath("login", pathname + search);
        void notify({ title: text.yourSessionHasEnded, description: text.signInToPickUp });
        void navigate(paths.login());
      }),
    [navigate, pathname, search],
  );
  return null;
}
