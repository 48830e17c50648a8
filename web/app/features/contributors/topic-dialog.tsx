import * as z from "zod/mini";
import { type ContributedItem, publishToTopic } from "../../api/contributors";
import { useApiForm } from "../../api/use-api-form";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { topicDialog as text } from "./strings";

const schema = z.object({ topic: z.string().check(z.trim(), z.maxLength(60, text.tooLong)) });

/** Asks for the topic that an item is published to. */
export function TopicDialog({ item, onClose }: { item: ContributedItem; onClose: () => void }) {
  const form = useApiForm({
    initial: { topic: item.publishedTopic ?? "" },
    schema,
    submit: async ({ topic }) => {
      await publishToTopic(item, topic);
      onClose();
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={text.title(item.title)} description={text.description}>
      <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4 px-6 pt-5 pb-6">
        <InputField label={text.topic} hint={text.topicHint} autoFocus {...form.field("topic")} />
        <FormFailures {...form} labels={{ topic: text.topic }} />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" look="primary" isPending={form.isSubmitting}>
            {text.publish}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
