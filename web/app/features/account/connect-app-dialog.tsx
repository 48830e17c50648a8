import { accept } from "../../api/problem";
import { type NewFactor, proveFactor } from "../../api/second-factor";
import { Dialog } from "../../ui/dialog";
import { notify } from "../../ui/toast";
import { CodeForm } from "./code-form";
import { connectAppDialog as text } from "./strings";

/** Setup of an authenticator app: the QR code and the first code. */
export function ConnectAppDialog({
  factor: { id, qrCode, secret },
  onClose,
}: {
  factor: NewFactor;
  onClose: () => void;
}) {
  return (
    <Dialog isOpen onClose={onClose} title={text.addAuthenticatorApp} description={text.description}>
      <div className="flex flex-col gap-5 px-6 pt-5 pb-6">
        <img src={qrCode} alt={text.qrCodeWithTheSecret} className="mx-auto size-48 rounded-xl bg-white p-2" />
        <p className="text-center text-soft text-sm">
          {text.cantScanItEnterThis}
          <code className="mt-1 block select-all break-all font-mono text-ink">{secret}</code>
        </p>
        <CodeForm
          label={text.authenticationCode}
          submitLabel={text.turnOn}
          onCode={async (code) => {
            await accept(proveFactor(id, code));
            void notify({ title: text.secondFactorAdded, color: "green" });
            onClose();
          }}
        >
          {text.thenEnterTheCodeFrom}
        </CodeForm>
      </div>
    </Dialog>
  );
}
