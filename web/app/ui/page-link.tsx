import type { ComponentProps } from "react";
import { Link } from "react-router";
import { isExtensionMode } from "../util/extension-mode";

export interface PageLinkProps extends Omit<ComponentProps<"a">, "href"> {
  to: string;
  reloadDocument?: boolean;
}

/** A link to another page. The extension's panel has no room for one, so that it opens a tab there. */
export function PageLink({ to, reloadDocument = false, ...rest }: PageLinkProps) {
  if (isExtensionMode()) return <a {...rest} href={to} target="_blank" rel="noopener" />;
  return <Link {...rest} to={to} reloadDocument={reloadDocument} />;
}
