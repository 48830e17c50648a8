import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { chatsQuery } from "../../api/chats";
import { professionalInfoOf, profileQuery } from "../../api/profile";
import { IconButton } from "../../ui/button";
import { paths } from "../../util/page-paths";
import { readStored, writeStored } from "../../util/stored";
import { welcome as strings } from "./strings";

const storageKey = "portolan-welcomed";

const steps = [
  { title: strings.clickAQuestion, text: strings.theSamplesBelowUseReal },
  { title: strings.checkTheAnswer, text: strings.eachNumberLinksToIts },
  { title: strings.ownData, text: strings.dropAFileOrPaste },
];

/** Getting started, for a user without questions. */
export function Welcome() {
  const { data: chats } = useInfiniteQuery(chatsQuery());
  const { data: profile } = useQuery(profileQuery());
  const [isClosed, setClosed] = useState(() => readStored(storageKey) !== null);
  const isNew = chats?.pages[0]?.items.length === 0;
  if (!isNew || isClosed) return null;
  const toldNothing = profile !== undefined && professionalInfoOf(profile).occupation === "";
  return (
    <section
      aria-label={strings.gettingStarted}
      className="relative rounded-2xl border border-accent/25 bg-accent-wash px-6 py-5 sm:pr-14"
    >
      <ol className="grid gap-5 sm:grid-cols-3">
        {steps.map(({ title, text }, place) => (
          <li key={title} className="flex gap-3 text-sm">
            <span
              aria-hidden
              className="grid size-6 shrink-0 place-items-center rounded-full bg-accent font-semibold text-on-accent text-xs"
            >
              {place + 1}
            </span>
            <span>
              <b className="font-semibold">{title}</b>
              <span className="mt-0.5 block text-soft">{text}</span>
            </span>
          </li>
        ))}
      </ol>
      {toldNothing && (
        <p className="mt-4 text-soft text-sm">
          {strings.have30Seconds}{" "}
          <Link to={paths.professionalInfo()} className="font-medium text-accent-strong underline underline-offset-4">
            {strings.tellUsAboutYourWork}
          </Link>
          .
        </p>
      )}
      <IconButton
        label={strings.dismiss}
        className="absolute top-2 right-2"
        onClick={() => {
          writeStored(storageKey, "closed");
          setClosed(true);
        }}
      >
        <X aria-hidden className="size-4" />
      </IconButton>
    </section>
  );
}
