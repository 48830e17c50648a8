import { type QueryKey, useMutation } from "@tanstack/react-query";
import { notify, type ToastMessage } from "../ui/toast";
import { describeFailure } from "./problem";
import { queryClient } from "./query-client";

export interface ApiMutationSettings<Input, Output> {
  run: (input: Input) => Promise<Output>;
  /** Toast after success: a title, or a whole notification. */
  success?: Toast | ((output: Output, input: Input) => Toast | undefined);
  /** Title of the toast after a failure. Without one the caller shows `failure`. */
  failed?: string | ((input: Input) => string);
  /** Message for an error, where the usual one doesn't fit. */
  describe?: (error: unknown) => string;
  onDone?: (output: Output, input: Input) => void;
  onFailed?: (error: unknown, input: Input) => void;
  /** Cached data that shows the result before the server has answered; restored after a failure. */
  optimistic?: OptimisticUpdate<Input>;
}

export interface OptimisticUpdate<Input> {
  queryKey: QueryKey;
  /** Returns the data as it will be. Gets undefined if nothing is cached yet. */
  update: (data: never, input: Input) => unknown;
}

type Toast = string | ToastMessage;

export interface ApiMutation<Input> {
  /** Never throws: failures become a toast or `failure`. */
  run: (input: Input) => void;
  isPending: boolean;
  /** Input of the pending call. */
  pending: Input | undefined;
  /** Message for the last call's error; null after a success or while a call is pending. */
  failure: string | null;
  error: unknown;
  reset: () => void;
}

/** A change on the server: with its state, toasts, and an optimistic update of the query cache. */
export function useApiMutation<Input = void, Output = unknown>({
  run,
  success,
  failed,
  describe = describeFailure,
  onDone,
  onFailed,
  optimistic,
}: ApiMutationSettings<Input, Output>): ApiMutation<Input> {
  const { mutate, isPending, variables, error, reset } = useMutation(
    {
      mutationFn: run,
      // The request itself tells what failed; a paused mutation would look pending forever.
      networkMode: "always",
      onMutate: (input: Input) => optimistic && applyUpdate(optimistic, input),
      onSuccess: (output, input) => {
        const toast = typeof success === "function" ? success(output, input) : success;
        if (toast !== undefined) {
          void notify(typeof toast === "string" ? { title: toast, color: "green" } : toast);
        }
        onDone?.(output, input);
      },
      onError: (cause: unknown, input: Input, restore) => {
        restore?.();
        onFailed?.(cause, input);
        if (failed === undefined) return;
        const title = typeof failed === "function" ? failed(input) : failed;
        void notify({ title, description: describe(cause), color: "red" });
      },
      onSettled: () => optimistic && queryClient.invalidateQueries({ queryKey: optimistic.queryKey }),
    },
    queryClient,
  );
  return {
    run: mutate,
    isPending,
    pending: isPending ? variables : undefined,
    failure: error === null ? null : describe(error),
    error,
    reset,
  };
}

/** Changes cached data and returns a function that restores it. */
async function applyUpdate<Input>({ queryKey, update }: OptimisticUpdate<Input>, input: Input): Promise<() => void> {
  // An answer that is on its way would overwrite the change.
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueryData(queryKey);
  queryClient.setQueryData(queryKey, update(before as never, input));
  return () => queryClient.setQueryData(queryKey, before);
}
