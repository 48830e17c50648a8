/** The shape of a signed-in page while it is not known yet whether it opens. */
export function AppFrameFallback() {
  return (
    <div className="flex min-h-dvh flex-col lg:flex-row" aria-hidden>
      <div className="hidden h-dvh w-64 shrink-0 border-line border-r bg-surface lg:block" />
      <div className="h-14 border-line border-b lg:hidden" />
    </div>
  );
}
