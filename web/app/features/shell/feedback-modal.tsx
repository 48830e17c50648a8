import { type FormEvent, useState } from "react";
import { useLocation } from "react-router";
import { sendFeedback } from "../../api/feedback";
import { useApiMutation } from "../../api/use-api-mutation";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { inputClass } from "../../ui/field";
import { classNames } from "../../util/class-names";
import { overlay } from "./shell-state";
import { feedbackModal as strings } from "./strings";

const title = strings.letUsKnowWhatYou;
const close = () => overlay.set("none");

export function FeedbackModal() {
  const route = useLocation().pathname;
  const [text, setText] = useState("");
  const isEmpty = text.trim() === "";

  const send = useApiMutation({
    run: () => sendFeedback(text, { route }),
    success: { title: strings.thankYouForSharing, description: strings.weAppreciateYouTakingThe, color: "green" },
    failed: strings.couldntSendYourFeedback,
    onDone: close,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isEmpty && !send.isPending) send.run();
  }

  return (
    <Dialog isOpen onClose={close} title={title}>
      <form onSubmit={submit} className="flex flex-col gap-4 px-6 pt-4 pb-6">
        <textarea
          rows={5}
          autoFocus
          maxLength={10_000}
          aria-label={title}
          placeholder={strings.placeholder}
          className={classNames(inputClass, "resize-y px-3 py-2.5")}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={close}>
            {strings.illDoItLater}
          </Button>
          <Button look="primary" type="submit" disabled={isEmpty} isPending={send.isPending}>
            {strings.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
