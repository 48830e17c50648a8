import { Image } from "lucide-react";
import { inertImage as strings } from "../strings";
import { OUTWARD } from "./outward.ts";
import { safeLink } from "./safe-link.ts";

/**
 * An image of another user's text, as a link that says where it leads. It is never fetched into the page, whose policy
 * does not allow it either: its address alone could tell a secret.
 */
export function InertImage({ source, text }: { source: string | undefined; text: string }) {
  const link = safeLink(source);
  if (link === null) return <span className="answer-image">{text || strings.imageWithoutAUrl}</span>;
  return (
    <a href={link.href} {...OUTWARD} className="answer-image">
      <Image aria-hidden />
      {text ? strings.image(text) : strings.unnamedImage} ({link.host})
    </a>
  );
}
