import { Settings, Trash2 } from "lucide-react";
import { useState } from "react";
import { Avatar } from "../../ui/avatar";
import { Badge } from "../../ui/badge";
import { Button, IconButton } from "../../ui/button";
import { Card, CardHeader } from "../../ui/card";
import { ChoiceRow } from "../../ui/choice-row";
import { Dialog } from "../../ui/dialog";
import { InputField, TextField } from "../../ui/field";
import { Menu, MenuDivider, MenuItem } from "../../ui/menu";
import { Progress } from "../../ui/progress";
import { Skeleton } from "../../ui/skeleton";
import { EmptyState, ErrorState } from "../../ui/states";
import { Tabs } from "../../ui/tabs";
import { notify } from "../../ui/toast";

const nothing = () => undefined;

/** The parts that pages are made of, in every look. */
export function Primitives() {
  const [isOpen, setOpen] = useState(false);
  const [choice, setChoice] = useState<"one" | "two">("one");
  return (
    <div className="mb-12 grid grid-cols-1 gap-6 lg:grid-cols-2">
      <Card>
        <CardHeader title="Buttons" description="From the most to the least." />
        <div className="flex flex-wrap gap-2 p-5">
          <Button look="primary">Primary</Button>
          <Button>Secondary</Button>
          <Button look="quiet">Quiet</Button>
          <Button look="danger">Dangerous</Button>
          <Button isPending>Pending</Button>
          <Button disabled>Disabled</Button>
          <IconButton label="Settings">
            <Settings aria-hidden className="size-4" />
          </IconButton>
          <Button onClick={() => setOpen(true)}>Open a window</Button>
          <Button onClick={() => void notify({ title: "It is done.", description: "Nothing else.", color: "green" })}>
            Notify
          </Button>
          <Menu trigger={<Button>Menu</Button>}>
            <MenuItem onSelect={nothing}>An entry</MenuItem>
            <MenuDivider />
            <MenuItem isDangerous onSelect={nothing}>
              <Trash2 aria-hidden /> Delete
            </MenuItem>
          </Menu>
        </div>
      </Card>
      <Card>
        <CardHeader title="Fields" description="With help, and with what is wrong." />
        <div className="flex flex-col gap-4 p-5">
          <InputField label="Name" hint="As others see it." defaultValue="Ada" />
          <InputField label="Address" error="Enter an email address." defaultValue="ada" />
          <TextField label="Words" rows={2} />
        </div>
      </Card>
      <Card>
        <CardHeader title="Small things" />
        <div className="flex flex-col gap-4 p-5">
          <div className="flex flex-wrap items-center gap-2">
            <Avatar name="Ada Lovelace" />
            <Badge>Neutral</Badge>
            <Badge tone="accent">Accent</Badge>
            <Badge tone="warning">Warning</Badge>
            <Badge tone="danger">Danger</Badge>
          </div>
          <Progress label="Read" share={0.4} />
          <div data-sample>
            <Skeleton className="h-6" />
          </div>
          <ChoiceRow
            label="A choice"
            choices={[
              { id: "one", title: "One" },
              { id: "two", title: "Two" },
            ]}
            chosen={choice}
            onChoose={setChoice}
          />
          <Tabs
            label="Tabs"
            tabs={[
              { id: "a", title: "First", content: "The first." },
              { id: "b", title: "Second", content: "The second." },
            ]}
          />
        </div>
      </Card>
      <div className="flex flex-col gap-6">
        <EmptyState title="Nothing yet" description="What to do first." />
        <ErrorState title="It did not work." description="What happened." onRetry={nothing} />
      </div>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="A window" description="It holds the focus.">
        <p className="px-6 pt-4 pb-6 text-soft">Escape closes it.</p>
      </Dialog>
    </div>
  );
}
