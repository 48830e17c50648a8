import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { ruledRedirect } from "../../util/route-rules";

/**
 * Follows the redirects of the rules on pages that run no guards. `rulesVersion` changes when other rules were taken: the
 * page that is shown may have been moved.
 */
export function useRuledRedirect(rulesVersion: number): void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rules may redirect the same path
  useEffect(() => {
    const target = ruledRedirect(pathname);
    if (target === null) return;
    if (target.startsWith("/")) void navigate(target, { replace: true });
    else location.replace(target);
  }, [pathname, rulesVersion]);
}
