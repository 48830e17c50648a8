import { PersonScreen } from "../features/person/person-screen";
import type { Route } from "./+types/person";

export const meta: Route.MetaFunction = ({ params: { username } }) => [
  { title: `${username} · Portolan` },
  { name: "description", content: `Charts, boards and documents that ${username} published.` },
  { property: "og:type", content: "profile" },
];

export default function PersonRoute({ params: { username } }: Route.ComponentProps) {
  return <PersonScreen key={username} username={username} />;
}
