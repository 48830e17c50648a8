import { Image } from "lucide-react";
import { OUTWARD } from "./outward.ts";
import { safeLink } from "./safe-link.ts";

/**
 * An image of somebody else's text, as a link that says where it leads. It is never fetched into the page, whose policy
 * does not allow it either: its address alone could tell a secret.
 */
export function InertImage({ source, text }: { source: string | undefined; text: string }) {
  const link = safeLink(source);
  if (link === null) return <span className="answer-image">{text || "An image without an address"}</span>;
  return (
    <a href={link.href} {...OUTWARD} className="answer-image">
      <Image aria-hidden />
      {text ? `Picture: ${text}` : "Picture"} ({link.host})
    </a>
  );
}
