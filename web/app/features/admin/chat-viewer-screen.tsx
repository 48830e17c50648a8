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
import { WatchedChat } from "./watched-chat";

/** Looks into somebody's chat: first it asks why, which its owner can read. */
export function ChatViewerScreen({ chatId }: { chatId: string | null }) {
  const [reason, setReason] = useState<string | null>(null);
  if (chatId !== null && reason !== null) {
    return <WatchedChat chatId={chatId} reason={reason} onLeave={() => setReason(null)} />;
  }
  return (
    <AdminPage
      title="Chat viewer"
      tools={<ButtonLink to={paths.adminLatestChats()}>Choose from the latest chats</ButtonLink>}
    >
      <Card className="max-w-xl p-5 sm:p-6">
        {chatId === null ? <ChatIdForm /> : <ReasonForm key={chatId} onReason={setReason} />}
      </Card>
    </AdminPage>
  );
}

const reasonSchema = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, "Say why you look into this chat.")),
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
      <p className="text-soft text-sm">
        This chat belongs to somebody. Your name, the time and this reason are written down, and its owner can read
        them.
      </p>
      <InputField
        label="Why do you look into this chat?"
        placeholder="The person reported a wrong total"
        maxLength={500}
        autoFocus
        {...form.field("reason")}
      />
      <FormFailures {...form} labels={{ reason: "Reason" }} />
      <div className="flex justify-end gap-2">
        <ButtonLink look="quiet" to={paths.adminLatestChats()}>
          Do not look
        </ButtonLink>
        <Button type="submit" look="primary" isPending={form.isSubmitting}>
          Look into it
        </Button>
      </div>
    </form>
  );
}

const chatSchema = z.object({
  chat: z
    .string()
    .check(
      z.trim(),
      z.regex(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i, "Enter a chat's id or its address."),
    ),
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
      <InputField label="Chat" hint="Its id, or its address." spellCheck={false} {...form.field("chat")} />
      <FormFailures {...form} labels={{ chat: "Chat" }} />
      <Button type="submit" look="primary" className="self-end" isPending={form.isSubmitting}>
        Go on
      </Button>
    </form>
  );
}
