import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { accept, describeFailure } from "../../api/problem";
import { QueryBoundary } from "../../api/query-boundary";
import { codesLeftQuery, makeRecoveryCodes, removeRecoveryCodes } from "../../api/recovery-codes";
import { useApiMutation } from "../../api/use-api-mutation";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";
import { recoveryCodesPart as text } from "./strings";

/** With so few left it is time for new ones. */
const few = 3;

/** Codes on paper for anyone who loses their app or key. */
export function RecoveryCodesPart({ hasCodes }: { hasCodes: boolean }) {
  const [made, setMade] = useState<readonly string[] | null>(null);
  return (
    <section aria-label={text.recoveryCodes} className="mt-6 border-line border-t pt-5">
      <h3 className="font-medium text-sm">{text.recoveryCodes}</h3>
      {hasCodes ? <CodesLeft onMade={setMade} /> : <NoCodes onMade={setMade} />}
      {made && <RecoveryCodesDialog codes={made} onClose={() => setMade(null)} />}
    </section>
  );
}

interface MakingProps {
  onMade: (codes: readonly string[]) => void;
}

function NoCodes({ onMade }: MakingProps) {
  const make = useApiMutation({
    run: () => madeCodes(false),
    failed: text.couldntUpdateYourRecoveryCodes,
    onDone: onMade,
  });
  return (
    <>
      <p className="mt-1 mb-4 text-soft text-sm">{text.noRecoveryCodesYetUse}</p>
      <Button isPending={make.isPending} onClick={() => make.run()}>
        {text.generateRecoveryCodes}
      </Button>
    </>
  );
}

function CodesLeft({ onMade }: MakingProps) {
  const query = useQuery(codesLeftQuery());
  const [asking, ask] = useState<"renew" | "remove" | null>(null);
  return (
    <QueryBoundary what={text.yourRecoveryCodes} query={query}>
      {({ remaining, total }) => (
        <>
          <p className="mt-1 mb-4 flex flex-wrap items-center gap-2 text-soft text-sm">
            <span>{text.ofLeftEachWorksOnce(remaining, total)}</span>
            {remaining <= few && <Badge tone="warning">{text.generateNewCodesSoon}</Badge>}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => ask("renew")}>{text.generateNewCodes}</Button>
            <Button look="quiet" onClick={() => ask("remove")}>
              {text.remove}
              <span className="sr-only"> {text.recoveryCodesNoun}</span>
            </Button>
          </div>
          {asking === "renew" && (
            <ConfirmDialog
              title={text.generateNewRecoveryCodes}
              description={text.description}
              confirmLabel={text.generateNewCodes}
              describeFailure={describeFailure}
              onConfirm={async () => onMade(await madeCodes(true))}
              onClose={() => ask(null)}
            />
          )}
          {asking === "remove" && (
            <ConfirmDialog
              title={text.deleteRecoveryCodes}
              description={text.withoutThemYouCantSign}
              confirmLabel={text.remove}
              describeFailure={describeFailure}
              onConfirm={() => accept(removeRecoveryCodes())}
              onClose={() => ask(null)}
            />
          )}
        </>
      )}
    </QueryBoundary>
  );
}

async function madeCodes(inPlaceOfOthers: boolean): Promise<readonly string[]> {
  return (await accept(makeRecoveryCodes({ inPlaceOfOthers }))).codes;
}
