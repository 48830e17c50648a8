import { type ChangeEvent, type FormEvent, useRef, useState } from "react";

/** Typing is checked when it has stood still for this long. */
const inputDelayMs = 300;

export type FormErrors<Values> = Partial<Record<keyof Values, string>>;

/** Why a submission failed: sentences for fields, and one for the whole form. */
export interface FormFailure<Values> {
  fields?: FormErrors<Values>;
  message?: string;
}

export interface FormSettings<Values extends Record<string, string>> {
  initial: Values;
  /** What is wrong with each field, in a sentence that says what to do. */
  validate: (values: Values) => FormErrors<Values>;
  /** Answers with what the server refused, with nothing where all went well. */
  submit: (values: Values) => Promise<FormFailure<Values> | undefined>;
}

/**
 * A form whose fields are checked when they are left, 300 ms after typing, and all together on submit. A field that nobody
 * has touched is not called wrong. After a failed submit the first wrong field has the focus.
 */
export function useForm<Values extends Record<string, string>>({ initial, validate, submit }: FormSettings<Values>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FormErrors<Values>>({});
  const [message, setMessage] = useState<string | null>(null);
  const [isSubmitting, setSubmitting] = useState(false);
  const newest = useRef(initial);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function check(name: keyof Values): void {
    clearTimeout(timer.current);
    const error = validate(newest.current)[name];
    setErrors((current) => ({ ...current, [name]: error }));
  }

  function change(name: keyof Values, value: string): void {
    newest.current = { ...newest.current, [name]: value };
    setValues(newest.current);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => check(name), inputDelayMs);
  }

  function field(name: keyof Values & string) {
    return {
      name,
      value: values[name],
      error: errors[name],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => change(name, event.target.value),
      onBlur: () => {
        if (newest.current[name] !== initial[name] || errors[name]) check(name);
      },
    };
  }

  function show(form: HTMLFormElement, failure: FormFailure<Values>): void {
    setErrors(failure.fields ?? {});
    setMessage(failure.message ?? null);
    const wrong = Object.entries(failure.fields ?? {}).find(([, error]) => error)?.[0];
    const element = wrong === undefined ? null : form.elements.namedItem(wrong);
    if (element instanceof HTMLElement) element.focus();
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isSubmitting) return;
    clearTimeout(timer.current);
    const form = event.currentTarget;
    const fields = validate(newest.current);
    show(form, { fields });
    if (Object.values(fields).some(Boolean)) return;
    setSubmitting(true);
    try {
      show(form, (await submit(newest.current)) ?? {});
    } finally {
      setSubmitting(false);
    }
  }

  return { field, onSubmit, isSubmitting, message };
}
