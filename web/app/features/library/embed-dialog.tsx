import { useId } from "react";
import type { Chart } from "../../api/charts";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { Dialog } from "../../ui/dialog";
import { inputClass } from "../../ui/field";
import { classNames } from "../../util/class-names";
import { paths } from "../../util/page-paths";
import { embedDialog as strings } from "./strings";

/** The code that shows the chart on another page, as high as it needs. */
export function embedCode({ id, title }: Pick<Chart, "id" | "title">, origin: string): string {
  const address = new URL(paths.chartEmbed(id), origin).href;
  const name = title.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const resize = `addEventListener("message",e=>{const f=document.getElementById("portolan-${id}");if(f&&e.source===f.contentWindow&&e.data.type==="portolan.height"&&e.data.height>0)f.height=e.data.height})`;
  return `<iframe id="portolan-${id}" src="${address}" title="${name}" width="100%" height="420" style="border:0" loading="lazy"></iframe>\n<script>${resize}</script>`;
}

export function EmbedDialog({ chart, onClose }: { chart: Chart; onClose: () => void }) {
  const id = useId();
  const code = embedCode(chart, window.location.origin);
  return (
    <Dialog isOpen onClose={onClose} title={strings.embedThisChart} description={strings.viewersSeeThePublishedVersion}>
      <div className="flex flex-col gap-3 px-6 pt-4 pb-6">
        <label htmlFor={id} className="font-medium text-sm">
          {strings.embedCode}
        </label>
        <textarea
          id={id}
          readOnly
          rows={10}
          value={code}
          onFocus={(event) => event.target.select()}
          className={classNames(inputClass, "resize-none px-3 py-2.5 font-mono text-xs leading-relaxed")}
        />
        <div className="flex items-center justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {strings.close}
          </Button>
          <CopyButton isPrimary text={code} label={strings.copyCode} />
        </div>
      </div>
    </Dialog>
  );
}
