import { useQuery } from "@tanstack/react-query";
import { Smartphone } from "lucide-react";
import { useState } from "react";
import { describeFailure } from "../../api/problem";
import {
  connectApp,
  type Factor,
  factorsQuery,
  type NewFactor,
  proveFactor,
  removeFactor,
} from "../../api/second-factor";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { Dialog } from "../../ui/dialog";
import { notify } from "../../ui/toast";
import { CodeForm } from "./code-form";
import { LoadedPart, SectionCard } from "./section-card";

/** A code of an app beside the password. */
export function SecondFactorCard() {
  const { data, error, refetch } = useQuery(factorsQuery());
  const [isConnecting, setConnecting] = useState(false);
  const [begun, setBegun] = useState<NewFactor | null>(null);
  async function connect(existing: readonly Factor[]) {
    setConnecting(true);
    try {
      const count = existing.filter(({ isVerified }) => isVerified).length;
      // What was begun and not finished would stand in the way of a new beginning.
      for (const factor of existing.filter(({ isVerified }) => !isVerified)) await removeFactor(factor.id);
      const result = await connectApp(count === 0 ? "Authenticator app" : `Authenticator app ${count + 1}`);
      if (result.outcome === "begun") setBegun(result.factor);
      else void notify({ title: "Nothing was changed.", description: result.message, color: "red" });
    } catch (caught) {
      void notify({ title: "Nothing was changed.", description: describeFailure(caught), color: "red" });
    } finally {
      setConnecting(false);
    }
  }
  return (
    <SectionCard
      id="second-factor"
      title="Second factor"
      description="With it, your password alone opens nothing: an app on your phone shows a code, too."
    >
      <LoadedPart what="Your second factors" data={data} error={error} onRetry={() => void refetch()}>
        {(factors) => {
          const verified = factors.filter(({ isVerified }) => isVerified);
          return (
            <>
              {verified.length > 0 && (
                <ul className="mb-4 divide-y divide-line rounded-xl border border-line">
                  {verified.map((factor) => (
                    <FactorLine key={factor.id} factor={factor} />
                  ))}
                </ul>
              )}
              <Button isPending={isConnecting} onClick={() => void connect(factors)}>
                {verified.length === 0 ? "Connect an app" : "Connect another app"}
              </Button>
            </>
          );
        }}
      </LoadedPart>
      {begun && <ConnectDialog factor={begun} onClose={() => setBegun(null)} />}
    </SectionCard>
  );
}

function FactorLine({ factor: { id, name } }: { factor: Factor }) {
  const [isRemoving, setRemoving] = useState(false);
  return (
    <li className="flex items-center gap-3 px-4 py-3 text-sm">
      <Smartphone aria-hidden className="size-4 text-faint" />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <Badge tone="accent">On</Badge>
      <Button size="small" look="quiet" onClick={() => setRemoving(true)}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
      {isRemoving && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          description="Where no other second factor is left, your password alone opens the account again."
          confirmLabel="Remove"
          describeFailure={(error) => (error instanceof Error ? error.message : describeFailure(error))}
          onConfirm={async () => {
            const result = await removeFactor(id);
            if (result.outcome === "refused") throw new Error(result.message);
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  );
}

function ConnectDialog({ factor: { id, qrCode, secret }, onClose }: { factor: NewFactor; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Connect an app"
      description="Scan this with an authenticator app, such as the one of your password manager."
    >
      <div className="flex flex-col gap-5 px-6 pt-5 pb-6">
        <img
          src={qrCode}
          alt="A QR code that holds the secret below"
          className="mx-auto size-48 rounded-xl bg-white p-2"
        />
        <p className="text-center text-soft text-sm">
          No camera? Type this into the app:
          <code className="mt-1 block select-all break-all font-mono text-ink">{secret}</code>
        </p>
        <CodeForm
          label="Code of the app"
          submitLabel="Turn it on"
          onCode={async (code) => {
            const result = await proveFactor(id, code);
            if (result.outcome === "refused") return result.message;
            void notify({ title: "The second factor is on.", color: "green" });
            onClose();
            return undefined;
          }}
        >
          Then enter the code that it shows.
        </CodeForm>
      </div>
    </Dialog>
  );
}
