import { Navigate, useLocation } from "react-router";
import { sectionOfCard } from "../../features/account/section-of-card";
import { paths } from "../../util/page-paths";
import { settingsPage as text } from "../strings";
import type { Route } from "./+types/index";

export const meta: Route.MetaFunction = () => [{ title: text.settingsPortolan }];

/** Leads to a section: that of the card in the fragment, otherwise the first. */
export default function SettingsIndex() {
  const { search, hash } = useLocation();
  return <Navigate replace to={`${paths.settings(sectionOfCard(hash.slice(1)))}${search}${hash}`} />;
}
