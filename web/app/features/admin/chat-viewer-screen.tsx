import { useState } from "react";
import { useNavigate } from "react-router";
import * as z from "zod/mini";
import { Button, ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { useForm } from "../../ui/use-form";
import { paths } from "../../util/page-paths";
import { AdminPage } from "./admin-page";
import { chatViewerScreen as text } from "./strings";
import { WatchedChat } from "./watched-chat";

/** Looks into a user's chat: first it asks why, which its owner can read. */
export function ChatViewerScreen({ chatId }: { chatId: string | null }) {
  const [reason, setReason] = useState<string | null>(null);
  if (chatId !== null && reason !== null) {
    return <WatchedChat chatId={chatId} reason={reason} onLeave={() => setReason(null)} />;
  }
  return (
    <AdminPage
      title={text.chatViewer}
      tools={<ButtonLink to={paths.adminLatestChats()}>{text.browseLatestChats}</ButtonLink>}
    >
      <Card className="max-w-xl p-5 sm:p-6">
        {chatId === null ? <ChatIdForm /> : <ReasonForm key={chatId} onReason={setReason} />}
      </Card>
    </AdminPage>
  );
}

const reasonSchema = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, text.enterAReasonForViewing)),
});

function ReasonForm({ onReason }: { onReason: (reason: string) => void }) {
  const form = useForm({
    initial: { reason: "" },
    schema: reasonSchema,
    submit: async ({ reason }) => {
      onReason(reason);
      return undefined;
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <p className="text-soft text-sm">{text.thisIsAnotherUsersChat}</p>
      <InputField
        label={text.reasonForViewingThisChat}
        placeholder={text.placeholder}
        maxLength={500}
        autoFocus
        {...form.field("reason")}
      />
      <FormFailures {...form} labels={{ reason: text.reason }} />
      <div className="flex justify-end gap-2">
        <ButtonLink look="quiet" to={paths.adminLatestChats()}>
          {text.cancel}
        </ButtonLink>
        <Button type="submit" look="primary" isPending={form.isSubmitting}>
          {text.viewChat}
        </Button>
      </div>
    </form>
  );
}

const chatSchema = z.object({
  chat: z
    .string()
    .check(z.trim(), z.regex(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i, text.enterAChatIdOr)),
});

function ChatIdForm() {
  const navigate = useNavigate();
  const form = useForm({
    initial: { chat: "" },
    schema: chatSchema,
    submit: async ({ chat }) => {
      void navigate(paths.adminChatViewer(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(chat)?.[0]));
      return undefined;
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <InputField label={text.chat} hint={text.hint} spellCheck={false} {...form.field("chat")} />
      <FormFailures {...form} labels={{ chat: "Chat" }} />
      <Button type="submit" look="primary" className="self-end" isPending={form.isSubmitting}>
        {text.continue}
      </Button>
    </form>
  );
}
