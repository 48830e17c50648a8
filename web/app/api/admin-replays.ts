import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { NewReplay, ReplayRun } from "../contract/types";
import { adminListChanged } from "./admin-lists";
import * as api from "./operations";

export type {
  AmountComparison,
  ComparedAmount,
  ComparedPart,
  NewReplay,
  ReplayComparison,
  ReplayedAnswers,
  ReplayedTurn,
  ReplayRun,
  ReplayStatus,
} from "../contract/types";

/** The answers that a replay is compared with: another run, or undefined for the original chats. */
export interface ReplayReference {
  baselineId?: string | undefined;
}

const replayKey = (runId: string) => ["admin", "replay", runId] as const;

/** `done` is part of the key: the figures change with each turn that was compared. */
export const replayComparisonQuery = ({ id, done }: ReplayRun, reference: ReplayReference) =>
  queryOptions({
    queryKey: [...replayKey(id), "comparison", reference, done],
    queryFn: ({ signal }) => api.compareReplay({ runId: id, ...reference }, { signal }),
    placeholderData: (previous) => previous,
  });

export const differingTurnsQuery = ({ id, done }: ReplayRun, reference: ReplayReference) =>
  infiniteQueryOptions({
    queryKey: [...replayKey(id), "differing", reference, done],
    queryFn: ({ pageParam, signal }) =>
      api.listReplayedTurns({ runId: id, ...reference, onlyDiffering: true, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: (previous) => previous,
  });

/** Reading them is recorded: the owner of the chat can see it. */
export const replayedAnswersQuery = (runId: string, turnId: string, reference: ReplayReference) =>
  queryOptions({
    queryKey: [...replayKey(runId), "answers", turnId, reference],
    queryFn: ({ signal }) => api.getReplayedAnswers({ runId, turnId, ...reference }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Runs that another run can be compared with. */
export const completedReplaysQuery = () =>
  queryOptions({
    queryKey: ["admin", "replays", "completed"],
    queryFn: async ({ signal }) => (await api.listReplays({ status: "completed", limit: 50 }, { signal })).items,
  });

export async function startReplay(replay: NewReplay): Promise<void> {
  await api.startReplay(replay);
  await adminListChanged("replays");
}

export async function cancelReplay(runId: string): Promise<void> {
  try {
    await api.cancelReplay({ runId });
  } finally {
    await adminListChanged("replays");
  }
}

export async function resumeReplay(runId: string): Promise<void> {
  try {
    await api.resumeReplay({ runId });
  } finally {
    await adminListChanged("replays");
  }
}
