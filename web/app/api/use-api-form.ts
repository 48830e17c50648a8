import { type FormFailure, type FormSettings, useForm } from "../ui/use-form";
import { ApiProblem, describeFailure, RefusedError } from "./problem";

export interface ApiFormSettings<Values extends Record<string, string>, Output>
  extends Omit<FormSettings<Values, Output>, "failureOf" | "submit"> {
  /** Sends the values that the schema returned; rejects with the server's error. */
  submit: (values: Output) => Promise<unknown>;
  /** Returns the messages for an error that this form explains in its own words. */
  explain?: (error: unknown) => FormFailure<Values> | undefined;
}

/** A form that is sent to the server. Messages of the server are shown beside their fields, or above the button. */
export function useApiForm<Values extends Record<string, string>, Output>({
  explain,
  submit,
  ...settings
}: ApiFormSettings<Values, Output>) {
  const names = Object.keys(settings.initial);
  return useForm({
    ...settings,
    submit: async (values) => void (await submit(values)),
    failureOf: (error) => explain?.(error) ?? formFailureOf(error, names),
  });
}

/** Returns the messages for an error: by field where the form has the field, otherwise for the whole form. */
export function formFailureOf<Values>(error: unknown, names: readonly string[]): FormFailure<Values> {
  const fields = fieldMessages(error).filter(([name]) => names.includes(name));
  return fields.length > 0
    ? { fields: Object.fromEntries(fields) as FormFailure<Values>["fields"] & object }
    : { message: describeFailure(error) };
}

function fieldMessages(error: unknown): [name: string, message: string][] {
  if (error instanceof ApiProblem) return error.fields.map(({ path, message }) => [path, message]);
  if (error instanceof RefusedError && error.field !== null) return [[error.field, error.message]];
  return [];
}
