import type { FieldFailure } from "./use-form";

export interface FormFailuresProps {
  /** What concerns no field. */
  message: string | null;
  failures: readonly FieldFailure[];
  /** What the fields are called on the page, by path. */
  labels: Readonly<Record<string, string>>;
}

/** What is wrong with a form, above its button: a list once it is more than one field, which says it itself. */
export function FormFailures({ message, failures, labels }: FormFailuresProps) {
  return (
    <>
      <p role="alert" className="text-danger text-sm empty:hidden">
        {message}
      </p>
      {failures.length > 1 && (
        <ul aria-label="What to change" className="list-disc pl-5 text-danger text-sm">
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
