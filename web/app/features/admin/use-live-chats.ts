import { useEffect, useState } from "react";
import { type LatestChat, latestChatChanged } from "../../api/admin";
import { renewSession } from "../../api/auth";
import { browserConnection } from "../../stream/browser-environment";
import { keepStream } from "../../stream/keep-stream";
import type { Link } from "../../stream/link";
import { apiPaths } from "../../util/paths";

/** Keeps the list of the latest chats up to date while a user looks at it. */
export function useLiveChats(): Link {
  const [link, setLink] = useState<Link>("connecting");
  useEffect(() => {
    const stream = keepStream(
      {
        url: () => apiPaths.adminChatsEvents(),
        names: ["chat.latest"],
        link: setLink,
        message: ({ data }) => {
          latestChatChanged(JSON.parse(data) as LatestChat);
          return true;
        },
      },
      browserConnection(renewSession),
    );
    return () => stream.close();
  }, []);
  return link;
}
