import { Tabs as Primitive } from "radix-ui";
import type { ReactNode } from "react";

export interface Tab {
  id: string;
  title: string;
  content: ReactNode;
}

export function Tabs({ tabs, label }: { tabs: readonly [Tab, ...Tab[]]; label: string }) {
  return (
    <Primitive.Root defaultValue={tabs[0].id}>
      <Primitive.List
        aria-label={label}
        className="-mx-1.5 flex gap-3 max-sm:gap-0.5 overflow-x-auto overflow-y-hidden border-line border-b [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.id}
            value={tab.id}
            className="-mb-px rounded-t-md px-1.5 whitespace-nowrap border-transparent border-b-2 py-2.5 font-medium text-sm max-sm:text-[0.8125rem] text-soft transition-colors duration-100 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.title}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.id} value={tab.id} className="pt-6">
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
