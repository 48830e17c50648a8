/** Fetches optional JSON without the API client, which the front page doesn't load; null if it can't be had. */
export async function fetchJson<T>(path: string, signal?: AbortSignal): Promise<T | null> {
  try {
    const response = await fetch(path, signal && { signal });
    return response.ok ? ((await response.json()) as T) : null;
  } catch {
    return null;
  }
}
