import { useQuery } from "@tanstack/react-query";
import { type ReplayedAnswers, type ReplayReference, replayedAnswersQuery } from "../../api/admin-replays";
import { Answer } from "../../blocks/answer";
import { Loaded } from "./admin-page";
import { replayedAnswers as strings } from "./strings";

const noActions = { send: null, retry: null };

export interface ReplayedAnswersViewProps {
  runId: string;
  turnId: string;
  reference: ReplayReference;
}

/** Both answers of a turn side by side. Loading them records that the chat was viewed. */
export function ReplayedAnswersView({ runId, turnId, reference }: ReplayedAnswersViewProps) {
  const { data, error, refetch } = useQuery(replayedAnswersQuery(runId, turnId, reference));
  return (
    <Loaded what={strings.theAnswers} isLoaded={data !== undefined} error={error} onRetry={() => void refetch()}>
      {data && (
        <div className="grid gap-6 py-3 lg:grid-cols-2">
          <Side title={strings.before} blocks={data.reference} />
          <Side title={strings.replayed} blocks={data.replayed} />
        </div>
      )}
    </Loaded>
  );
}

function Side({ title, blocks }: { title: string; blocks: ReplayedAnswers["reference"] }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-2 text-faint text-xs">{title}</h3>
      {blocks === null || blocks.length === 0 ? (
        <p className="text-soft text-sm">{strings.noAnswer}</p>
      ) : (
        <Answer blocks={blocks} open={null} actions={noActions} origin="recorded" />
      )}
    </section>
  );
}
