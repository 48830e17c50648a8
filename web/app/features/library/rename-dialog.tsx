import * as z from "zod/mini";
import { renameChart } from "../../api/charts";
import { describeFailure } from "../../api/problem";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { InputField } from "../../ui/field";
import { useForm } from "../../ui/use-form";

const longestTitle = 300;

const schema = z.object({ title: z.string().check(z.trim(), z.minLength(1, "A chart needs a title.")) });

export function RenameDialog({ chartId, title, onClose }: { chartId: string; title: string; onClose: () => void }) {
  const form = useForm({
    initial: { title },
    schema,
    submit: async (values) => {
      try {
        await renameChart(chartId, values.title);
        onClose();
        return undefined;
      } catch (error) {
        return { fields: { title: describeFailure(error) } };
      }
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title="Rename the chart">
      <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5 px-6 pt-4 pb-6">
        <InputField label="Title" maxLength={longestTitle} {...form.field("title")} />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" isPending={form.isSubmitting}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
