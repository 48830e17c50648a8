import { Link, redirect, replace, useNavigate, useSearchParams } from "react-router";
import { queryClient } from "../api/query-client";
import { hasSession } from "../api/session";
import { SignInForm } from "../features/account/sign-in-form";
import { Logo } from "../ui/logo";
import { RhumbLines } from "../ui/rhumb-lines";
import { isExtensionMode } from "../util/extension-mode";
import { paths } from "../util/page-paths";
import { takeRememberedPath } from "../util/return-path";
import type { Route } from "./+types/login";

export const meta: Route.MetaFunction = () => [
  { title: "Sign in · Portolan" },
  { name: "description", content: "Sign in to Portolan, or make an account." },
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  () => {
    if (isExtensionMode()) throw replace(paths.extension());
    if (hasSession()) throw redirect(takeRememberedPath("login"));
  },
];

/** Makes the middleware run on the first page, too. */
export const clientLoader = () => null;

export default function Login() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const mode = search.get("mode") === "sign-up" ? "sign-up" : "sign-in";
  return (
    <main id="content" className="relative isolate grid min-h-dvh place-items-center overflow-hidden px-5 py-12">
      <RhumbLines className="top-1/2 left-1/2 -z-10 w-[68rem] max-w-none -translate-x-1/2 -translate-y-1/2" />
      <div className="w-full max-w-md rounded-3xl border border-line bg-raised p-6 shadow-raised sm:p-10">
        <Link to={paths.home()} aria-label="Portolan, home" className="inline-flex">
          <Logo />
        </Link>
        <h1 className="mt-8 font-serif text-3xl tracking-tight">
          {mode === "sign-up" ? "Make an account" : "Welcome back"}
        </h1>
        <p className="mt-2 mb-7 text-soft">
          {mode === "sign-up" ? "Your first chart is a minute away." : "Sign in to go on where you were."}
        </p>
        <SignInForm
          key={mode}
          mode={mode}
          onSignedIn={() => {
            queryClient.clear();
            void navigate(takeRememberedPath("login"), { replace: true });
          }}
        />
        <p className="mt-6 text-soft text-sm">
          {mode === "sign-up" ? "You have an account? " : "No account yet? "}
          <Link
            to={mode === "sign-up" ? paths.login() : paths.login("sign-up")}
            replace
            className="font-medium text-accent underline-offset-4 hover:underline"
          >
            {mode === "sign-up" ? "Sign in" : "Make one"}
          </Link>
        </p>
        {mode === "sign-up" && (
          <p className="mt-6 text-faint text-xs">
            By making an account you agree to the{" "}
            <Link to={paths.terms()} className="underline underline-offset-2 hover:text-ink">
              terms
            </Link>{" "}
            and the{" "}
            <Link to={paths.privacy()} className="underline underline-offset-2 hover:text-ink">
              privacy notice
            </Link>
            .
          </p>
        )}
      </div>
    </main>
  );
}
