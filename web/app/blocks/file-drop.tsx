import { FileUp } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { fileDrop as text } from "./strings";

/** Takes files that are dropped anywhere on the page, and says so while one hovers over it. */
export function FileDrop({ onDrop }: { onDrop: (files: File[]) => void }) {
  const [isOver, setOver] = useState(false);
  const dropped = useEffectEvent(onDrop);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes(text.files) ?? false;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    // Leaving the window has no element that is entered.
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      dropped([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-3 z-40 flex animate-appear flex-col items-center justify-center gap-3 rounded-3xl border-2 border-accent border-dashed bg-paper/90">
      <FileUp aria-hidden className="size-8 text-accent" />
      <p className="font-serif text-2xl tracking-tight">{text.dropFilesHere}</p>
      <p className="text-soft text-sm">{text.csvExcelJsonNdjsonOr}</p>
    </div>
  );
}
