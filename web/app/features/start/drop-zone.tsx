import { FileUp } from "lucide-react";
import { type DragEvent, type ReactNode, useState } from "react";

/** The whole page takes files; it says so while one hovers over it. */
export function DropZone({ onDrop, children }: { onDrop: (files: Iterable<File>) => void; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the pointer; the button "Add data" does the same
    <div
      className="relative flex-1"
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onDrop(event.dataTransfer.files);
      }}
    >
      {children}
      {isOver && (
        <div className="pointer-events-none fixed inset-3 z-40 flex animate-appear flex-col items-center justify-center gap-3 rounded-3xl border-2 border-accent border-dashed bg-paper/90">
          <FileUp aria-hidden className="size-8 text-accent" />
          <p className="font-serif text-2xl tracking-tight">Drop it here</p>
          <p className="text-soft text-sm">CSV, Excel, JSON, NDJSON or Parquet</p>
        </div>
      )}
    </div>
  );
}
