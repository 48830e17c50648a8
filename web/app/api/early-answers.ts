/** As long as this after the page began, what was asked for in its head is as good as new. */
const goodForMs = 10_000;

declare global {
  interface Window {
    /** By path; null where no answer came. The script that the build writes into the page's head asks for them. */
    earlyAnswers?: Record<string, Promise<Response | null>>;
  }
}

/** The answer to a call that the page's head has made already, once; null where there is none, or no good one. */
export async function takeEarly(path: string): Promise<Response | null> {
  const answers = typeof window === "undefined" ? undefined : window.earlyAnswers;
  const answer = answers?.[path];
  if (!answers || !answer) return null;
  delete answers[path];
  const response = performance.now() < goodForMs ? await answer : null;
  return response?.ok ? response : null;
}
