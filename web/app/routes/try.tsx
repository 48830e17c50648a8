import { replace } from "react-router";
import { openAsGuest } from "../features/start/try-sample";
import { Spinner } from "../ui/spinner";
import type { Route } from "./+types/try";
import { tryPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.tryPortolan }];

/** Leads on before anything is shown: this address has no screen of its own. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<never> {
  throw replace(await openAsGuest(new URL(request.url).searchParams.get("sample")));
}

/** Shown when the address is opened directly. */
export function HydrateFallback() {
  return <Opening />;
}

export default Opening;

function Opening() {
  return (
    <main id="content" role="status" className="grid min-h-dvh place-items-center gap-3 text-soft">
      <p className="flex items-center gap-3">
        <Spinner className="size-5" /> {text.openingTheExample}
      </p>
    </main>
  );
}
