import { NetworkFailure, problemFrom } from "./problem";

export interface RequestOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/**
 * Calls the API once and answers with its JSON, undefined for an empty answer.
 * Throws ApiProblem for a refusal, NetworkFailure where no answer came, and the signal's reason when it was cancelled.
 */
export async function send<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const { method = "GET", body, headers, signal } = options;
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method,
      signal,
      headers: {
        Accept: "application/json",
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkFailure({ cause: error });
  }
  if (!response.ok) throw problemFrom(response.status, text);
  return parse<T>(text);
}

/** The API's answers are typed here and trusted from here on. */
export function parse<T>(text: string): T {
  if (text === "") return undefined as T;
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new NetworkFailure({ cause: error });
  }
}
