import { type FormEvent, useRef } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type Resolver,
  useForm as useHookForm,
} from "react-hook-form";

/** The pause in typing before validation. */
const inputDelayMs = 300;

/** Why a submission failed: sentences for fields, and one for the whole form. */
export interface FormFailure<Values> {
  fields?: Partial<Record<keyof Values, string>>;
  message?: string;
}

/** One field that is wrong, by its path within the form's values. */
export interface FieldFailure {
  path: string;
  message: string;
}

/** A schema of any library that follows Standard Schema, as zod does. */
export interface FormSchema<Output> {
  readonly "~standard": {
    validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
  };
}

type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly unknown[] | undefined }[] };

export interface FormSettings<Values extends Record<string, string>, Output> {
  initial: Values;
  /** Validation rules of each field, each with a message that says how to fix it. */
  schema: FormSchema<Output>;
  /** Submits the values that the schema returned; may return field errors. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a submit that returns nothing has succeeded
  submit: (values: Output) => Promise<FormFailure<Values> | undefined | void>;
  /** Returns the messages for an error of `submit`. */
  failureOf?: (error: unknown) => FormFailure<Values>;
}

/**
 * A form whose fields are checked when they are left, 300 ms after typing, when a choice changes, and all together on
 * submit. A field that no one has touched is not called wrong. After a failed submit the first wrong field has the focus.
 */
export function useForm<Values extends Record<string, string>, Output>({
  initial,
  schema,
  submit,
  failureOf,
}: FormSettings<Values, Output>) {
  const { register, trigger, handleSubmit, setError, clearErrors, getFieldState, formState } = useHookForm<
    Values,
    unknown,
    Output
  >({
    // The library's own times are fixed to each key; ours are below.
    mode: "onSubmit",
    reValidateMode: "onSubmit",
    defaultValues: initial as DefaultValues<Values>,
    resolver: resolverOf<Values, Output>(schema),
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { errors, isSubmitting } = formState;

  function check(name: FieldPath<Values>): void {
    clearTimeout(timer.current);
    void trigger(name);
  }

  function field(name: FieldPath<Values>) {
    const isTouched = () => getFieldState(name).isDirty || getFieldState(name).invalid;
    const registered = register(name, {
      onChange: () => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => check(name), inputDelayMs);
      },
      onBlur: () => afterPress(() => isTouched() && check(name)),
    });
    return { ...registered, error: messageAt(errors, name) };
  }

  function show({ fields = {}, message }: FormFailure<Values>): void {
    const refused = Object.entries(fields).filter(([, sentence]) => sentence);
    for (const [index, [name, sentence]] of refused.entries()) {
      setError(name as FieldPath<Values>, { type: "server", message: String(sentence) }, { shouldFocus: index === 0 });
    }
    if (message !== undefined) setError("root", { type: "server", message });
  }

  const send = handleSubmit(async (values) => {
    clearErrors("root");
    try {
      show((await submit(values)) ?? {});
    } catch (error) {
      if (failureOf === undefined) throw error;
      show(failureOf(error));
    }
  });

  return {
    field,
    isSubmitting,
    /** Errors that belong to no field. */
    message: errors.root?.message ?? null,
    /** All that is wrong, by path. */
    failures: failuresOf(errors, Object.keys(initial)),
    onSubmit: async (event: FormEvent<HTMLFormElement>): Promise<void> => {
      event.preventDefault();
      clearTimeout(timer.current);
      if (!isSubmitting) await send(event);
    },
  };
}

/**
 * Runs `work` now, or when the button of the mouse is let go: a sentence that comes or goes below a field moves what lies
 * under the pointer, and the click that left the field would be lost.
 */
function afterPress(work: () => void): void {
  if (isPressed) window.addEventListener("pointerup", () => setTimeout(work), { once: true });
  else work();
}

let isPressed = false;
if (typeof window !== "undefined") {
  const press = (pressed: boolean) => () => {
    isPressed = pressed;
  };
  window.addEventListener("pointerdown", press(true), { capture: true });
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, press(false), { capture: true });
}

/** Lets a schema decide for the form library. Of several faults of a field the first is shown. */
function resolverOf<Values extends Record<string, string>, Output>(
  schema: FormSchema<Output>,
): Resolver<Values, unknown, Output> {
  const validate = schema["~standard"]?.validate;
  if (typeof validate !== "function") throw new Error("Form validation failed: Unsupported form schema");
  return async (values) => {
    const result = await validate(values);
    if (result.issues === undefined) return { values: result.value, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, message } of result.issues) errors[pathOf(path)] ??= { type: "schema", message };
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}

function pathOf(path: readonly unknown[] = []): string {
  return path
    .map((part) => String(typeof part === "object" && part !== null && "key" in part ? part.key : part))
    .join(".");
}

function failuresOf(errors: FieldErrors, names: readonly string[]): FieldFailure[] {
  return names.flatMap((path) => {
    const message = messageAt(errors, path);
    return message === undefined ? [] : [{ path, message }];
  });
}

function messageAt(errors: FieldErrors, name: string): string | undefined {
  const message = errors[name]?.message;
  return typeof message === "string" ? message : undefined;
}
