import { useMutation, useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, GripVertical } from "lucide-react";
import { type DragEvent, useState } from "react";
import * as z from "zod/mini";
import {
  type FeaturedItem,
  type FeatureSettings,
  featuredQuery,
  featureItem,
  orderFeatured,
  unfeatureItem,
} from "../../api/admin-items";
import { exportAdminCsv } from "../../api/admin-lists";
import { describeFailure } from "../../api/problem";
import { useApiForm } from "../../api/use-api-form";
import { Badge } from "../../ui/badge";
import { Button, IconButton } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { ItemCard } from "../../ui/item-card";
import { EmptyState } from "../../ui/states";
import { notify } from "../../ui/toast";
import { formatDay } from "../../util/format";
import { itemNames, itemPath, thumbnailOf } from "../../util/items";
import { useTheme } from "../../util/theme";
import { CsvButton, FilterChoice } from "./admin-list-page";
import { AdminPage, Loaded } from "./admin-page";
import { discoverScreen as strings } from "./strings";

const views = { arrange: strings.arrange, preview: strings.preview };

/** The discover page as admins arrange it: order, topics and schedule, and how visitors see it. */
export function AdminDiscoverScreen() {
  const { data: items, error, refetch } = useQuery(featuredQuery());
  const [view, setView] = useState<keyof typeof views>("arrange");
  return (
    <AdminPage
      title={strings.discover}
      tools={
        <>
          <FilterChoice legend={strings.view} choices={views} value={view} onChoose={setView} />
          <CsvButton read={() => exportAdminCsv("discover")} fileName="portolan-discover.csv" />
        </>
      }
    >
      <Loaded what={strings.theItems} isLoaded={items !== undefined} error={error} onRetry={() => void refetch()}>
        {items?.length === 0 && <EmptyState title={strings.nothingFeatured} description={strings.featureFromLists} />}
        {items && items.length > 0 && (view === "arrange" ? <ItemOrder items={items} /> : <Preview items={items} />)}
      </Loaded>
    </AdminPage>
  );
}

function ItemOrder({ items }: { items: readonly FeaturedItem[] }) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [edited, setEdited] = useState<FeaturedItem | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const order = useMutation({ mutationFn: orderFeatured, onError: (error) => void notifyFailure(error) });
  const remove = useMutation({ mutationFn: unfeatureItem, onError: (error) => void notifyFailure(error) });

  function move(id: string, place: number) {
    const item = items.find((candidate) => candidate.id === id);
    if (!item || place < 0 || place >= items.length) return;
    order.mutate(items.filter((candidate) => candidate.id !== id).toSpliced(place, 0, item));
    setAnnouncement(strings.movedTo(item.title, place + 1));
  }

  const onDrop = (event: DragEvent, place: number) => {
    event.preventDefault();
    if (dragged !== null) move(dragged, place);
    setDragged(null);
  };

  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ol aria-label={strings.featuredItems} className="divide-y divide-line rounded-2xl border border-line bg-raised">
        {items.map((item, place) => (
          <li
            key={item.id}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = "move";
              setDragged(item.id);
            }}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => onDrop(event, place)}
            className={`flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5 text-sm ${dragged === item.id ? "opacity-50" : ""}`}
          >
            <GripVertical aria-hidden className="size-4 cursor-grab text-faint max-sm:hidden" />
            <span className="min-w-0 flex-1 basis-48">
              <a href={itemPath(item.kind, item.id)} className="block truncate font-medium hover:underline">
                {item.title}
              </a>
              <span className="text-faint text-xs">
                {itemNames[item.kind].one}
                {scheduleOf(item) !== "" && `, ${scheduleOf(item)}`}
              </span>
            </span>
            {item.topic && <Badge>{item.topic}</Badge>}
            <span className="flex items-center">
              <IconButton
                label={strings.moveUp(item.title)}
                disabled={place === 0}
                onClick={() => move(item.id, place - 1)}
              >
                <ChevronUp aria-hidden className="size-4" />
              </IconButton>
              <IconButton
                label={strings.moveDown(item.title)}
                disabled={place === items.length - 1}
                onClick={() => move(item.id, place + 1)}
              >
                <ChevronDown aria-hidden className="size-4" />
              </IconButton>
              <Button size="small" look="quiet" onClick={() => setEdited(item)}>
                {strings.edit}
                <span className="sr-only"> {item.title}</span>
              </Button>
              <Button size="small" look="quiet" onClick={() => remove.mutate(item)}>
                {strings.remove}
                <span className="sr-only"> {item.title}</span>
              </Button>
            </span>
          </li>
        ))}
      </ol>
      {edited && <FeatureDialog item={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

function notifyFailure(error: unknown) {
  return notify({ title: strings.couldntChange, description: describeFailure(error), color: "red" });
}

const schema = z.object({
  topic: z.string().check(z.trim(), z.maxLength(60, strings.topicTooLong)),
  startsAt: z.string(),
  endsAt: z.string(),
});

function FeatureDialog({ item, onClose }: { item: FeaturedItem; onClose: () => void }) {
  const form = useApiForm({
    initial: { topic: item.topic ?? "", startsAt: localTime(item.startsAt), endsAt: localTime(item.endsAt) },
    schema,
    submit: async ({ topic, startsAt, endsAt }) => {
      await featureItem(item, {
        topic: topic === "" ? null : topic,
        startsAt: instantOf(startsAt),
        endsAt: instantOf(endsAt),
      });
      onClose();
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={strings.editItem} description={item.title}>
      <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4 px-6 pt-5 pb-6">
        <InputField label={strings.topic} hint={strings.topicHint} autoFocus {...form.field("topic")} />
        <InputField label={strings.startsAt} type="datetime-local" {...form.field("startsAt")} />
        <InputField label={strings.endsAt} type="datetime-local" {...form.field("endsAt")} />
        <FormFailures {...form} labels={{ topic: strings.topic, startsAt: strings.startsAt, endsAt: strings.endsAt }} />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" look="primary" isPending={form.isSubmitting}>
            {strings.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The items that visitors see now, as cards. */
function Preview({ items }: { items: readonly FeaturedItem[] }) {
  const theme = useTheme();
  const [now] = useState(() => Date.now());
  const shown = items.filter((item) => isShown(item, now));
  return (
    <>
      <p className="mb-4 text-soft text-sm">{strings.visitorsSee(shown.length, items.length)}</p>
      <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((item) => (
          <li key={item.id}>
            <ItemCard
              to={itemPath(item.kind, item.id)}
              title={item.title}
              thumbnailUrl={thumbnailOf(item, theme)}
              note={[itemNames[item.kind].one, item.topic].filter(Boolean).join(" · ")}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function isShown({ startsAt, endsAt }: FeatureSettings, now: number): boolean {
  return !(startsAt && Date.parse(startsAt) > now) && !(endsAt && Date.parse(endsAt) <= now);
}

/** "from 3 Jan 2026 until 5 Jan 2026", or nothing. */
function scheduleOf({ startsAt, endsAt }: FeatureSettings): string {
  const start = startsAt ? [strings.from(formatDay(startsAt))] : [];
  const end = endsAt ? [strings.until(formatDay(endsAt))] : [];
  return [...start, ...end].join(" ");
}

/** An instant as a `datetime-local` field has it. */
function localTime(instant: string | null | undefined): string {
  if (!instant) return "";
  const time = new Date(instant);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function instantOf(local: string): string | null {
  return local === "" ? null : new Date(local).toISOString();
}
