import { useQuery } from "@tanstack/react-query";
import type { PublishedItem } from "../../api/discover";
import { professionalInfoOf } from "../../api/profile";
import { QueryBoundary } from "../../api/query-boundary";
import { type PublicProfile, publicProfileQuery } from "../../api/users";
import { Avatar } from "../../ui/avatar";
import { ButtonLink } from "../../ui/button";
import { ItemCard } from "../../ui/item-card";
import { Skeleton } from "../../ui/skeleton";
import { EmptyState } from "../../ui/states";
import { formatAgo } from "../../util/format";
import { type ItemKind, itemNames, itemPath, thumbnailOf } from "../../util/items";
import { paths } from "../../util/page-paths";
import { useTheme } from "../../util/theme";
import { userScreen as text } from "./strings";

/** Public profile: a user and their published items. */
export function UserScreen({ username }: { username: string }) {
  const query = useQuery(publicProfileQuery(username));
  return (
    <div className="mx-auto w-full max-w-6xl px-5 py-10 sm:px-8 lg:py-14">
      <QueryBoundary
        query={query}
        what={text.thePage}
        skeleton={<Placeholder />}
        missing={
          <EmptyState
            title={text.userNotFound}
            description={text.description}
            action={<ButtonLink to={paths.discover()}>{text.browsePublishedItems}</ButtonLink>}
          />
        }
      >
        {(user) => <UserDetails user={user} />}
      </QueryBoundary>
    </div>
  );
}

function UserDetails({ user }: { user: PublicProfile }) {
  const { username, fullName, avatarUrl, bio } = user;
  const { occupation, organisation, topics } = professionalInfoOf(user);
  const work = [occupation, organisation].filter(Boolean).join(", ");
  const sections = (["chart", "board", "portolan"] as const)
    .map((kind) => ({ kind, things: user[`${kind}s`].items }))
    .filter(({ things }) => things.length > 0);
  return (
    <>
      <title>{text.portolan(fullName || username)}</title>
      <header className="flex flex-wrap items-center gap-5">
        <Avatar name={fullName || username} url={avatarUrl} className="size-20 [--avatar-text:1.5rem]" />
        <div className="min-w-0">
          <h1 dir="auto" className="font-serif text-3xl tracking-tight">
            {fullName || username}
          </h1>
          <p className="text-faint">@{username}</p>
          {work && (
            <p dir="auto" className="mt-1 text-soft text-sm">
              {work}
            </p>
          )}
          {topics && (
            <p dir="auto" className="mt-1 max-w-2xl text-soft text-sm [overflow-wrap:anywhere]">
              {text.interests(topics)}
            </p>
          )}
          {bio && (
            <p dir="auto" className="mt-2 max-w-2xl whitespace-pre-line text-soft [overflow-wrap:anywhere]">
              {bio}
            </p>
          )}
        </div>
      </header>
      <div className="mt-12 flex flex-col gap-12">
        {sections.map(({ kind, things }) => (
          <Section key={kind} kind={kind} things={things} />
        ))}
        {sections.length === 0 && (
          <EmptyState
            title={text.nothingPublishedYet}
            description={text.publicItemsAppearHere}
            action={<ButtonLink to={paths.discover()}>{text.browsePublishedItems}</ButtonLink>}
          />
        )}
      </div>
    </>
  );
}

function Section({ kind, things }: { kind: ItemKind; things: readonly PublishedItem[] }) {
  const theme = useTheme();
  const id = `published-${kind}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 font-medium text-soft text-sm">
        {itemNames[kind].many}
      </h2>
      <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
        {things.map((thing) => (
          <li key={thing.id} className="min-w-0">
            <ItemCard
              to={itemPath(kind, thing.id)}
              title={thing.title}
              thumbnailUrl={thumbnailOf({ ...thing, kind }, theme)}
              note={thing.updatedAt ? <time dateTime={thing.updatedAt}>{formatAgo(thing.updatedAt)}</time> : null}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Placeholder() {
  return (
    <div>
      <div className="flex items-center gap-5">
        <Skeleton className="size-20 rounded-full" />
        <div className="flex flex-1 flex-col gap-3">
          <Skeleton className="h-8 w-56" />
          <Skeleton className="h-4 w-32" />
        </div>
      </div>
      <Skeleton className="mt-12 h-64" />
    </div>
  );
}
