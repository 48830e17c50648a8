import { Download } from "lucide-react";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { Dialog } from "../../ui/dialog";
import { saveFile } from "../../util/save-file";
import { recoveryCodesDialog as strings } from "./strings";

/** The codes, this once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join("\n");
  return (
    <Dialog isOpen onClose={onClose} title={strings.yourRecoveryCodes} description={strings.description}>
      <div className="flex flex-col gap-5 px-6 pt-5 pb-6">
        <ul
          aria-label={strings.recoveryCodes}
          className="grid gap-x-6 gap-y-1.5 rounded-xl border border-line bg-surface p-4 font-mono text-sm sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center justify-end gap-2">
          <CopyButton text={text} />
          <Button
            look="quiet"
            size="small"
            onClick={() => saveFile(new Blob([`${text}\n`], { type: "text/plain" }), "portolan-recovery-codes.txt")}
          >
            <Download aria-hidden className="size-4" /> {strings.download}
          </Button>
          <Button look="primary" onClick={onClose}>
            {strings.iveSavedThem}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
