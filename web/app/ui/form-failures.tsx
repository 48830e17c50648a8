import { formFailures as text } from "./strings";
import type { FieldFailure } from "./use-form";

export interface FormFailuresProps {
  /** Errors that belong to no field. */
  message: string | null;
  failures: readonly FieldFailure[];
  /** Field labels by path. */
  labels: Readonly<Record<string, string>>;
}

/** Error summary above the submit button; hidden for a single field, which shows its own error. */
export function FormFailures({ message, failures, labels }: FormFailuresProps) {
  return (
    <>
      <p role="alert" className="text-danger text-sm empty:hidden">
        {message}
      </p>
      {failures.length > 1 && (
        <ul aria-label={text.errorsToFix} className="list-disc pl-5 text-danger text-sm">
          {failures.map((failure) => (
            <li key={failure.path}>
              {labels[failure.path] ?? failure.path}: {failure.message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
