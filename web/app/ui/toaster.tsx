import { useEffect } from "react";
import { Toaster as Sonner } from "sonner";
import { useTheme } from "../util/theme";

export function Toaster({ onReady }: { onReady: () => void }) {
  const theme = useTheme();
  useEffect(onReady, [onReady]);
  return (
    <Sonner
      theme={theme}
      position="bottom-right"
      closeButton
      toastOptions={{
        classNames: {
          toast: "!rounded-xl !border-line !bg-raised !text-ink !shadow-floating !font-sans",
          description: "!text-soft",
          success: "[&_[data-icon]]:!text-accent",
          error: "[&_[data-icon]]:!text-danger",
        },
      }}
    />
  );
}
