import { ImageOff, Image as Picture } from "lucide-react";
import { useState } from "react";
import { safeLink } from "./safe-link.ts";

/** An image that is fetched only when somebody asks for it: its address alone could tell a secret. */
export function InertImage({ source, text }: { source: string | undefined; text: string }) {
  const [state, setState] = useState<"inert" | "shown" | "failed">("inert");
  const link = safeLink(source);
  if (link === null) return <span className="answer-image">{text || "An image without an address"}</span>;
  if (state === "shown") {
    return (
      <img src={link.href} alt={text} referrerPolicy="no-referrer" loading="lazy" onError={() => setState("failed")} />
    );
  }
  if (state === "failed") {
    return (
      <span className="answer-image">
        <ImageOff aria-hidden />
        {text || "The image"} could not be loaded from {link.host}
      </span>
    );
  }
  return (
    <button type="button" className="answer-image" onClick={() => setState("shown")}>
      <Picture aria-hidden />
      {text ? `Show “${text}”` : "Show the image"} from {link.host}
    </button>
  );
}
