import type { FieldProblem } from "../contract/types";
import { problem as strings } from "./strings";

export type { FieldProblem } from "../contract/types";

/** The server answered with an error: an RFC 9457 problem. Branch on `code`, never on the text. */
export class ApiProblem extends Error {
  readonly kind = "problem";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: readonly FieldProblem[] = [],
    /** The stored state that a refused change is in conflict with. */
    readonly current?: unknown,
  ) {
    super(message);
    this.name = "ApiProblem";
  }
}

/** No response: the connection or the server is down. */
export class NetworkFailure extends Error {
  readonly kind = "network";

  constructor(options?: ErrorOptions) {
    super(strings.cantReachTheServerCheck, options);
    this.name = "NetworkFailure";
  }
}

/** A refusal with a message for the user; `field` is the form field to correct. */
export class RefusedError extends Error {
  readonly kind = "refused";

  constructor(
    message: string,
    readonly field: string | null = null,
  ) {
    super(message);
    this.name = "RefusedError";
  }
}

/** The part of a refusal that every sign-in call answers with. */
interface Refused {
  outcome: "refused";
  message: string;
  field?: string | null;
}

/** Returns a result, or throws the error that it contains. */
export async function accept<Result extends { outcome: string }>(
  call: Promise<Result>,
): Promise<Exclude<Result, { outcome: "refused" }>> {
  const result = await call;
  if (isRefused(result)) throw new RefusedError(result.message, result.field);
  return result as Exclude<Result, { outcome: "refused" }>;
}

function isRefused(result: { outcome: string }): result is Refused {
  return result.outcome === "refused";
}

/** Returns the message shown for a failed call. The sign-in server and the storage write theirs for the user. */
export function describeFailure(error: unknown): string {
  if (error instanceof ApiProblem || error instanceof NetworkFailure || error instanceof RefusedError) {
    return error.message;
  }
  if (error instanceof Error && /^(?:Auth|Storage)/.test(error.name)) return error.message;
  return strings.somethingWentWrongTryAgain;
}

export function isProblem(error: unknown, code: string): boolean {
  return error instanceof ApiProblem && error.code === code;
}

/** The error of a response outside 2xx, even if a proxy answered with its own page. */
export function problemFrom(status: number, body: string): ApiProblem {
  const document = parseObject(body);
  const code = textOf(document?.code) ?? `http_${status}`;
  const message = textOf(document?.detail) ?? textOf(document?.title) ?? sentenceFor(status);
  return new ApiProblem(status, code, message, fieldsOf(document?.fields), document?.current);
}

function parseObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function fieldsOf(value: unknown): FieldProblem[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((field: unknown) => {
    if (!isObject(field)) return [];
    const [path, message] = [textOf(field.path), textOf(field.message)];
    return path !== null && message !== null ? [{ path, message }] : [];
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function sentenceFor(status: number): string {
  if (status === 401) return strings.youreSignedOutSignIn;
  if (status === 403) return strings.youDontHavePermissionTo;
  if (status === 404) return strings.thisDoesntExistOrIs;
  if (status === 413) return strings.thisIsTooLargeUse;
  if (status === 429) return strings.tooManyRequestsWaitA;
  if (status >= 500) return strings.theServerHadAProblem;
  return strings.theServerRejectedThisRequest;
}
