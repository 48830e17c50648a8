import { SharedScreen } from "../features/shared/shared-screen";
import type { Route } from "./+types/shared";
import { sharedPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [
  { title: text.sharedChatPortolan },
  // Readable by anyone with the link, but not indexed.
  { name: "robots", content: "noindex" },
];

export default function Shared({ params: { token } }: Route.ComponentProps) {
  return <SharedScreen key={token} token={token} />;
}
