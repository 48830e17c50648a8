import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { useTheme } from "../util/theme";
import { defaultTimeoutMs, type ToastMessage } from "./toast";

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
          warning: "[&_[data-icon]]:!text-warning",
          error: "[&_[data-icon]]:!text-danger",
        },
      }}
    />
  );
}

export function showToast({ color = "neutral", title, timeout = defaultTimeoutMs, ...rest }: ToastMessage): void {
  const { id, description, icon, avatar, actions = [] } = rest;
  const [action, cancel, ...more] = actions;
  const show = { neutral: toast, green: toast.success, amber: toast.warning, red: toast.error }[color];
  show(title, {
    ...(id !== undefined && { id }),
    description: more.length === 0 ? description : <DescriptionWithActions description={description} actions={more} />,
    duration: timeout,
    icon: avatar ? <img src={avatar.src} alt={avatar.alt} className="size-5 rounded-full object-cover" /> : icon,
    action: action && { label: action.label, onClick: action.click },
    cancel: cancel && { label: cancel.label, onClick: cancel.click },
  });
}

/** A toast has room for two buttons; further ones stand below the text. */
function DescriptionWithActions({
  description,
  actions,
}: Pick<Required<ToastMessage>, "actions"> & { description?: string }) {
  return (
    <>
      {description}
      <span className="mt-1 flex flex-wrap gap-3">
        {actions.map(({ label, click }) => (
          <button key={label} type="button" className="text-accent-strong underline" onClick={click}>
            {label}
          </button>
        ))}
      </span>
    </>
  );
}
