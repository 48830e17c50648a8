import * as z from "zod/mini";
import { addBucket } from "../../api/databases";
import type { Source } from "../../api/sources";
import { useApiForm } from "../../api/use-api-form";
import { Button } from "../../ui/button";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { databaseDialog, bucketForm as text } from "./strings";

const schema = z.object({
  url: z.string().check(z.regex(/^\s*s3:\/\/[\w.-]+(\/.*)?$/, text.enterUrl)),
  endpoint: z.string(),
  region: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
});

const labels = {
  url: text.url,
  endpoint: text.endpoint,
  region: text.region,
  accessKeyId: text.accessKeyId,
  secretAccessKey: text.secretAccessKey,
};

interface BucketFormProps {
  onClose: () => void;
  onAdded: (sources: Source[]) => void;
}

/** Adds the Parquet files below a prefix of a bucket as one table. */
export function BucketForm({ onClose, onAdded }: BucketFormProps) {
  const form = useApiForm({
    initial: { url: "", endpoint: "", region: "", accessKeyId: "", secretAccessKey: "" },
    schema,
    submit: async (login) => onAdded(await addBucket(login)),
  });
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <InputField
        label={text.url}
        placeholder={text.urlExample}
        hint={text.urlHint}
        autoComplete="off"
        {...form.field("url")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField label={text.accessKeyId} autoComplete="off" {...form.field("accessKeyId")} />
        <InputField
          label={text.secretAccessKey}
          type="password"
          autoComplete="off"
          {...form.field("secretAccessKey")}
        />
      </div>
      <p className="-mt-2 text-faint text-xs">{text.keysHint}</p>
      <div className="grid gap-4 sm:grid-cols-[1fr_9rem]">
        <InputField
          label={text.endpoint}
          placeholder={text.endpointExample}
          hint={text.endpointHint}
          autoComplete="off"
          {...form.field("endpoint")}
        />
        <InputField label={text.region} placeholder={text.regionExample} autoComplete="off" {...form.field("region")} />
      </div>
      <FormFailures {...form} labels={labels} />
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {databaseDialog.cancel}
        </Button>
        <Button look="primary" type="submit" isPending={form.isSubmitting}>
          {text.addTable}
        </Button>
      </div>
    </form>
  );
}
