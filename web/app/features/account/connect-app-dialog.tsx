import { type NewFactor, proveFactor } from "../../api/second-factor";
import { Dialog } from "../../ui/dialog";
import { notify } from "../../ui/toast";
import { CodeForm } from "./code-form";

/** What an authenticator app reads, and the first code that it shows. */
export function ConnectAppDialog({
  factor: { id, qrCode, secret },
  onClose,
}: {
  factor: NewFactor;
  onClose: () => void;
}) {
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
