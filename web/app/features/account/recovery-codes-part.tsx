import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeFailure } from "../../api/problem";
import { codesLeftQuery, makeRecoveryCodes, removeRecoveryCodes } from "../../api/recovery-codes";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { notify } from "../../ui/toast";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";
import { LoadedPart } from "./section-card";
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
  const [isMaking, setMaking] = useState(false);
  async function make() {
    setMaking(true);
    try {
      onMade(await madeCodes(false));
    } catch (error) {
      void notify({ title: text.couldntUpdateYourRecoveryCodes, description: sentenceOf(error), color: "red" });
    } finally {
      setMaking(false);
    }
  }
  return (
    <>
      <p className="mt-1 mb-4 text-soft text-sm">{text.noRecoveryCodesYetUse}</p>
      <Button isPending={isMaking} onClick={() => void make()}>
        {text.generateRecoveryCodes}
      </Button>
    </>
  );
}

function CodesLeft({ onMade }: MakingProps) {
  const { data, error, refetch } = useQuery(codesLeftQuery());
  const [asking, ask] = useState<"renew" | "remove" | null>(null);
  return (
    <LoadedPart what={text.yourRecoveryCodes} data={data} error={error} onRetry={() => void refetch()}>
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
              <span className="sr-only"> {text.recoveryCodes2}</span>
            </Button>
          </div>
          {asking === "renew" && (
            <ConfirmDialog
              title={text.generateNewRecoveryCodes}
              description={text.description}
              confirmLabel={text.generateNewCodes}
              describeFailure={sentenceOf}
              onConfirm={async () => onMade(await madeCodes(true))}
              onClose={() => ask(null)}
            />
          )}
          {asking === "remove" && (
            <ConfirmDialog
              title={text.deleteRecoveryCodes}
              description={text.withoutThemYouCantSign}
              confirmLabel={text.remove}
              describeFailure={sentenceOf}
              onConfirm={async () => {
                const result = await removeRecoveryCodes();
                if (result.outcome === "refused") throw new Error(result.message);
              }}
              onClose={() => ask(null)}
            />
          )}
        </>
      )}
    </LoadedPart>
  );
}

async function madeCodes(inPlaceOfOthers: boolean): Promise<readonly string[]> {
  const result = await makeRecoveryCodes({ inPlaceOfOthers });
  if (result.outcome === "refused") throw new Error(result.message);
  return result.codes;
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : describeFailure(error));
