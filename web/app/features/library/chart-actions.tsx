import {
  Download,
  EllipsisVertical,
  FileJson2,
  FileSpreadsheet,
  Image,
  MessageSquareText,
  Pencil,
  Shapes,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { type Chart, deleteChart, renameChart, setChartVisibility, type Visibility } from "../../api/charts";
import { describeFailure } from "../../api/problem";
import { Button, ButtonLink, IconButton } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { Menu, MenuChoice, MenuDivider, MenuItem, MenuLabel, MenuLink } from "../../ui/menu";
import { RenameDialog } from "../../ui/rename-dialog";
import { notify } from "../../ui/toast";
import { paths } from "../../util/page-paths";
import { apiPaths, type ChartExport } from "../../util/paths";
import { useTheme } from "../../util/theme";
import { visibilities } from "./visibility-badge";

/** What can be done with a chart; only exports for whom it does not belong to. */
export function ChartActions({ chart }: { chart: Chart }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {chart.isOwner && chart.chatId && (
        <ButtonLink to={paths.chat(chart.chatId)} size="small">
          <MessageSquareText aria-hidden className="size-4" /> Continue in chat
        </ButtonLink>
      )}
      {chart.isOwner && <VisibilityMenu chart={chart} />}
      <ExportMenu chart={chart} />
      {chart.isOwner && <MoreMenu chart={chart} />}
    </div>
  );
}

const exports: { format: ChartExport; title: string; Icon: typeof Image; needsRows?: true }[] = [
  { format: "svg", title: "Drawing (SVG)", Icon: Shapes },
  { format: "png", title: "Picture (PNG)", Icon: Image },
  { format: "csv", title: "Table (CSV)", Icon: FileSpreadsheet, needsRows: true },
  { format: "json", title: "Everything (JSON)", Icon: FileJson2 },
];

function ExportMenu({ chart: { id, data } }: { chart: Chart }) {
  const theme = useTheme();
  const trigger = (
    <Button size="small">
      <Download aria-hidden className="size-4" /> Export
    </Button>
  );
  return (
    <Menu trigger={trigger}>
      {exports
        .filter(({ needsRows }) => !needsRows || data !== null)
        .map(({ format, title, Icon }) => (
          <MenuLink key={format} isDocument to={apiPaths.chartExport(id, format, { theme, scale: 2, download: true })}>
            <Icon aria-hidden /> {title}
          </MenuLink>
        ))}
    </Menu>
  );
}

function VisibilityMenu({ chart: { id, visibility } }: { chart: Chart }) {
  const { title, Icon } = visibilities[visibility];
  async function choose(next: Visibility) {
    if (next === visibility) return;
    try {
      await setChartVisibility(id, next);
      void notify({
        title: `${visibilities[next].title}: ${visibilities[next].description.toLowerCase()}.`,
        color: "green",
      });
    } catch (error) {
      void notify({ title: "Nothing was changed.", description: describeFailure(error), color: "red" });
    }
  }
  const trigger = (
    <Button size="small">
      <Icon aria-hidden className="size-4" /> {title}
    </Button>
  );
  return (
    <Menu trigger={trigger} className="w-64">
      <MenuLabel>Who can see it</MenuLabel>
      {(Object.keys(visibilities) as Visibility[]).map((choice) => {
        const { Icon: ChoiceIcon, ...words } = visibilities[choice];
        return (
          <MenuChoice key={choice} isChosen={choice === visibility} onSelect={() => void choose(choice)}>
            <ChoiceIcon aria-hidden />
            <span>
              {words.title}
              <span className="block text-faint text-xs">{words.description}</span>
            </span>
          </MenuChoice>
        );
      })}
    </Menu>
  );
}

function MoreMenu({ chart: { id, title } }: { chart: Chart }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<"none" | "rename" | "delete">("none");
  const close = () => setOpen("none");
  const trigger = (
    <IconButton label="More" className="size-8">
      <EllipsisVertical aria-hidden className="size-4" />
    </IconButton>
  );
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem onSelect={() => setOpen("rename")}>
          <Pencil aria-hidden /> Rename
        </MenuItem>
        <MenuDivider />
        <MenuItem isDangerous onSelect={() => setOpen("delete")}>
          <Trash2 aria-hidden /> Delete
        </MenuItem>
      </Menu>
      {open === "rename" && (
        <RenameDialog
          heading="Rename the chart"
          title={title}
          onRename={(next) => renameChart(id, next)}
          describeFailure={describeFailure}
          onClose={close}
        />
      )}
      {open === "delete" && (
        <ConfirmDialog
          title="Delete this chart?"
          description="The chart and its links go. The chat that drew it keeps its answer."
          confirmLabel="Delete"
          describeFailure={describeFailure}
          onClose={close}
          onConfirm={async () => {
            await deleteChart(id);
            void notify({ title: "The chart is deleted." });
            void navigate(paths.charts());
          }}
        />
      )}
    </>
  );
}
