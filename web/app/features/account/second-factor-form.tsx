import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeFailure } from "../../api/problem";
import { factorsQuery, proveFactor } from "../../api/second-factor";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { ErrorState } from "../../ui/states";
import { CodeForm } from "./code-form";

/** The code of the second factor, between the password and the pages. */
export function SecondFactorForm({ onProved }: { onProved: () => void }) {
  const { data, error, refetch } = useQuery(factorsQuery());
  const factors = data?.filter(({ isVerified }) => isVerified) ?? [];
  const [chosenId, choose] = useState<string | null>(null);
  const factor = factors.find(({ id }) => id === chosenId) ?? factors[0];
  if (!data && error) {
    return (
      <ErrorState
        title="Your second factor could not be looked up."
        description={describeFailure(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!factor) {
    return (
      <>
        <LoadingNote>Looking up your second factor</LoadingNote>
        <Skeleton className="h-32" />
      </>
    );
  }
  return (
    <>
      <CodeForm
        key={factor.id}
        label={`Code of ${factor.name}`}
        submitLabel="Go on"
        onCode={async (code) => {
          const result = await proveFactor(factor.id, code);
          if (result.outcome === "refused") return result.message;
          onProved();
          return undefined;
        }}
      >
        Open <b className="text-ink">{factor.name}</b> and enter the code that it shows.
      </CodeForm>
      {factors.length > 1 && (
        <ul aria-label="Other second factors" className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {factors
            .filter(({ id }) => id !== factor.id)
            .map(({ id, name }) => (
              <li key={id}>
                <button
                  type="button"
                  className="font-medium text-accent underline-offset-4 hover:underline"
                  onClick={() => choose(id)}
                >
                  Use {name}
                </button>
              </li>
            ))}
        </ul>
      )}
    </>
  );
}
