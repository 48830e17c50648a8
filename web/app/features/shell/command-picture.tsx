import {
  ChartColumn,
  Compass,
  CreditCard,
  House,
  LayoutDashboard,
  LogIn,
  LogOut,
  type LucideIcon,
  MessageSquare,
  Monitor,
  Moon,
  Plus,
  Settings,
  Shield,
  Sparkles,
  Sun,
  User,
} from "lucide-react";
import type { CommandIcon } from "./palette-commands";

const pictures: Record<CommandIcon, LucideIcon> = {
  try: Sparkles,
  home: House,
  pricing: CreditCard,
  login: LogIn,
  new: Plus,
  boards: LayoutDashboard,
  charters: Compass,
  charts: ChartColumn,
  profile: User,
  settings: Settings,
  admin: Shield,
  "log-out": LogOut,
  light: Sun,
  dark: Moon,
  system: Monitor,
  chat: MessageSquare,
};

export function CommandPicture({ icon }: { icon: CommandIcon }) {
  const Picture = pictures[icon];
  return <Picture aria-hidden className="size-4 shrink-0 text-faint" />;
}
