import type { ReactNode } from "react";
import { Card, CardHeader } from "../../ui/card";

export interface SectionCardProps {
  /** Part of the address that leads here. */
  id: string;
  title: string;
  description: string;
  children: ReactNode;
}

/** One part of the settings. */
export function SectionCard({ id, title, description, children }: SectionCardProps) {
  return (
    <Card id={id} className="scroll-mt-20">
      <CardHeader title={title} description={description} />
      <div className="p-5 sm:p-6">{children}</div>
    </Card>
  );
}
