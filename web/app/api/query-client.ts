import { QueryClient } from "@tanstack/react-query";
import { NetworkFailure } from "./problem";

/** Query cache shared by all routes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => error instanceof NetworkFailure && failures < 2,
    },
  },
});

export const queryKeys = {
  profile: ["profile"],
  plan: ["plan"],
  usage: ["usage"],
  samples: ["samples"],
  sources: ["sources"],
  chats: ["chats"],
  charts: ["charts"],
  portolans: ["portolans"],
  saved: ["saved"],
  boards: ["boards"],
} as const;

/** To be called when a turn ends: it cost credits and may have made charts. */
export function turnFinished(): void {
  for (const queryKey of [queryKeys.plan, queryKeys.usage, queryKeys.chats, queryKeys.charts]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}
